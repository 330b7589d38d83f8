//! What of a teacher's hours is taken, by whom, as one viewer may see it. Holds that have run out are not there.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::ids::{OrderId, PersonId, SlotId};
use tala_domain::time::{CLASS_MINUTES, SignedDuration, cells};
use uuid::Uuid;

use super::slot::{Row, Slot};
use crate::StoreError;
use crate::sql::{instant, micros};

/// A seat that the viewer holds while paying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnHold {
    /// In which slot.
    pub slot_id: SlotId,
    /// By which order.
    pub order_id: OrderId,
    /// Until when.
    pub until: Timestamp,
}

/// What stands in the way, or on offer, between two instants.
#[derive(Clone, Debug, Default)]
pub struct Occupied {
    /// The teacher's stored slots that could touch the window: regular ones, and virtual ones with somebody in them.
    pub slots: Vec<Slot>,
    /// Quarter-hours in which the viewer already has a class, with the slot of that class.
    pub viewer_cells: Vec<(i64, SlotId)>,
    /// Seats that the viewer holds; they are among those taken above.
    pub own_holds: Vec<OwnHold>,
}

/// The teacher's stored slots and the viewer's own hours between `from` and `to`, in one statement.
pub async fn list_occupied<C: Connection>(
    conn: &C,
    teacher: PersonId,
    viewer: PersonId,
    (from, to): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<Occupied, StoreError> {
    let sql = "SELECT id, teacher_id, starts_at, kind, class_type, capacity,
                      seats_taken - (SELECT COUNT(*) FROM orders o WHERE o.slot_id = slots.id AND o.seat = 'held'
                                        AND o.hold_expires_at <= $7) AS seats_taken, credit_cost FROM slots
                WHERE teacher_id = $1 AND cancelled_at IS NULL AND starts_at > $3 AND starts_at < $4
                  AND (kind = 'regular' OR seats_taken > 0)
               UNION ALL
               SELECT slot_id, person_id, cell, 'cell', '', 0, 0, 0 FROM time_cells
                WHERE person_id = $2 AND cell >= $5 AND cell <= $6
                  AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.slot_id = time_cells.slot_id AND o.student_id = $2
                                     AND o.seat = 'held' AND o.hold_expires_at <= $7)
               UNION ALL
               SELECT slot_id, id, hold_expires_at, 'hold', '', 0, 0, 0 FROM orders
                WHERE student_id = $2 AND seat = 'held' AND hold_expires_at > $7";
    let hour = SignedDuration::from_mins(CLASS_MINUTES);
    let touching = from.saturating_sub(hour).unwrap_or(Timestamp::MIN);
    // A class that starts after the window may still touch its last hour.
    let touched = to.saturating_add(hour).unwrap_or(Timestamp::MAX);
    let [first_cell, ..] = cells(from);
    let [.., last_cell] = cells(to);
    let values: [Value; 7] = [
        teacher.0.into(),
        viewer.0.into(),
        micros(touching).into(),
        micros(touched).into(),
        first_cell.into(),
        last_cell.into(),
        micros(now).into(),
    ];
    let mut occupied = Occupied::default();
    for row in conn.query::<Row>(sql, &values).await? {
        match row.kind.as_str() {
            "cell" => occupied.viewer_cells.push((row.starts_at, SlotId(row.id))),
            "hold" => occupied.own_holds.push(own_hold(row.id, row.teacher_id, row.starts_at)?),
            _ => occupied.slots.push(Slot::try_from(row)?),
        }
    }
    Ok(occupied)
}

fn own_hold(slot: Uuid, order: Uuid, until: i64) -> Result<OwnHold, StoreError> {
    Ok(OwnHold { slot_id: SlotId(slot), order_id: OrderId(order), until: instant(until)? })
}
