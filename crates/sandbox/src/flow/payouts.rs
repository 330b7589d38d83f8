//! A payout's way.

use crate::api::payout_json;
use crate::state::State;
use crate::webhooks::events;

/// The states that a payout can be put into, and the event that tells of each.
const EVENTS: [(&str, &str); 8] = [
    ("pending", "payout.pending"),
    ("queued", "payout.queued"),
    ("processing", "payout.initiated"),
    ("processed", "payout.processed"),
    ("reversed", "payout.reversed"),
    ("rejected", "payout.rejected"),
    ("failed", "payout.failed"),
    ("cancelled", "payout.updated"),
];

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

pub(crate) fn tell(state: &mut State, event: &str, id: &str) {
    if let Some(payout) = state.payouts.get(id).map(payout_json) {
        events::emit(state, event, &[("payout", payout)]);
    }
}
