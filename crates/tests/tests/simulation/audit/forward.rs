//! No record returns to an earlier state: what is booked stays booked until its refund, and final states stay final.

use uuid::Uuid;

use super::snapshot::Snapshot;
use crate::world::World;

/// Progress of a record. At the start (0) it may change in any direction, later only forward.
fn order(state: &str) -> u8 {
    match state {
        "booked" | "credited" => 1,
        "refunding" => 2,
        "refunded" => 3,
        _ => 0,
    }
}

fn booking(status: &str) -> u8 {
    u8::from(status != "confirmed")
}

fn payout(state: &str) -> u8 {
    match state {
        "prepared" => 0,
        "paid" => 1,
        _ => 2,
    }
}

fn refund(state: &str) -> u8 {
    u8::from(state == "done")
}

/// Compares with the previous audit.
pub(super) fn check(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let orders = snapshot.orders.iter().map(|one| (one.id, one.state.as_str(), order(&one.state)));
    let bookings = snapshot.bookings.iter().map(|one| (one.id, one.status.as_str(), booking(&one.status)));
    let payouts = snapshot.payouts.iter().map(|one| (one.id, one.state.as_str(), payout(&one.state)));
    let refunds = snapshot.refunds.iter().map(|one| (one.id, one.state.as_str(), refund(&one.state)));
    let all = orders.chain(bookings).chain(payouts).chain(refunds);
    let mut seen = world.seen.borrow_mut();
    all.filter_map(|(id, state, now): (Uuid, &str, u8)| {
        let (before, then) = seen.insert(id, (state.to_owned(), now))?;
        let back = now < then || (now == then && now > 0 && before != state);
        back.then(|| format!("{id} was {before}, and is {state}"))
    })
    .collect()
}
