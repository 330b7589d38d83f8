//! Taking the money of an authorised payment.

use crate::currency::Currency;
use crate::model::{OrderStatus, Payment, PaymentStatus};
use crate::state::State;
use crate::webhooks::events;

/// 2 % for payments in India and 3 % for others, and 18 % GST on that.
const FEE_PER_MILLE: i64 = 20;
const FEE_PER_MILLE_ABROAD: i64 = 30;
const GST_PERCENT: i64 = 18;

/// Captures an authorised payment, whatever its order says, and marks the order as paid when that is now so.
pub(crate) fn capture(state: &mut State, id: &str) {
    let authorized = |payment: &&Payment| payment.status == PaymentStatus::Authorized;
    let Some(mut payment) = state.payments.get(id).filter(authorized).cloned() else { return };
    let (fee, tax) = fee_of(&payment);
    payment.status = PaymentStatus::Captured;
    payment.captured = true;
    payment.fee = Some(fee);
    payment.tax = Some(tax);
    payment.wake_at = None;
    state.put(payment.clone());
    events::payment(state, "payment.captured", id);
    if let Some(order_id) = &payment.order_id
        && credit(state, order_id, &payment)
    {
        events::order_paid(state, order_id, id);
    }
}

/// Counts the money; says whether the order is paid now and was not before.
fn credit(state: &mut State, order_id: &str, payment: &Payment) -> bool {
    let counts = |order: &&crate::model::Order| {
        order.status != OrderStatus::Paid
            && order.currency == payment.currency
            && (order.partial_payment || payment.amount >= order.amount)
    };
    let Some(mut order) = state.orders.get(order_id).filter(counts).cloned() else { return false };
    order.amount_paid = (order.amount_paid + payment.amount).min(order.amount);
    let paid = order.amount_paid >= order.amount;
    if paid {
        order.status = OrderStatus::Paid;
    }
    state.put(order);
    paid
}

/// The provider's fee, which already holds the tax, and the tax; in paise.
fn fee_of(payment: &Payment) -> (i64, i64) {
    let paise = Currency::find(&payment.currency).map_or(payment.amount, |c| c.in_paise(payment.amount));
    let rate = if payment.is_international() { FEE_PER_MILLE_ABROAD } else { FEE_PER_MILLE };
    let net = rounded(paise.saturating_mul(rate), 1_000);
    let tax = rounded(net * GST_PERCENT, 100);
    (net + tax, tax)
}

fn rounded(amount: i64, divisor: i64) -> i64 {
    (amount + divisor / 2) / divisor
}
