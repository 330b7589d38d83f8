//! Orders, payments and refunds (D23, D24).

mod create_partial_refund;
mod details;
mod export_orders;
mod export_refunds;
mod get_order;
mod list_orders;
mod list_refunds;
mod refund_order;
mod refund_view;
mod retry_refund;
mod selection;
mod teacher_share;
pub(super) mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_orders::admin_list_orders))
        .routes(routes!(export_orders::admin_export_orders))
        .routes(routes!(get_order::admin_get_order))
        .routes(routes!(refund_order::admin_refund_order))
        .routes(routes!(create_partial_refund::admin_create_partial_refund))
        .routes(routes!(list_refunds::admin_list_refunds))
        .routes(routes!(export_refunds::admin_export_refunds))
        .routes(routes!(retry_refund::admin_retry_refund))
}
