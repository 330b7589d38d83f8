//! What a teacher offers to one viewer now: virtual and published slots in one list (D10, D11, D14).

use std::collections::BTreeMap;

use futures_util::try_join;
use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::{ClassType, SlotKind, SlotRef, window};
use tala_domain::ids::{PersonId, SlotId};
use tala_domain::time::{cells, class_end};
use tala_store::availabilities::{self, Offering};
use tala_store::slots::{self, Occupied, OwnHold};
use tala_store::{Store, StoreError};

use crate::views::slot::Slot;

/// From the first instant until before the second.
type Range = (Timestamp, Timestamp);

/// What a teacher offers, with [`list_free_slots`]; `None` if they offer nothing. Both reads are sent together.
pub async fn find_offer(
    store: &Store,
    teacher: PersonId,
    viewer: PersonId,
    range: Range,
    now: Timestamp,
) -> Result<Option<(Offering, Vec<Slot>)>, StoreError> {
    // The teacher's own window is not known yet: the longest that anybody may have.
    let longest = bookable(range, u8::MAX, now);
    let (offering, occupied) = try_join!(
        availabilities::find_offering(store.read(), teacher),
        slots::list_occupied(store.read(), teacher, viewer, longest, now)
    )?;
    Ok(offering.map(|offering| {
        let free = free_slots(&offering, viewer, bookable(range, offering.visibility_days(), now), &occupied);
        (offering, free)
    }))
}

/// The bookable slots of a teacher between `from` and `to` (clipped to what may be booked at `now`), soonest first,
/// without those that touch an hour in which the viewer already has a class.
pub async fn list_free_slots(
    store: &Store,
    offering: &Offering,
    viewer: PersonId,
    range: Range,
    now: Timestamp,
) -> Result<Vec<Slot>, StoreError> {
    let range = bookable(range, offering.visibility_days(), now);
    let occupied = slots::list_occupied(store.read(), offering.teacher_id, viewer, range, now).await?;
    Ok(free_slots(offering, viewer, range, &occupied))
}

/// The part of a range in which a class may be booked now.
fn bookable((from, to): Range, visibility_days: u8, now: Timestamp) -> Range {
    let (after, until) = window(now, visibility_days);
    // `window` excludes its lower end and includes its upper one.
    let one_tick = SignedDuration::from_micros(1);
    (from.max(after.saturating_add(one_tick).unwrap_or(after)), to.min(until.saturating_add(one_tick).unwrap_or(until)))
}

fn free_slots(offering: &Offering, viewer: PersonId, (from, to): Range, occupied: &Occupied) -> Vec<Slot> {
    let viewer_cells: BTreeMap<i64, SlotId> = occupied.viewer_cells.iter().copied().collect();
    // Teachers are busy in the very classes that they offer.
    let teaches = viewer == offering.teacher_id;
    // What the viewer holds while paying stays in sight; what overlaps it does not.
    let viewer_is_free = |start: Timestamp, own: Option<SlotId>| {
        teaches || cells(start).iter().all(|cell| viewer_cells.get(cell).is_none_or(|slot| Some(*slot) == own))
    };
    let own_hold = |slot: &slots::Slot| occupied.own_holds.iter().find(|hold| hold.slot_id == slot.id);
    let mut taken: Vec<i64> =
        occupied.slots.iter().filter(|slot| slot.is_taken()).flat_map(|slot| cells(slot.starts_at)).collect();
    taken.sort_unstable();

    let mut free: Vec<Slot> = Vec::new();
    for slot in occupied.slots.iter().filter(|slot| slot.starts_at >= from && slot.starts_at < to) {
        let hold = own_hold(slot);
        let own = hold.map(|hold| hold.slot_id);
        let seat_left = hold.is_some() || (slot.kind == SlotKind::Regular && slot.seats_taken < slot.capacity);
        if seat_left && viewer_is_free(slot.starts_at, own) {
            free.push(stored_view(slot, offering, hold));
        }
    }
    if let Some(stored) = &offering.availability {
        let starts = stored.availability.starts_between(from, to);
        free.extend(
            starts
                .into_iter()
                .filter(|start| {
                    cells(*start).iter().all(|cell| taken.binary_search(cell).is_err()) && viewer_is_free(*start, None)
                })
                .map(|start| virtual_view(start, offering)),
        );
    }
    free.sort_by(|a, b| a.date_time.cmp(&b.date_time).then_with(|| a.id.cmp(&b.id)));
    free
}

fn stored_view(slot: &slots::Slot, offering: &Offering, hold: Option<&OwnHold>) -> Slot {
    let plain = match slot.kind {
        SlotKind::Virtual => virtual_view(slot.starts_at, offering),
        SlotKind::Regular => regular_view(slot, offering),
    };
    Slot { held_until: hold.map(|hold| hold.until), order_id: hold.map(|hold| hold.order_id.to_string()), ..plain }
}

fn regular_view(slot: &slots::Slot, offering: &Offering) -> Slot {
    Slot {
        id: SlotRef::Stored(slot.id).to_string(),
        date_time: slot.starts_at,
        end_date_time: class_end(slot.starts_at),
        class_type_key: slot.class_type.as_str().to_owned(),
        teacher_id: offering.teacher_id.to_string(),
        teacher_email: offering.teacher_email.clone().unwrap_or_default(),
        credit_cost: slot.credit_cost,
        is_virtual_slot: false,
        capacity: slot.capacity,
        seats_left: slot.capacity.saturating_sub(slot.seats_taken),
        held_until: None,
        order_id: None,
    }
}

fn virtual_view(start: Timestamp, offering: &Offering) -> Slot {
    Slot {
        id: SlotRef::Virtual { teacher: offering.teacher_id, start }.to_string(),
        date_time: start,
        end_date_time: class_end(start),
        class_type_key: ClassType::Private.as_str().to_owned(),
        teacher_id: offering.teacher_id.to_string(),
        teacher_email: offering.teacher_email.clone().unwrap_or_default(),
        credit_cost: 1,
        is_virtual_slot: true,
        capacity: 1,
        seats_left: 1,
        held_until: None,
        order_id: None,
    }
}
