//! Booking a class, and the lists of classes.

mod book_with_credits;
mod cancel;
mod list_active_classes;
mod list_bookings;
mod request;
mod reschedule;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(book_with_credits::book_with_credits))
        .routes(routes!(cancel::cancel))
        .routes(routes!(reschedule::reschedule))
        .routes(routes!(list_bookings::list_bookings))
        .routes(routes!(list_active_classes::list_active_classes))
}
