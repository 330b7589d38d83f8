//! Endpoints with which students check coupon codes.

mod apply_coupon;
mod request;
mod validate_coupon;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(validate_coupon::validate_coupon)).routes(routes!(apply_coupon::apply_coupon))
}
