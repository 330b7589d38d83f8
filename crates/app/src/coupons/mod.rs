//! Coupons, as students try them.

mod validate;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(validate::validate_coupon)).routes(routes!(validate::apply_coupon))
}
