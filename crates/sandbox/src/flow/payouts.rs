//! A payout's way.

use crate::api::payout_json;
use crate::state::State;
use crate::webhooks::events;

/// The states that a payout can be put into, and the event that tells of each.
const EVENTS: [(&str, &str); 9] = [
    ("pending", "payout.pending"),
    ("queued", "payout.queued"),
    ("scheduled", "payout.updated"),
    ("processing", "payout.initiated"),
    ("processed", "payout.processed"),
    ("reversed", "payout.reversed"),
    ("rejected", "payout.rejected"),
    ("failed", "payout.failed"),
    ("cancelled", "payout.updated"),
];

/// Why a payout is where it is: what `status_details` says of a state, as source, reason and description.
pub(crate) fn details(status: &str) -> Option<[&'static str; 3]> {
    match status {
        "queued" => {
            Some(["internal", "low_balance", "Payout is queued as there is not enough balance in the account."])
        }
        "failed" => Some(["beneficiary_bank", "invalid_account", "The beneficiary's bank does not know the account."]),
        "reversed" => Some(["beneficiary_bank", "beneficiary_bank_rejected", "The beneficiary's bank sent it back."]),
        "rejected" => Some(["business", "payout_rejected", "Payout was rejected by an approver."]),
        _ => None,
    }
}

/// Moves a payout and tells of it. `false`: there is no such payout or no such state.
pub(crate) fn become_status(state: &mut State, id: &str, status: &str) -> bool {
    let Some((_, event)) = EVENTS.iter().find(|(name, _)| *name == status) else { return false };
    let Some(mut payout) = state.payouts.get(id).cloned() else { return false };
    payout.status = status.to_owned();
    if status == "processed" && payout.utr.is_none() {
        payout.utr = Some(state.ids.reference());
    }
    state.put(payout);
    tell(state, event, id);
    true
}

fn tell(state: &mut State, event: &str, id: &str) {
    if let Some(payout) = state.payouts.get(id).map(payout_json) {
        events::emit(state, event, &[("payout", payout)]);
    }
}
