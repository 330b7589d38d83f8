//! An order with its payments and refunds.

use crate::admin::audit_log::{AuditLine, list_history_of};
use crate::admin::orders::refund_view::AdminRefund;
use crate::admin::orders::view::AdminOrder;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::order_refunds::{AdminNoRefund, find_refundable};
use crate::services::partial_refunds::{
    AdminNoPartialRefund, AdminNoTeacherShare, find_no_teacher_share, find_payment,
};
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::OrderId;
use tala_domain::money::{Money, major_units};
use tala_store::Connection;
use tala_store::orders::{self, Order};
use tala_store::payments::{self, Payment};
use tala_store::refunds;
use utoipa::ToSchema;

/// A payment, as reported by the payment provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayment {
    #[serde(rename = "_id")]
    id: String,
    provider_payment_id: String,
    /// In major units.
    amount: f64,
    currency: String,
    /// `created`, `authorized`, `captured`, `refunded` or `failed`.
    state: &'static str,
    #[schema(required)]
    method: Option<String>,
    /// `none`, `applied`, `returned` or `foreign`.
    disposition: &'static str,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    captured_at: Option<Timestamp>,
}

impl From<Payment> for AdminPayment {
    fn from(payment: Payment) -> Self {
        Self {
            id: payment.id.to_string(),
            provider_payment_id: payment.provider_payment_id,
            amount: major_units(payment.amount_minor, &payment.currency),
            currency: payment.currency,
            state: payment.state.as_str(),
            method: payment.method,
            disposition: payment.outcome.as_str(),
            captured_at: payment.captured_at,
        }
    }
}

/// What an administrator can refund while the class or the package stays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPartialRefundTerms {
    /// What is left of the payment, in major units.
    refundable: f64,
    /// Price and fees that the teacher shares, less earlier refunds that the teacher shared, in major units.
    shared: f64,
    /// Why nothing can be refunded; null if a part can.
    #[schema(required)]
    no_refund: Option<AdminNoPartialRefund>,
    /// Why the platform must bear it; null if the teacher can share it.
    #[schema(required)]
    no_teacher_share: Option<AdminNoTeacherShare>,
}

async fn load_partial_refund_terms(
    conn: &impl Connection,
    order: &Order,
    payments: &[Payment],
) -> AppResult<AdminPartialRefundTerms> {
    let payment = find_payment(order).map(|id| payments.iter().find(|payment| payment.id == id));
    let refundable = payment.map(|payment| payment.map_or(0, Payment::refundable_minor));
    let no_refund = match refundable {
        Err(reason) => Some(reason),
        Ok(0) => Some(AdminNoPartialRefund::Nothing),
        Ok(_) => None,
    };
    let earlier = match payment {
        Ok(Some(payment)) => refunds::sum_partial(conn, payment.id).await?.parts.total(),
        Ok(None) | Err(_) => 0,
    };
    let money = |minor: i64| Money::new(minor, order.price.currency).to_major();
    Ok(AdminPartialRefundTerms {
        refundable: money(refundable.unwrap_or(0)),
        shared: money(order.price.total.saturating_sub(earlier)),
        no_refund,
        no_teacher_share: find_no_teacher_share(conn, order).await?,
    })
}

/// An order with its payments and refunds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminOrderDetails {
    pub(super) order: AdminOrder,
    /// Why the order cannot be refunded; null if it can.
    #[schema(required)]
    pub(super) no_refund: Option<AdminNoRefund>,
    pub(super) partial_refund: AdminPartialRefundTerms,
    pub(super) payments: Vec<AdminPayment>,
    pub(super) refunds: Vec<AdminRefund>,
    pub(super) history: Vec<AuditLine>,
}

/// Loads an order with its payments, refunds and history.
///
/// # Errors
/// `NotFound`.
pub(super) async fn load_details(ctx: &Ctx, id: OrderId) -> AppResult<AdminOrderDetails> {
    let conn = ctx.store.read();
    let order = orders::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let payments = payments::list_by_order(conn, id).await?;
    let refunds = refunds::list_by_orders(conn, &[id]).await?;
    // The credits, the class and the refunds of an order are part of its history.
    let lot = order.lot_id.map(|lot| lot.0);
    let booking = order.booking_id.map(|booking| booking.0);
    let subjects = [id.0].into_iter().chain(lot).chain(booking).chain(refunds.iter().map(|refund| refund.id.0));
    let history = list_history_of(ctx, subjects.collect()).await?;
    let no_refund = find_refundable(conn, &order, ctx.now()).await?.err();
    let partial_refund = load_partial_refund_terms(conn, &order, &payments).await?;
    let mut views = AdminOrder::load_all(ctx, &[order]).await?;
    Ok(AdminOrderDetails {
        no_refund,
        partial_refund,
        order: views.pop().ok_or(ErrorCode::NotFound)?,
        payments: payments.into_iter().map(AdminPayment::from).collect(),
        refunds: refunds.iter().map(AdminRefund::from).collect(),
        history,
    })
}
