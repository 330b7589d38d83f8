//! What happens when nobody does anything.

use crate::flow::{failures, payments, refunds};
use crate::model::{Method, OrderStatus, Payment, PaymentStatus, Plan};
use crate::state::State;

/// More than this at once is left for the next call.
const MOST_STEPS: usize = 10_000;

/// Brings everything to the present: banks answer late, customers give up, uncaptured money goes back, refunds end.
pub(crate) fn catch_up(state: &mut State) {
    let present = state.now;
    for _ in 0..MOST_STEPS {
        state.now = present;
        let Some((at, id)) = state.next_due() else { return };
        // Each thing happens at its own time, however long nobody looked.
        state.now = at;
        wake(state, &id);
    }
    state.now = present;
}

fn wake(state: &mut State, id: &str) {
    if let Some((_, end)) = state.refunds.get(id).and_then(|refund| refund.end) {
        return refunds::finish(state, id, end);
    }
    let Some(payment) = state.payments.get(id).cloned() else { return };
    let method = payment.instrument.method;
    match (payment.status, payment.plan) {
        (PaymentStatus::Failed, Plan::Late) => payments::authorize(state, id),
        // Somebody approves in a UPI app whether or not the sheet is still open.
        (PaymentStatus::Created, Plan::Approve) if method == Method::Upi => approve(state, &payment),
        (PaymentStatus::Created, Plan::Decline) if method == Method::Upi => {
            payments::fail(state, id, failures::declined(method));
        }
        (PaymentStatus::Created, _) => payments::fail(state, id, failures::timed_out()),
        (PaymentStatus::Authorized, _) => give_back(state, &payment),
        _ => {}
    }
    // Whatever is not to happen again must not stay due.
    if let Some(mut payment) = state.payments.get(id).filter(|p| p.wake_at == Some(state.now)).cloned() {
        payment.wake_at = None;
        state.put(payment);
    }
}

/// Unless the order has been paid in another way meanwhile.
fn approve(state: &mut State, payment: &Payment) {
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    if order.is_some_and(|order| order.status == OrderStatus::Paid) {
        payments::fail(state, &payment.id, failures::order_paid());
    } else {
        payments::authorize(state, &payment.id);
    }
}

/// An authorised payment that nobody captured in time; `captured` stays false, which tells this refund from others.
fn give_back(state: &mut State, payment: &Payment) {
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    let speed = order.map_or_else(|| "normal".to_owned(), |order| order.capture.refund_speed.clone());
    refunds::start(
        state,
        refunds::Draft {
            payment_id: payment.id.clone(),
            amount: payment.refundable(),
            speed,
            notes: crate::model::Notes::new(),
            receipt: None,
        },
    );
}
