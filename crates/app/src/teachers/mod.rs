//! The signed-in teacher's classes, calendar, students, notes and profile (SPEC §2).

mod delete_photo;
mod earnings;
mod generate_code;
mod get_calendar;
mod get_student;
mod list_classes;
mod list_students;
mod mark_no_show;
mod read_photo;
mod save_note;
mod save_photo;
mod update_profile;

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
        .routes(routes!(list_classes::list_classes))
        .routes(routes!(get_calendar::get_calendar))
        .routes(routes!(mark_no_show::mark_no_show))
        .routes(routes!(list_students::list_students))
        .routes(routes!(get_student::get_student))
        .routes(routes!(save_note::save_note))
        .routes(routes!(update_profile::update_profile))
        .routes(routes!(generate_code::generate_code))
}

/// The photos, which are outside `/api`.
pub(crate) fn public() -> Router<Ctx> {
    Router::new().route("/photos/{file}", get(read_photo::read_photo))
}
