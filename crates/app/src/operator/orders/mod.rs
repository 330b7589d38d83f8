//! Purchases, their payments and refunds (D23, D24).

mod look;
mod refund;
mod refundable;
mod refunds;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) use look::AdminOrderView;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(look::admin_list_orders))
        .routes(routes!(look::admin_get_order))
        .routes(routes!(refund::admin_refund_order))
        .routes(routes!(refunds::admin_list_refunds))
        .routes(routes!(refunds::admin_retry_refund))
}
