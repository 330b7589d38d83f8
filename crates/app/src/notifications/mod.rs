//! SPEC's endpoints that report whether the mails of a booking were sent (D30, D32).

mod create_calendar_event;
mod mail_status;
mod send_booking_email;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(send_booking_email::send_booking_email))
        .routes(routes!(send_booking_email::send_booking_email_under_email))
        .routes(routes!(create_calendar_event::create_calendar_event))
}
