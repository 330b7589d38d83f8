//! Classes of which their people are to be reminded.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, FromRow};
use tala_domain::ids::{BookingId, SlotId};
use uuid::Uuid;

use super::{Booking, Row, SELECT};
use crate::StoreError;
use crate::sql::{instant, micros};

/// A class that begins soon, for one of its students.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coming {
    /// The booking.
    pub booking_id: BookingId,
    /// The class.
    pub slot_id: SlotId,
    /// When it begins.
    pub starts_at: Timestamp,
}

/// Confirmed bookings of classes that begin after `after` and not after `until`, and were booked more than `before` ahead.
pub async fn list_coming<C: Connection>(
    conn: &C,
    (after, until): (Timestamp, Timestamp),
    before: SignedDuration,
) -> Result<Vec<Coming>, StoreError> {
    #[derive(FromRow)]
    struct ComingRow {
        id: Uuid,
        slot_id: Uuid,
        starts_at: i64,
    }
    let sql = "SELECT id, slot_id, starts_at FROM bookings
                WHERE status = 'confirmed' AND starts_at > $1 AND starts_at <= $2 AND created_at < starts_at - $3
                ORDER BY starts_at, id";
    let before = i64::try_from(before.as_micros()).map_err(|error| StoreError::Other(error.to_string()))?;
    let rows: Vec<ComingRow> = conn.query(sql, &[micros(after).into(), micros(until).into(), before.into()]).await?;
    let coming = |row: ComingRow| {
        Ok(Coming { booking_id: BookingId(row.id), slot_id: SlotId(row.slot_id), starts_at: instant(row.starts_at)? })
    };
    rows.into_iter().map(coming).collect()
}

/// Everybody who is in a class, by name.
pub async fn list_in_slot<C: Connection>(conn: &C, slot: SlotId) -> Result<Vec<Booking>, StoreError> {
    let sql = format!("{SELECT} WHERE b.slot_id = $1 AND b.status = 'confirmed' ORDER BY s.name, b.id");
    conn.query::<Row>(&sql, &[slot.0.into()]).await?.into_iter().map(Booking::try_from).collect()
}
