//! The occupied times of a teacher, as one viewer may see them. Expired holds are left out.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::ids::{OrderId, PersonId, SlotId, TeacherId};
use tala_domain::time::{CLASS_MINUTES, SignedDuration, quarter_hours};
use uuid::Uuid;

use super::slot::{Row, Slot};
use crate::StoreError;
use crate::sql::{from_micros, to_micros};

/// A seat that the viewer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnHold {
    /// The slot.
    pub slot_id: SlotId,
    /// The order that holds it.
    pub order_id: OrderId,
    /// When the hold expires.
    pub until: Timestamp,
}

/// Occupied times in a window.
#[derive(Clone, Debug, Default)]
pub struct OccupiedTimes {
    /// The teacher's stored slots that may overlap the window: published classes, and virtual slots with a student.
    pub slots: Vec<Slot>,
    /// Quarter-hours in which the viewer has a class, with its slot.
    pub viewer_busy: Vec<(i64, SlotId)>,
    /// Seats that the viewer holds, counted as taken in `slots`.
    pub own_holds: Vec<OwnHold>,
}

/// Lists the teacher's stored slots and the viewer's busy quarter-hours between `from` and `to`, in one statement.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_occupied<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    viewer: PersonId,
    (from, to): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<OccupiedTimes, StoreError> {
    let sql = "SELECT id, teacher_id, starts_at, kind, class_type, capacity,
                      seats_taken - (SELECT COUNT(*) FROM orders o WHERE o.slot_id = slots.id AND o.seat_state = 'held'
                                        AND o.hold_expires_at <= $7) AS seats_taken, credit_cost, title, description, level
                 FROM slots
                WHERE teacher_id = $1 AND cancelled_at IS NULL AND starts_at > $3 AND starts_at < $4
                  AND (kind = 'regular' OR seats_taken > 0)
               UNION ALL
               SELECT slot_id, person_id, quarter_hour, 'busy', '', 0, 0, 0, '', '', '' FROM busy_quarter_hours
                WHERE person_id = $2 AND quarter_hour >= $5 AND quarter_hour <= $6
                  AND NOT EXISTS (SELECT 1 FROM orders o
                                   WHERE o.slot_id = busy_quarter_hours.slot_id AND o.student_id = $2 AND o.seat_state = 'held' AND o.hold_expires_at <= $7)
               UNION ALL
               SELECT slot_id, id, hold_expires_at, 'hold', '', 0, 0, 0, '', '', '' FROM orders
                WHERE student_id = $2 AND seat_state = 'held' AND hold_expires_at > $7";
    let hour = SignedDuration::from_mins(CLASS_MINUTES);
    let touching = from.saturating_sub(hour).unwrap_or(Timestamp::MIN);
    // A class that starts after the window can overlap its last class.
    let touched = to.saturating_add(hour).unwrap_or(Timestamp::MAX);
    let [first_quarter, ..] = quarter_hours(from);
    let [.., last_quarter] = quarter_hours(to);
    let values: [Value; 7] = [
        teacher.0.into(),
        viewer.0.into(),
        to_micros(touching).into(),
        to_micros(touched).into(),
        first_quarter.into(),
        last_quarter.into(),
        to_micros(now).into(),
    ];
    let mut occupied = OccupiedTimes::default();
    for row in conn.query::<Row>(sql, &values).await? {
        match row.kind.as_str() {
            "busy" => occupied.viewer_busy.push((row.starts_at, SlotId(row.id))),
            "hold" => occupied.own_holds.push(own_hold(row.id, row.teacher_id, row.starts_at)?),
            _ => occupied.slots.push(Slot::try_from(row)?),
        }
    }
    Ok(occupied)
}

fn own_hold(slot: Uuid, order: Uuid, until: i64) -> Result<OwnHold, StoreError> {
    Ok(OwnHold { slot_id: SlotId(slot), order_id: OrderId(order), until: from_micros(until)? })
}
