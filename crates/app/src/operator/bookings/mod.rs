//! Bookings: finding them, and cancelling, moving and mailing about them for somebody (D24).

mod act;
mod look;
mod starts;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(look::admin_list_bookings))
        .routes(routes!(look::admin_get_booking))
        .routes(routes!(starts::admin_list_starts))
        .routes(routes!(act::admin_cancel_booking))
        .routes(routes!(act::admin_move_booking))
        .routes(routes!(act::admin_resend_booking_mail))
}
