//! Calendar feeds: a private address for each person to subscribe to, and a calendar file for one class (D32).

mod end_feed;
mod entry;
mod feed;
mod get_class_file;
mod get_feed;
mod read_feed;
mod renew_feed;

use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_feed::get_feed, renew_feed::renew_feed, end_feed::end_feed))
        .routes(routes!(get_class_file::get_class_file))
}

/// The calendar files, which are outside `/api`.
pub(crate) fn public() -> Router<Ctx> {
    Router::new().route("/feed/{file}", get(read_feed::read_feed))
}
