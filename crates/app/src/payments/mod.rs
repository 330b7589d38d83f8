//! Endpoints for paying for a class or a package, for orders and for the provider's webhook (D19, D23, D24).

mod bulk_purchase;
mod cancel_order;
mod create_booking;
mod get_order;
mod get_own_order;
mod get_receipt;
mod list_orders;
mod payment_success;
mod webhook;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(create_booking::create_booking))
        .routes(routes!(create_booking::create_booking_alias))
        .routes(routes!(payment_success::payment_success))
        .routes(routes!(bulk_purchase::bulk_purchase))
        .routes(routes!(payment_success::payment_success_bulk))
        .routes(routes!(list_orders::list_orders))
        .routes(routes!(get_order::get_order))
        .routes(routes!(cancel_order::release))
        .routes(routes!(get_receipt::get_receipt))
        .routes(routes!(webhook::take_event))
}
