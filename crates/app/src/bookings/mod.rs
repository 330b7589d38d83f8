//! Booking with credits, cancelling and rescheduling bookings, and listing them.

mod book_with_credits;
mod cancel_booking;
mod list_active_classes;
mod list_bookings;
mod request;
mod reschedule_booking;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(book_with_credits::book_with_credits))
        .routes(routes!(cancel_booking::cancel_booking))
        .routes(routes!(reschedule_booking::reschedule_booking))
        .routes(routes!(list_bookings::list_bookings))
        .routes(routes!(list_active_classes::list_active_classes))
}
