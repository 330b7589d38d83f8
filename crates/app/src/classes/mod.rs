//! Published classes: a teacher announces them for one date and time (D10).

mod cancel_day;
mod cancel_published_class;
mod list_published_classes;
mod publish_class;
mod update_published_class;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_published_classes::list_published_classes, publish_class::publish_class))
        .routes(routes!(update_published_class::update_published_class))
        .routes(routes!(cancel_published_class::cancel_published_class))
        .routes(routes!(cancel_day::cancel_day))
}
