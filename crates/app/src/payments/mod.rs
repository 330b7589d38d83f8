//! Paying for a class or a package: from the order to the booking, the credits, or the money back (D19, D23, D24).

mod apply;
mod bulk_purchase;
mod create_booking;
mod fulfil;
mod open;
mod orders;
mod payment_success;
mod reconcile;
mod refund_work;
mod views;
mod webhook;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) use reconcile::{check_due_orders, reap_holds};
pub(crate) use refund_work::work_on_refunds;
pub(crate) use views::OrderView;
pub(crate) use webhook::work_through;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(create_booking::create_booking))
        .routes(routes!(create_booking::create_booking_alias))
        .routes(routes!(payment_success::payment_success))
        .routes(routes!(bulk_purchase::bulk_purchase))
        .routes(routes!(payment_success::payment_success_bulk))
        .routes(routes!(orders::list_orders))
        .routes(routes!(orders::get_order))
        .routes(routes!(orders::release))
        .routes(routes!(orders::get_receipt))
        .routes(routes!(webhook::take_event))
}
