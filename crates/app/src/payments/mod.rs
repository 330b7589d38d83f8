//! Endpoints for paying for a class or a package, for orders and for the provider's webhook (D19, D23, D24).

mod cancel_order;
mod confirm_payment;
mod create_booking;
mod get_order;
mod get_own_order;
mod get_receipt;
mod list_orders;
mod purchase_package;
mod receive_payment_event;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(create_booking::create_booking))
        .routes(routes!(create_booking::create_booking_under_api))
        .routes(routes!(confirm_payment::confirm_class_payment))
        .routes(routes!(purchase_package::purchase_package))
        .routes(routes!(confirm_payment::confirm_package_payment))
        .routes(routes!(list_orders::list_orders))
        .routes(routes!(get_order::get_order))
        .routes(routes!(cancel_order::cancel_order))
        .routes(routes!(get_receipt::get_receipt))
        .routes(routes!(receive_payment_event::receive_payment_event))
}
