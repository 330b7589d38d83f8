//! Transitions of payments: created, then authorized or failed, then captured.

use crate::flow::capture;
use crate::model::{
    Failure, Instrument, MAX_EXPIRY_MINUTES, Method, Notes, Order, OrderStatus, Payment, PaymentStatus, PlannedOutcome,
};
use crate::state::State;
use crate::webhooks::events;

/// Timeout of the customer's authentication and of the bank's response.
const TIMEOUT_SECONDS: i64 = 10 * 60;
/// Time until a customer responds in the UPI app after the checkout was closed.
const UPI_APP_SECONDS: i64 = 5;

/// A payment to create.
pub(crate) struct NewPayment {
    pub(crate) order_id: Option<String>,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) instrument: Instrument,
    pub(crate) email: String,
    pub(crate) contact: String,
    pub(crate) description: Option<String>,
    pub(crate) notes: Notes,
    pub(crate) plan: PlannedOutcome,
}

/// Creates a payment and counts it as an attempt of its order. Returns its id.
pub(crate) fn create(state: &mut State, new: NewPayment) -> String {
    let id = state.ids.next_id("pay_");
    if let Some(mut order) = new.order_id.as_ref().and_then(|id| state.orders.get(id)).cloned() {
        order.attempts += 1;
        if order.status == OrderStatus::Created {
            order.status = OrderStatus::Attempted;
        }
        order.payments.push(id.clone());
        state.upsert(order);
    }
    let is_upi_decided =
        new.instrument.method == Method::Upi && matches!(new.plan, PlannedOutcome::Approve | PlannedOutcome::Decline);
    let delay = if is_upi_decided { UPI_APP_SECONDS } else { TIMEOUT_SECONDS };
    let payment = Payment {
        number: state.ids.next_number(),
        id: id.clone(),
        order_id: new.order_id,
        amount: new.amount,
        currency: new.currency,
        status: PaymentStatus::Created,
        instrument: new.instrument,
        email: new.email,
        contact: new.contact,
        description: new.description,
        notes: new.notes,
        captured: false,
        amount_refunded: 0,
        fee: None,
        tax: None,
        failure: None,
        bank_reference: None,
        plan: new.plan,
        wake_at: Some(state.now + delay),
        refunds: Vec::new(),
        created_at: state.now,
    };
    state.upsert(payment);
    id
}

/// Fails a created payment. Schedules the authorization of a late one.
pub(crate) fn fail(state: &mut State, id: &str, failure: Failure) {
    let Some(mut payment) = state.payments.get(id).filter(|p| p.status == PaymentStatus::Created).cloned() else {
        return;
    };
    payment.status = PaymentStatus::Failed;
    payment.failure = Some(failure);
    payment.wake_at = (payment.plan == PlannedOutcome::Late).then(|| state.now + state.settings.late_seconds);
    state.upsert(payment);
    events::emit_payment_event(state, "payment.failed", id);
}

/// Authorizes a created or failed payment, and captures it if its order's settings say so.
pub(crate) fn authorize(state: &mut State, id: &str) {
    authorize_without_capture(state, id);
    let Some(payment) = state.payments.get(id).filter(|p| p.status == PaymentStatus::Authorized) else { return };
    let Some(order) = payment.order_id.as_ref().and_then(|id| state.orders.get(id)) else { return };
    let is_in_time = state.now <= payment.created_at + order.capture.automatic_minutes * 60;
    if order.capture.automatic && is_in_time && matches_order(payment, order) {
        capture::capture(state, id);
    }
}

/// Authorizes a created or failed payment and schedules its automatic refund.
pub(crate) fn authorize_without_capture(state: &mut State, id: &str) {
    let is_open = |payment: &&Payment| matches!(payment.status, PaymentStatus::Created | PaymentStatus::Failed);
    let Some(mut payment) = state.payments.get(id).filter(is_open).cloned() else { return };
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    let minutes = order.map_or(MAX_EXPIRY_MINUTES, |order| order.capture.manual_minutes);
    payment.status = PaymentStatus::Authorized;
    payment.failure = None;
    payment.bank_reference = Some(state.ids.next_bank_reference());
    payment.wake_at = Some((payment.created_at + minutes * 60).max(state.now + 1));
    state.upsert(payment);
    events::emit_payment_event(state, "payment.authorized", id);
}

/// Whether a payment has the currency and outstanding amount of an unpaid order.
fn matches_order(payment: &Payment, order: &Order) -> bool {
    let is_amount_due =
        payment.amount == order.amount_due() || (order.partial_payment && payment.amount < order.amount_due());
    order.status != OrderStatus::Paid && order.currency == payment.currency && is_amount_due
}
