//! What a teacher offers to one viewer now: virtual and published slots in one list (D10, D11, D14).

use std::collections::HashSet;

use jiff::Timestamp;
use tala_domain::booking::{ClassType, SlotKind, SlotRef, window};
use tala_domain::ids::PersonId;
use tala_domain::time::{cells, class_end};
use tala_store::availabilities::Offering;
use tala_store::slots::{self, Slot};
use tala_store::{Store, StoreError};

use crate::views::SlotView;

/// The bookable slots of a teacher between `from` and `to` (clipped to what may be booked at `now`), soonest first,
/// without those that touch an hour in which the viewer already has a class.
pub async fn list_free_slots(
    store: &Store,
    offering: &Offering,
    viewer: PersonId,
    (from, to): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<Vec<SlotView>, StoreError> {
    let (after, until) = window(now, offering.visibility_days());
    // `window` excludes its lower end and includes its upper one; ranges here are half-open.
    let one_tick = jiff::SignedDuration::from_micros(1);
    let from = from.max(after.saturating_add(one_tick).unwrap_or(after));
    let to = to.min(until.saturating_add(one_tick).unwrap_or(until));
    if from >= to {
        return Ok(Vec::new());
    }
    let occupied = slots::list_occupied(store.read(), offering.teacher_id, viewer, from, to).await?;
    let viewer_cells: HashSet<i64> = occupied.viewer_cells.iter().copied().collect();
    // Teachers are busy in the very classes that they offer.
    let teaches = viewer == offering.teacher_id;
    let viewer_is_free = |start: Timestamp| teaches || cells(start).iter().all(|cell| !viewer_cells.contains(cell));
    let taken: HashSet<i64> = occupied.slots.iter().flat_map(|slot| cells(slot.starts_at)).collect();

    let mut free: Vec<SlotView> = occupied
        .slots
        .iter()
        .filter(|slot| slot.kind == SlotKind::Regular && slot.seats_taken < slot.capacity)
        .filter(|slot| slot.starts_at >= from && slot.starts_at < to && viewer_is_free(slot.starts_at))
        .map(|slot| regular_view(slot, offering))
        .collect();
    if let Some(stored) = &offering.availability {
        let starts = stored.availability.starts_between(from, to);
        free.extend(
            starts
                .into_iter()
                .filter(|start| cells(*start).iter().all(|cell| !taken.contains(cell)) && viewer_is_free(*start))
                .map(|start| virtual_view(start, offering)),
        );
    }
    free.sort_by(|a, b| a.date_time.cmp(&b.date_time).then_with(|| a.id.cmp(&b.id)));
    Ok(free)
}

fn regular_view(slot: &Slot, offering: &Offering) -> SlotView {
    SlotView {
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
    }
}

fn virtual_view(start: Timestamp, offering: &Offering) -> SlotView {
    SlotView {
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
    }
}
