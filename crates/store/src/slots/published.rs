//! Published classes (D10).

use jiff::Timestamp;
use tala_db::{Connection, Transaction};
use tala_domain::booking::ClassText;
use tala_domain::ids::{SlotId, TeacherId};
use tala_domain::level::Level;

use super::slot::{COLUMNS, Row, Slot, find_by_id, insert_busy_quarter_hours};
use crate::StoreError;
use crate::sql::{fetch_all, to_micros};

/// Lists a teacher's published classes that start in `[from, to)`, earliest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_published<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    (from, to): (Timestamp, Timestamp),
    limit: u32,
) -> Result<Vec<Slot>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM slots WHERE teacher_id = $1 AND starts_at >= $2 AND starts_at < $3 AND kind = 'regular'
            AND cancelled_at IS NULL ORDER BY starts_at LIMIT {limit}"
    );
    let values = [teacher.0.into(), to_micros(from).into(), to_micros(to).into()];
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// The changed values of a published class.
#[derive(Clone, Debug)]
pub struct ClassChange {
    /// New start.
    pub starts_at: Timestamp,
    /// New number of seats.
    pub capacity: u32,
    /// New price of a seat in credits.
    pub credit_cost: u32,
    /// New texts.
    pub text: ClassText,
}

/// The result of a change.
#[derive(Clone, Debug)]
pub enum ClassChangeOutcome {
    /// The class was changed.
    Done(Slot),
    /// A seat is taken, so the start and the price are fixed, and seats in use cannot be removed.
    HasStudents,
    /// The teacher has another class then.
    Busy,
    /// The class was changed since it was read.
    Stale,
}

/// Changes a class that still has the values in `slot`. Start and price can change only while no seat is taken or held.
///
/// After [`ClassChangeOutcome::Busy`] the caller must roll back.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn change_published(
    tx: &Transaction,
    slot: &Slot,
    change: &ClassChange,
) -> Result<ClassChangeOutcome, StoreError> {
    let sql = format!(
        "UPDATE slots SET starts_at = $3, capacity = $4, credit_cost = $5, title = $9, description = $10, level = $11
          WHERE id = $1 AND teacher_id = $2 AND kind = 'regular' AND cancelled_at IS NULL AND seats_taken <= $4
            AND starts_at = $6 AND capacity = $7 AND credit_cost = $8
            AND (seats_taken = 0 OR (starts_at = $3 AND credit_cost = $5))
            AND NOT EXISTS (SELECT 1 FROM slots o
                             WHERE o.teacher_id = $2 AND o.starts_at = $3 AND o.cancelled_at IS NULL AND o.id <> $1
                               AND (o.kind = 'regular' OR o.seats_taken > 0))
         RETURNING {COLUMNS}"
    );
    let values = [
        slot.id.0.into(),
        slot.teacher_id.0.into(),
        to_micros(change.starts_at).into(),
        i64::from(change.capacity).into(),
        i64::from(change.credit_cost).into(),
        to_micros(slot.starts_at).into(),
        i64::from(slot.capacity).into(),
        i64::from(slot.credit_cost).into(),
        change.text.title.as_str().into(),
        change.text.description.as_str().into(),
        change.text.level.map_or("", Level::as_str).into(),
    ];
    let is_moved = change.starts_at != slot.starts_at;
    if is_moved {
        cancel_empty_virtual(tx, slot.teacher_id, change.starts_at).await?;
    }
    let found = match tx.query_opt::<Row>(&sql, &values).await {
        // A concurrent transaction has is_moved a class to that time.
        Err(StoreError::UniqueViolation(_)) => return Ok(ClassChangeOutcome::Busy),
        found => found?,
    };
    let Some(row) = found else {
        let current = find_by_id(tx, slot.id).await?;
        let terms = |slot: &Slot| (slot.starts_at, slot.capacity, slot.credit_cost);
        return Ok(match current {
            Some(current) if terms(&current) != terms(slot) => ClassChangeOutcome::Stale,
            Some(current) if current.seats_taken == 0 && is_moved => ClassChangeOutcome::Busy,
            _ => ClassChangeOutcome::HasStudents,
        });
    };
    let changed = Slot::try_from(row)?;
    if is_moved {
        let sql = "DELETE FROM busy_quarter_hours WHERE slot_id = $1 AND person_id = $2";
        tx.execute(sql, &[slot.id.0.into(), slot.teacher_id.0.into()]).await?;
        if !insert_busy_quarter_hours(tx, &changed, &[slot.teacher_id.into()]).await? {
            return Ok(ClassChangeOutcome::Busy);
        }
    }
    Ok(ClassChangeOutcome::Done(changed))
}

/// Cancels an empty virtual slot, so that a class can be published at this start.
pub(super) async fn cancel_empty_virtual(
    tx: &Transaction,
    teacher: TeacherId,
    start: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE slots SET cancelled_at = $2 WHERE teacher_id = $1 AND starts_at = $2 AND kind = 'virtual'
                  AND seats_taken = 0 AND cancelled_at IS NULL";
    tx.execute(sql, &[teacher.0.into(), to_micros(start).into()]).await?;
    Ok(())
}

/// Cancels a published class and releases the teacher's quarter-hours. Returns false if it is cancelled already, or if
/// a seat is taken.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn cancel_published(
    tx: &Transaction,
    id: SlotId,
    teacher: TeacherId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE slots SET cancelled_at = $3 WHERE id = $1 AND teacher_id = $2 AND kind = 'regular'
                  AND cancelled_at IS NULL AND seats_taken = 0";
    if tx.execute(sql, &[id.0.into(), teacher.0.into(), to_micros(now).into()]).await? == 0 {
        return Ok(false);
    }
    tx.execute("DELETE FROM busy_quarter_hours WHERE slot_id = $1", &[id.0.into()]).await?;
    Ok(true)
}
