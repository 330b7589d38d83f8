//! People: students, teachers, and users without a role.

mod cancel_classes;
mod change_currency;
mod delete_person;
mod details;
mod export_people;
mod export_person;
mod get_person;
mod hand_over;
mod list_people;
mod suspension;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_people::admin_list_people))
        .routes(routes!(export_people::admin_export_people))
        .routes(routes!(get_person::admin_get_person))
        .routes(routes!(suspension::admin_suspend_person))
        .routes(routes!(suspension::admin_unsuspend_person))
        .routes(routes!(cancel_classes::admin_cancel_classes))
        .routes(routes!(change_currency::admin_change_currency))
        .routes(routes!(hand_over::admin_hand_over_students))
        .routes(routes!(export_person::admin_export_person))
        .routes(routes!(delete_person::admin_delete_person))
}
