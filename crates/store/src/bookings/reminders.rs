//! Classes for which reminders are due.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, FromRow};
use tala_domain::ids::{BookingId, SlotId};
use uuid::Uuid;

use super::booking::{Booking, Row, SELECT};
use crate::StoreError;
use crate::sql::{fetch_all, from_micros, to_micros};

/// A booking of a class that starts soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpcomingClass {
    /// The booking.
    pub booking_id: BookingId,
    /// The slot, shared by all bookings of a class.
    pub slot_id: SlotId,
    /// When the class starts.
    pub starts_at: Timestamp,
}

/// Lists confirmed bookings of classes that start after `after` and not after `until`, and that were booked more than
/// `before` ahead.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_starting_between<C: Connection>(
    conn: &C,
    (after, until): (Timestamp, Timestamp),
    before: SignedDuration,
) -> Result<Vec<UpcomingClass>, StoreError> {
    #[derive(FromRow)]
    struct ClassRow {
        id: Uuid,
        slot_id: Uuid,
        starts_at: i64,
    }
    let sql = "SELECT id, slot_id, starts_at FROM bookings
                WHERE status = 'confirmed' AND starts_at > $1 AND starts_at <= $2 AND created_at < starts_at - $3
                ORDER BY starts_at, id";
    let before = i64::try_from(before.as_micros()).map_err(|error| StoreError::Other(error.to_string()))?;
    let rows: Vec<ClassRow> =
        conn.query(sql, &[to_micros(after).into(), to_micros(until).into(), before.into()]).await?;
    let to_class = |row: ClassRow| {
        Ok(UpcomingClass {
            booking_id: BookingId(row.id),
            slot_id: SlotId(row.slot_id),
            starts_at: from_micros(row.starts_at)?,
        })
    };
    rows.into_iter().map(to_class).collect()
}

/// Lists the confirmed bookings of a slot by the student's name.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_slot<C: Connection>(conn: &C, slot: SlotId) -> Result<Vec<Booking>, StoreError> {
    let sql = format!("{SELECT} WHERE b.slot_id = $1 AND b.status = 'confirmed' ORDER BY s.name, b.id");
    fetch_all::<Row, _>(conn, &sql, &[slot.0.into()]).await
}
