//! The signed-in teacher's classes, calendar, students, notes and profile (SPEC §2).

mod generate_code;
mod get_calendar;
mod get_student;
mod list_classes;
mod list_students;
mod mark_no_show;
mod save_note;
mod update_profile;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_classes::list_classes))
        .routes(routes!(get_calendar::get_calendar))
        .routes(routes!(mark_no_show::mark_no_show))
        .routes(routes!(list_students::list_students))
        .routes(routes!(get_student::get_student))
        .routes(routes!(save_note::save_note))
        .routes(routes!(update_profile::update_profile))
        .routes(routes!(generate_code::generate_code))
}
