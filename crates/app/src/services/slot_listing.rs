//! The slots that one viewer can book with a teacher: virtual and published ones in one list (D10, D11, D14).

use std::collections::BTreeMap;

use futures_util::try_join;
use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::{BookingWindow, ClassType, SlotKind, SlotRef, booking_window};
use tala_domain::ids::{PersonId, SlotId, TeacherId};
use tala_domain::level::Level;
use tala_domain::time::{class_end, quarter_hours};
use tala_store::availabilities::{self, TeacherAvailability};
use tala_store::slots::{self, OccupiedTimes, OwnHold};
use tala_store::{Store, StoreError};

use crate::views::slot::Slot;

/// A half-open range of instants: the start is included, the end is not.
type Range = (Timestamp, Timestamp);

/// Reads a teacher's schedule and the slots of [`list_available_slots`] concurrently. Returns `None` if the teacher takes no
/// bookings.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn find_available_slots(
    store: &Store,
    teacher: TeacherId,
    viewer: PersonId,
    range: Range,
    now: Timestamp,
) -> Result<Option<(TeacherAvailability, Vec<Slot>)>, StoreError> {
    // The visibility window is read concurrently, so read the occupied slots for the longest possible window.
    let longest = bookable_range(range, u8::MAX, now);
    let (teacher_availability, occupied) = try_join!(
        availabilities::find_by_approved_teacher(store.read(), teacher),
        slots::list_occupied(store.read(), teacher, viewer, longest, now)
    )?;
    Ok(teacher_availability.map(|teacher_availability| {
        let range = bookable_range(range, teacher_availability.visibility_days(), now);
        let slots = available_slots(&teacher_availability, viewer, range, &occupied);
        (teacher_availability, slots)
    }))
}

/// Lists the available slots of a teacher in `range`, clipped to the booking window at `now`, soonest first. Slots that
/// overlap a class of the viewer are left out.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn list_available_slots(
    store: &Store,
    teacher_availability: &TeacherAvailability,
    viewer: PersonId,
    range: Range,
    now: Timestamp,
) -> Result<Vec<Slot>, StoreError> {
    let range = bookable_range(range, teacher_availability.visibility_days(), now);
    let occupied = slots::list_occupied(store.read(), teacher_availability.teacher_id, viewer, range, now).await?;
    Ok(available_slots(teacher_availability, viewer, range, &occupied))
}

/// The part of a range that lies in the booking window.
fn bookable_range((from, to): Range, visibility_days: u8, now: Timestamp) -> Range {
    let BookingWindow { after, until } = booking_window(now, visibility_days);
    // The booking window excludes its lower bound and includes its upper one.
    let one_tick = SignedDuration::from_micros(1);
    (from.max(after.saturating_add(one_tick).unwrap_or(after)), to.min(until.saturating_add(one_tick).unwrap_or(until)))
}

fn available_slots(
    teacher_availability: &TeacherAvailability,
    viewer: PersonId,
    (from, to): Range,
    occupied: &OccupiedTimes,
) -> Vec<Slot> {
    let viewer_busy: BTreeMap<i64, SlotId> = occupied.viewer_busy.iter().copied().collect();
    // Teachers are busy during the classes that they publish.
    let teaches = viewer == teacher_availability.teacher_id.into();
    // A slot that the viewer holds stays listed; slots that overlap it do not.
    let is_viewer_available = |start: Timestamp, held_slot: Option<SlotId>| {
        teaches
            || quarter_hours(start)
                .iter()
                .all(|quarter| viewer_busy.get(quarter).is_none_or(|slot| Some(*slot) == held_slot))
    };
    let own_hold = |slot: &slots::Slot| occupied.own_holds.iter().find(|hold| hold.slot_id == slot.id);
    let mut taken_quarters: Vec<i64> =
        occupied.slots.iter().filter(|slot| slot.is_taken()).flat_map(|slot| quarter_hours(slot.starts_at)).collect();
    taken_quarters.sort_unstable();

    let mut available: Vec<Slot> = Vec::new();
    for slot in occupied.slots.iter().filter(|slot| slot.starts_at >= from && slot.starts_at < to) {
        let hold = own_hold(slot);
        let held_slot = hold.map(|hold| hold.slot_id);
        let has_seat = hold.is_some() || (slot.kind == SlotKind::Regular && slot.seats_taken < slot.capacity);
        if has_seat && is_viewer_available(slot.starts_at, held_slot) {
            available.push(stored_view(slot, teacher_availability, hold));
        }
    }
    if let Some(stored) = &teacher_availability.availability {
        let starts = stored.availability.starts_between(from, to);
        available.extend(
            starts
                .into_iter()
                .filter(|start| {
                    quarter_hours(*start).iter().all(|quarter| taken_quarters.binary_search(quarter).is_err())
                        && is_viewer_available(*start, None)
                })
                .map(|start| virtual_view(start, teacher_availability)),
        );
    }
    available.sort_by(|a, b| a.date_time.cmp(&b.date_time).then_with(|| a.id.cmp(&b.id)));
    available
}

fn stored_view(slot: &slots::Slot, teacher_availability: &TeacherAvailability, hold: Option<&OwnHold>) -> Slot {
    let view = match slot.kind {
        SlotKind::Virtual => virtual_view(slot.starts_at, teacher_availability),
        SlotKind::Regular => regular_view(slot, teacher_availability),
    };
    Slot { held_until: hold.map(|hold| hold.until), order_id: hold.map(|hold| hold.order_id.to_string()), ..view }
}

fn regular_view(slot: &slots::Slot, teacher_availability: &TeacherAvailability) -> Slot {
    Slot {
        id: SlotRef::Stored(slot.id).to_string(),
        date_time: slot.starts_at,
        end_date_time: class_end(slot.starts_at),
        class_type_key: slot.class_type.as_str().to_owned(),
        teacher_id: teacher_availability.teacher_id.to_string(),
        teacher_email: teacher_availability.teacher_email.clone().unwrap_or_default(),
        credit_cost: slot.credit_cost,
        is_virtual_slot: false,
        capacity: slot.capacity,
        seats_left: slot.capacity.saturating_sub(slot.seats_taken),
        title: slot.text.title.clone(),
        description: slot.text.description.clone(),
        level: slot.text.level.map(Level::as_str),
        held_until: None,
        order_id: None,
    }
}

fn virtual_view(start: Timestamp, teacher_availability: &TeacherAvailability) -> Slot {
    Slot {
        id: SlotRef::Virtual { teacher: teacher_availability.teacher_id, start }.to_string(),
        date_time: start,
        end_date_time: class_end(start),
        class_type_key: ClassType::Private.as_str().to_owned(),
        teacher_id: teacher_availability.teacher_id.to_string(),
        teacher_email: teacher_availability.teacher_email.clone().unwrap_or_default(),
        credit_cost: 1,
        is_virtual_slot: true,
        capacity: 1,
        seats_left: 1,
        title: String::new(),
        description: String::new(),
        level: None,
        held_until: None,
        order_id: None,
    }
}
