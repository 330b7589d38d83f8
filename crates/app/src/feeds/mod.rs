//! Calendar feeds: a private address for each person to subscribe to, and a calendar file for one class (D32).

mod delete_calendar_feed;
mod entry;
mod feed;
mod get_booking_calendar;
mod get_calendar_feed;
mod read_feed;
mod renew_calendar_feed;

use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(
            get_calendar_feed::get_calendar_feed,
            renew_calendar_feed::renew_calendar_feed,
            delete_calendar_feed::delete_calendar_feed
        ))
        .routes(routes!(get_booking_calendar::get_booking_calendar))
}

/// The calendar files, which are outside `/api`.
pub(crate) fn public() -> Router<Ctx> {
    Router::new().route("/feed/{file}", get(read_feed::read_feed))
}
