//! Coupons (D20).

mod add_coupon;
mod list_coupons;
mod stop_coupon;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_coupons::admin_list_coupons, add_coupon::admin_add_coupon))
        .routes(routes!(stop_coupon::admin_stop_coupon))
}
