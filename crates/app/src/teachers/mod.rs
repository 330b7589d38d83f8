//! The signed-in teacher's classes, calendar, students, notes and profile (SPEC §2).

mod delete_photo;
mod earnings;
mod generate_invite_code;
mod get_student;
mod get_teacher_calendar;
mod list_students;
mod list_taught_classes;
mod mark_no_show;
mod read_photo;
mod save_photo;
mod save_student_note;
mod update_teacher_profile;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;
use crate::services::photos::MAX_UPLOAD_BYTES;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    let photo = OpenApiRouter::new()
        .routes(routes!(save_photo::save_photo, delete_photo::delete_photo))
        .layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES));
    OpenApiRouter::new()
        .merge(photo)
        .routes(routes!(list_taught_classes::list_taught_classes))
        .routes(routes!(get_teacher_calendar::get_teacher_calendar))
        .routes(routes!(mark_no_show::mark_no_show))
        .routes(routes!(list_students::list_students))
        .routes(routes!(get_student::get_student))
        .routes(routes!(save_student_note::save_student_note))
        .routes(routes!(update_teacher_profile::update_teacher_profile))
        .routes(routes!(generate_invite_code::generate_invite_code))
}

/// The photos, which are outside `/api`.
pub(crate) fn public() -> Router<Ctx> {
    Router::new().route("/photos/{file}", get(read_photo::read_photo))
}
