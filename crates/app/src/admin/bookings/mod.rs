//! Bookings: list, export, cancel, reschedule, resend mails (D24).

mod cancel_booking;
mod details;
mod export_bookings;
mod get_booking;
mod list_available_slots;
mod list_bookings;
mod reschedule_booking;
mod resend_booking_mail;
mod selection;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_bookings::admin_list_bookings))
        .routes(routes!(export_bookings::admin_export_bookings))
        .routes(routes!(get_booking::admin_get_booking))
        .routes(routes!(list_available_slots::admin_list_available_slots))
        .routes(routes!(cancel_booking::admin_cancel_booking))
        .routes(routes!(reschedule_booking::admin_reschedule_booking))
        .routes(routes!(resend_booking_mail::admin_resend_booking_mail))
}
