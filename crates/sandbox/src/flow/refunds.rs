//! Giving money back.

use crate::model::{Notes, PaymentStatus, Refund, RefundEnd, RefundOutcome, RefundStatus};
use crate::state::State;
use crate::webhooks::events;

/// Normal refunds of older payments fail: six months.
const OLDEST_SECONDS: i64 = 183 * 24 * 3_600;

/// What a new refund is made of.
pub(crate) struct Draft {
    pub(crate) payment_id: String,
    pub(crate) amount: i64,
    pub(crate) speed: String,
    pub(crate) notes: Notes,
    pub(crate) receipt: Option<String>,
}

/// Makes a refund; the amount has been checked. Returns its id.
pub(crate) fn start(state: &mut State, draft: Draft) -> Option<String> {
    let mut payment = state.payments.get(&draft.payment_id)?.clone();
    let id = state.ids.id("rfnd_");
    let too_old = draft.speed == "normal" && payment.created_at + OLDEST_SECONDS < state.now;
    let outcome = if too_old { RefundOutcome::Failed } else { state.settings.refunds };
    let at = state.now + state.settings.refund_seconds;
    let end = match outcome {
        RefundOutcome::Processed => Some((at, RefundEnd::Processed)),
        RefundOutcome::Failed => Some((at, RefundEnd::Failed)),
        RefundOutcome::StaysPending => None,
    };
    payment.amount_refunded += draft.amount;
    if payment.refundable() == 0 {
        payment.status = PaymentStatus::Refunded;
    }
    payment.wake_at = None;
    payment.refunds.push(id.clone());
    let refund = Refund {
        number: state.ids.number(),
        id: id.clone(),
        payment_id: draft.payment_id,
        amount: draft.amount,
        currency: payment.currency.clone(),
        status: RefundStatus::Pending,
        speed_processed: if draft.speed == "optimum" { "instant" } else { "normal" }.to_owned(),
        speed_requested: draft.speed,
        notes: draft.notes,
        receipt: draft.receipt,
        bank_reference: None,
        end,
        created_at: state.now,
    };
    state.put(payment);
    state.put(refund);
    events::refund(state, "refund.created", &id);
    if let Some((at, end)) = end
        && at <= state.now
    {
        finish(state, &id, end);
    }
    Some(id)
}

/// An instant refund that the bank cannot do at once becomes a normal one.
pub(crate) fn slow_down(state: &mut State, id: &str) {
    let instant = |refund: &&Refund| refund.status == RefundStatus::Pending && refund.speed_processed == "instant";
    let Some(mut refund) = state.refunds.get(id).filter(instant).cloned() else { return };
    refund.speed_processed = "normal".to_owned();
    state.put(refund);
    events::refund(state, "refund.speed_changed", id);
}

/// Ends a pending refund. The amount of a failed one can be refunded again.
pub(crate) fn finish(state: &mut State, id: &str, end: RefundEnd) {
    let pending = |refund: &&Refund| refund.status == RefundStatus::Pending;
    let Some(mut refund) = state.refunds.get(id).filter(pending).cloned() else { return };
    let name = match end {
        RefundEnd::Processed => {
            refund.status = RefundStatus::Processed;
            refund.bank_reference = Some(state.ids.reference());
            "refund.processed"
        }
        RefundEnd::Failed => {
            refund.status = RefundStatus::Failed;
            take_back(state, &refund);
            "refund.failed"
        }
    };
    state.put(refund);
    events::refund(state, name, id);
}

fn take_back(state: &mut State, refund: &Refund) {
    let Some(mut payment) = state.payments.get(&refund.payment_id).cloned() else { return };
    payment.amount_refunded -= refund.amount;
    if payment.status == PaymentStatus::Refunded {
        payment.status = if payment.captured { PaymentStatus::Captured } else { PaymentStatus::Authorized };
    }
    state.put(payment);
}
