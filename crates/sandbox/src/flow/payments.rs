//! A payment's way: created, then authorised or failed, then captured.

use crate::flow::capture;
use crate::model::{
    Failure, Instrument, LONGEST_MINUTES, Method, Notes, Order, OrderStatus, Payment, PaymentStatus, Plan,
};
use crate::state::State;
use crate::webhooks::events;

/// How long a customer may take at the bank's page, and a bank to answer.
pub(crate) const SILENCE_SECONDS: i64 = 10 * 60;
/// How long somebody takes to approve in a UPI app, when no sheet asks any more.
const APP_SECONDS: i64 = 5;

/// What a new payment is made of.
pub(crate) struct Draft {
    pub(crate) order_id: Option<String>,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) instrument: Instrument,
    pub(crate) email: String,
    pub(crate) contact: String,
    pub(crate) description: Option<String>,
    pub(crate) notes: Notes,
    pub(crate) plan: Plan,
}

/// Makes a payment and counts it as an attempt at its order. Returns its id.
pub(crate) fn start(state: &mut State, draft: Draft) -> String {
    let id = state.ids.id("pay_");
    if let Some(mut order) = draft.order_id.as_ref().and_then(|id| state.orders.get(id)).cloned() {
        order.attempts += 1;
        if order.status == OrderStatus::Created {
            order.status = OrderStatus::Attempted;
        }
        order.payments.push(id.clone());
        state.put(order);
    }
    let answers_alone = draft.instrument.method == Method::Upi && matches!(draft.plan, Plan::Approve | Plan::Decline);
    let wait = if answers_alone { APP_SECONDS } else { SILENCE_SECONDS };
    let payment = Payment {
        number: state.ids.number(),
        id: id.clone(),
        order_id: draft.order_id,
        amount: draft.amount,
        currency: draft.currency,
        status: PaymentStatus::Created,
        instrument: draft.instrument,
        email: draft.email,
        contact: draft.contact,
        description: draft.description,
        notes: draft.notes,
        captured: false,
        amount_refunded: 0,
        fee: None,
        tax: None,
        failure: None,
        bank_reference: None,
        plan: draft.plan,
        wake_at: Some(state.now + wait),
        refunds: Vec::new(),
        created_at: state.now,
    };
    state.put(payment);
    id
}

/// A created payment fails. A late one is authorised some time after that.
pub(crate) fn fail(state: &mut State, id: &str, why: Failure) {
    let Some(mut payment) = state.payments.get(id).filter(|p| p.status == PaymentStatus::Created).cloned() else {
        return;
    };
    payment.status = PaymentStatus::Failed;
    payment.failure = Some(why);
    payment.wake_at = (payment.plan == Plan::Late).then(|| state.now + state.settings.late_seconds);
    state.put(payment);
    events::payment(state, "payment.failed", id);
}

/// A created or failed payment is authorised, and captured when its order says so.
pub(crate) fn authorize(state: &mut State, id: &str) {
    authorize_only(state, id);
    let Some(payment) = state.payments.get(id).filter(|p| p.status == PaymentStatus::Authorized) else { return };
    let Some(order) = payment.order_id.as_ref().and_then(|id| state.orders.get(id)) else { return };
    let in_time = state.now <= payment.created_at + order.capture.automatic_minutes * 60;
    if order.capture.automatic && in_time && takes(order, payment) {
        capture::capture(state, id);
    }
}

/// A created or failed payment is authorised, and stays so until somebody captures it or it is given back.
pub(crate) fn authorize_only(state: &mut State, id: &str) {
    let may = |payment: &&Payment| matches!(payment.status, PaymentStatus::Created | PaymentStatus::Failed);
    let Some(mut payment) = state.payments.get(id).filter(may).cloned() else { return };
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    let minutes = order.map_or(LONGEST_MINUTES, |order| order.capture.manual_minutes);
    payment.status = PaymentStatus::Authorized;
    payment.failure = None;
    payment.bank_reference = Some(state.ids.reference());
    payment.wake_at = Some((payment.created_at + minutes * 60).max(state.now + 1));
    state.put(payment);
    events::payment(state, "payment.authorized", id);
}

/// Whether a payment is what its order still asks for. A paid order asks for nothing.
pub(crate) fn takes(order: &Order, payment: &Payment) -> bool {
    let enough = payment.amount == order.amount_due() || (order.partial_payment && payment.amount < order.amount_due());
    order.status != OrderStatus::Paid && order.currency == payment.currency && enough
}
