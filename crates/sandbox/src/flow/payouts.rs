//! Status changes of payouts.

use crate::api::views::payout_json;
use crate::state::State;
use crate::webhooks::events;

/// Payout statuses and their events.
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

/// Sets the status of a payout and emits the event. Returns `false` if the payout or the status does not exist.
pub(crate) fn set_status(state: &mut State, id: &str, status: &str) -> bool {
    let Some((_, event)) = EVENTS.iter().find(|(name, _)| *name == status) else { return false };
    let Some(mut payout) = state.payouts.get(id).cloned() else { return false };
    payout.status = status.to_owned();
    if status == "processed" && payout.utr.is_none() {
        payout.utr = Some(state.ids.next_bank_reference());
    }
    let json = payout_json(&payout);
    state.upsert(payout);
    events::emit(state, event, &[("payout", json)]);
    true
}
