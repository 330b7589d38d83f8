//! Published classes: a teacher announces them for one date and time (D10).

mod cancel_class;
mod cancel_day;
mod change_class;
mod list_published;
mod publish_class;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_published::list_published, publish_class::publish_class))
        .routes(routes!(change_class::change_class))
        .routes(routes!(cancel_class::call_off_class))
        .routes(routes!(cancel_day::cancel_day))
}
