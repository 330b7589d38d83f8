//! A private calendar address for each person, to subscribe to in any calendar (D32).

mod manage;
mod read;

use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(manage::get_feed, manage::renew_feed, manage::end_feed))
}

/// The calendars themselves, outside `/api`.
pub(crate) fn public() -> Router<Ctx> {
    Router::new().route("/feed/{file}", get(read::read_feed))
}
