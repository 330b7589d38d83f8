//! Coupons (D20).

mod create_coupon;
mod deactivate_coupon;
mod list_coupons;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_coupons::admin_list_coupons, create_coupon::admin_create_coupon))
        .routes(routes!(deactivate_coupon::admin_deactivate_coupon))
}
