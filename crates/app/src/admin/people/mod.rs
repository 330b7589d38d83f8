//! People: students, teachers, and users without a role.

mod cancel_classes;
mod change_age;
mod change_currency;
mod delete_person;
mod details;
mod export_people;
mod export_person;
mod get_person;
mod hand_over;
mod list_people;
mod preview_hand_over;
mod preview_suspension;
mod suspension;
mod teacher_payouts;
mod unspent_credits;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_people::admin_list_people))
        .routes(routes!(export_people::admin_export_people))
        .routes(routes!(get_person::admin_get_person))
        .routes(routes!(preview_suspension::admin_preview_suspension))
        .routes(routes!(suspension::admin_suspend_person))
        .routes(routes!(suspension::admin_unsuspend_person))
        .routes(routes!(cancel_classes::admin_cancel_classes))
        .routes(routes!(unspent_credits::admin_refund_unspent_credits))
        .routes(routes!(change_currency::admin_change_currency))
        .routes(routes!(change_age::admin_change_age))
        .routes(routes!(preview_hand_over::admin_preview_hand_over))
        .routes(routes!(hand_over::admin_hand_over_students))
        .routes(routes!(export_person::admin_export_person))
        .routes(routes!(delete_person::admin_delete_person))
}
