//! Timers: timeouts, late authorizations, automatic refunds, completion of refunds.

use crate::flow::{failures, payments, refunds};
use crate::model::{Method, Notes, OrderStatus, Payment, PaymentStatus, PlannedOutcome};
use crate::state::State;

/// Maximum number of timers per call; the rest fires on the next call.
const MAX_TIMERS: usize = 10_000;

/// Fires all due timers in order of time.
pub(crate) fn run_due(state: &mut State) {
    let present = state.now;
    for _ in 0..MAX_TIMERS {
        state.now = present;
        let Some((at, id)) = state.next_due() else { return };
        // Transitions get the time of their timer, not the time of this call.
        state.now = at;
        fire(state, &id);
    }
    state.now = present;
}

fn fire(state: &mut State, id: &str) {
    if let Some((_, end)) = state.refunds.get(id).and_then(|refund| refund.end) {
        return refunds::finish(state, id, end);
    }
    let Some(payment) = state.payments.get(id).cloned() else { return };
    let method = payment.instrument.method;
    match (payment.status, payment.plan) {
        (PaymentStatus::Failed, PlannedOutcome::Late) => payments::authorize(state, id),
        // A customer can approve in the UPI app after the checkout was closed.
        (PaymentStatus::Created, PlannedOutcome::Approve) if method == Method::Upi => approve(state, &payment),
        (PaymentStatus::Created, PlannedOutcome::Decline) if method == Method::Upi => {
            payments::fail(state, id, failures::declined(method));
        }
        (PaymentStatus::Created, _) => payments::fail(state, id, failures::timed_out()),
        (PaymentStatus::Authorized, _) => refund_uncaptured(state, &payment),
        _ => {}
    }
    // Clear the timer if no transition has set a new one.
    if let Some(mut payment) = state.payments.get(id).filter(|p| p.wake_at == Some(state.now)).cloned() {
        payment.wake_at = None;
        state.upsert(payment);
    }
}

/// Authorizes a payment unless its order has been paid.
fn approve(state: &mut State, payment: &Payment) {
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    if order.is_some_and(|order| order.status == OrderStatus::Paid) {
        payments::fail(state, &payment.id, failures::order_paid());
    } else {
        payments::authorize(state, &payment.id);
    }
}

/// Refunds an authorized payment that was not captured in time. `captured` stays `false`, as at Razorpay.
fn refund_uncaptured(state: &mut State, payment: &Payment) {
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    let speed = order.map_or_else(|| "normal".to_owned(), |order| order.capture.refund_speed.clone());
    refunds::create(
        state,
        refunds::NewRefund {
            payment_id: payment.id.clone(),
            amount: payment.refundable(),
            speed,
            notes: Notes::new(),
            receipt: None,
        },
    );
}
