//! Capture of authorized payments.

use crate::currency::Currency;
use crate::model::{Order, OrderStatus, Payment, PaymentStatus};
use crate::state::State;
use crate::webhooks::events;

/// Fee for domestic payments: 2 %.
const FEE_PER_MILLE: i64 = 20;
/// Fee for international payments: 3 %.
const INTERNATIONAL_FEE_PER_MILLE: i64 = 30;
/// Goods and services tax on the fee.
const GST_PERCENT: i64 = 18;

/// Captures an authorized payment regardless of its order's settings. Marks the order as paid if nothing is outstanding.
pub(crate) fn capture(state: &mut State, id: &str) {
    let authorized = |payment: &&Payment| payment.status == PaymentStatus::Authorized;
    let Some(mut payment) = state.payments.get(id).filter(authorized).cloned() else { return };
    let (fee, tax) = fee_and_tax(&payment);
    payment.status = PaymentStatus::Captured;
    payment.captured = true;
    payment.fee = Some(fee);
    payment.tax = Some(tax);
    payment.wake_at = None;
    state.upsert(payment.clone());
    events::emit_payment_event(state, "payment.captured", id);
    if let Some(order_id) = &payment.order_id
        && apply_to_order(state, order_id, &payment)
    {
        events::emit_order_paid(state, order_id, id);
    }
}

/// Adds a payment to the paid amount of its order. Returns whether the order became paid.
fn apply_to_order(state: &mut State, order_id: &str, payment: &Payment) -> bool {
    let is_applicable = |order: &&Order| {
        order.status != OrderStatus::Paid
            && order.currency == payment.currency
            && (order.partial_payment || payment.amount >= order.amount)
    };
    let Some(mut order) = state.orders.get(order_id).filter(is_applicable).cloned() else { return false };
    order.amount_paid = (order.amount_paid + payment.amount).min(order.amount);
    let is_paid = order.amount_paid >= order.amount;
    if is_paid {
        order.status = OrderStatus::Paid;
    }
    state.upsert(order);
    is_paid
}

/// Razorpay's fee including tax, and the tax, in paise.
fn fee_and_tax(payment: &Payment) -> (i64, i64) {
    let paise = Currency::find(&payment.currency).map_or(payment.amount, |c| c.to_paise(payment.amount));
    let rate = if payment.is_international() { INTERNATIONAL_FEE_PER_MILLE } else { FEE_PER_MILLE };
    let net = divide_rounded(paise.saturating_mul(rate), 1_000);
    let tax = divide_rounded(net * GST_PERCENT, 100);
    (net + tax, tax)
}

fn divide_rounded(amount: i64, divisor: i64) -> i64 {
    (amount + divisor / 2) / divisor
}
