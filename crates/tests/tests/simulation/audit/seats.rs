//! Seats and hours: no person in two classes, no overfull class, no seat without a booking or hold.

use std::collections::{BTreeMap, HashSet};

use uuid::Uuid;

use super::snapshot::Snapshot;

const HOUR: i64 = 3_600_000_000;
const CELL: i64 = 900_000_000;

/// A person in a class: who, in which slot, from when.
struct Taken {
    student: Uuid,
    teacher: Uuid,
    slot: Uuid,
    starts_at: i64,
}

pub(super) fn check(snapshot: &Snapshot) -> Vec<String> {
    let taken = taken(snapshot);
    let mut findings = capacity(snapshot, &taken);
    findings.extend(overlaps(snapshot, &taken));
    findings.extend(cells(snapshot, &taken));
    for booking in &snapshot.bookings {
        if booking.created_at >= booking.starts_at {
            findings.push(format!("{} was booked after it began", booking.id));
        }
        if booking.ends_at - booking.starts_at != HOUR {
            findings.push(format!("{} does not last an hour", booking.id));
        }
    }
    findings
}

fn taken(snapshot: &Snapshot) -> Vec<Taken> {
    let booked = snapshot.bookings.iter().filter(|booking| booking.lives()).map(|booking| Taken {
        student: booking.student,
        teacher: booking.teacher,
        slot: booking.slot,
        starts_at: booking.starts_at,
    });
    let held = snapshot.orders.iter().filter(|order| order.seat_state == "held").map(|order| Taken {
        student: order.student,
        teacher: order.teacher,
        slot: order.slot.unwrap(),
        starts_at: order.starts_at.unwrap(),
    });
    booked.chain(held).collect()
}

fn capacity(snapshot: &Snapshot, taken: &[Taken]) -> Vec<String> {
    let mut findings = Vec::new();
    for slot in &snapshot.slots {
        let inside = taken.iter().filter(|one| one.slot == slot.id).count();
        if i64::try_from(inside).unwrap() != slot.taken || slot.taken > slot.capacity {
            findings.push(format!("{} seats {}, counts {}, has {inside}", slot.id, slot.capacity, slot.taken));
        }
        if taken.iter().any(|one| one.slot == slot.id && one.starts_at != slot.starts_at) {
            findings.push(format!("a person in {} is marked busy at another time", slot.id));
        }
    }
    findings
}

fn overlaps(snapshot: &Snapshot, taken: &[Taken]) -> Vec<String> {
    let mut hours: BTreeMap<Uuid, Vec<(i64, Uuid)>> = BTreeMap::new();
    for one in taken {
        hours.entry(one.student).or_default().push((one.starts_at, one.slot));
    }
    for slot in snapshot.slots.iter().filter(|slot| slot.kind == "regular" || slot.taken > 0) {
        hours.entry(slot.teacher).or_default().push((slot.starts_at, slot.id));
    }
    let mut findings = Vec::new();
    for (person, mut classes) in hours {
        classes.sort_unstable();
        for pair in classes.windows(2) {
            if pair[1].0 - pair[0].0 < HOUR {
                findings.push(format!("{person} is in {} and {} at the same time", pair[0].1, pair[1].1));
            }
        }
    }
    findings
}

/// The busy quarter-hours are exactly those of the people in classes.
fn cells(snapshot: &Snapshot, taken: &[Taken]) -> Vec<String> {
    let quarters = |starts_at: i64| starts_at.div_euclid(CELL)..(starts_at + HOUR - 1).div_euclid(CELL) + 1;
    let mut expected: HashSet<(Uuid, i64, Uuid)> = HashSet::new();
    for one in taken {
        expected.extend(quarters(one.starts_at).map(|cell| (one.student, cell, one.slot)));
        expected.extend(quarters(one.starts_at).map(|cell| (one.teacher, cell, one.slot)));
    }
    for slot in snapshot.slots.iter().filter(|slot| slot.kind == "regular") {
        expected.extend(quarters(slot.starts_at).map(|cell| (slot.teacher, cell, slot.id)));
    }
    let marked: HashSet<_> = snapshot.cells.iter().map(|cell| (cell.person, cell.cell, cell.slot)).collect();
    let wrong = marked.symmetric_difference(&expected);
    wrong.map(|cell| format!("the quarter-hour {cell:?} is marked: {}", marked.contains(cell))).collect()
}
