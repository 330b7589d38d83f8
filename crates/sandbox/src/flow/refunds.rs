//! Transitions of refunds.

use crate::model::{FinalRefundStatus, Notes, PaymentStatus, Refund, RefundOutcome, RefundStatus};
use crate::state::State;
use crate::webhooks::events;

/// Age of a payment after which normal refunds fail: six months.
const MAX_AGE_SECONDS: i64 = 183 * 24 * 3_600;

/// A refund to create.
pub(crate) struct NewRefund {
    pub(crate) payment_id: String,
    pub(crate) amount: i64,
    pub(crate) speed: String,
    pub(crate) notes: Notes,
    pub(crate) receipt: Option<String>,
}

/// Creates a refund of a validated amount. Returns its id, or `None` if the payment does not exist.
pub(crate) fn create(state: &mut State, new: NewRefund) -> Option<String> {
    let mut payment = state.payments.get(&new.payment_id)?.clone();
    let id = state.ids.next_id("rfnd_");
    let is_too_old = new.speed == "normal" && payment.created_at + MAX_AGE_SECONDS < state.now;
    let outcome = if is_too_old { RefundOutcome::Failed } else { state.settings.refunds };
    let at = state.now + state.settings.refund_seconds;
    let end = match outcome {
        RefundOutcome::Processed => Some((at, FinalRefundStatus::Processed)),
        RefundOutcome::Failed => Some((at, FinalRefundStatus::Failed)),
        RefundOutcome::StaysPending => None,
    };
    payment.amount_refunded += new.amount;
    if payment.refundable() == 0 {
        payment.status = PaymentStatus::Refunded;
    }
    payment.wake_at = None;
    payment.refunds.push(id.clone());
    let refund = Refund {
        number: state.ids.next_number(),
        id: id.clone(),
        payment_id: new.payment_id,
        amount: new.amount,
        currency: payment.currency.clone(),
        status: RefundStatus::Pending,
        speed_processed: if new.speed == "optimum" { "instant" } else { "normal" }.to_owned(),
        speed_requested: new.speed,
        notes: new.notes,
        receipt: new.receipt,
        bank_reference: None,
        end,
        created_at: state.now,
    };
    state.upsert(payment);
    state.upsert(refund);
    events::emit_refund_event(state, "refund.created", &id);
    if let Some((at, end)) = end
        && at <= state.now
    {
        finish(state, &id, end);
    }
    Some(id)
}

/// Changes a pending instant refund to normal speed.
pub(crate) fn change_to_normal_speed(state: &mut State, id: &str) {
    let is_pending_instant =
        |refund: &&Refund| refund.status == RefundStatus::Pending && refund.speed_processed == "instant";
    let Some(mut refund) = state.refunds.get(id).filter(is_pending_instant).cloned() else { return };
    refund.speed_processed = "normal".to_owned();
    state.upsert(refund);
    events::emit_refund_event(state, "refund.speed_changed", id);
}

/// Completes a pending refund. The amount of a failed one becomes refundable again.
pub(crate) fn finish(state: &mut State, id: &str, end: FinalRefundStatus) {
    let is_pending = |refund: &&Refund| refund.status == RefundStatus::Pending;
    let Some(mut refund) = state.refunds.get(id).filter(is_pending).cloned() else { return };
    let name = match end {
        FinalRefundStatus::Processed => {
            refund.status = RefundStatus::Processed;
            refund.bank_reference = Some(state.ids.next_bank_reference());
            "refund.processed"
        }
        FinalRefundStatus::Failed => {
            refund.status = RefundStatus::Failed;
            revert_refunded_amount(state, &refund);
            "refund.failed"
        }
    };
    state.upsert(refund);
    events::emit_refund_event(state, name, id);
}

fn revert_refunded_amount(state: &mut State, refund: &Refund) {
    let Some(mut payment) = state.payments.get(&refund.payment_id).cloned() else { return };
    payment.amount_refunded -= refund.amount;
    if payment.status == PaymentStatus::Refunded {
        payment.status = if payment.captured { PaymentStatus::Captured } else { PaymentStatus::Authorized };
    }
    state.upsert(payment);
}
