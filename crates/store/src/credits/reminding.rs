//! Credits that expire soon, for telling their students in time.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;
use uuid::Uuid;

use super::{Row, SELECT, StoredLot};
use crate::StoreError;
use crate::sql::micros;

/// A student who has credits that expire soon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losing {
    /// Who.
    pub student_id: PersonId,
    /// Their zone, if known.
    pub time_zone: Option<String>,
}

/// Students with credits left that expire after `after` and not after `until`, and that they have had for `before` by then.
pub async fn list_losing<C: Connection>(
    conn: &C,
    (after, until): (Timestamp, Timestamp),
    before: SignedDuration,
) -> Result<Vec<Losing>, StoreError> {
    #[derive(FromRow)]
    struct LosingRow {
        id: Uuid,
        time_zone: Option<String>,
    }
    let sql = "SELECT DISTINCT p.id, p.time_zone FROM credit_lots l JOIN people p ON p.id = l.student_id
                WHERE l.expired_at IS NULL AND l.remaining > 0 AND l.expires_at > $1 AND l.expires_at <= $2
                  AND l.created_at <= l.expires_at - $3 AND p.email IS NOT NULL ORDER BY p.id";
    let before = i64::try_from(before.as_micros()).map_err(|error| StoreError::Other(error.to_string()))?;
    let rows: Vec<LosingRow> = conn.query(sql, &[micros(after).into(), micros(until).into(), before.into()]).await?;
    Ok(rows.into_iter().map(|row| Losing { student_id: PersonId(row.id), time_zone: row.time_zone }).collect())
}

/// Says that a student is told of credits that expire on this day of theirs. False when they were told that day before.
pub async fn mark_told(tx: &Transaction, student: PersonId, day: i64) -> Result<bool, StoreError> {
    let sql = "UPDATE students SET credits_told_day = $2
                WHERE person_id = $1 AND (credits_told_day IS NULL OR credits_told_day < $2)";
    Ok(tx.execute(sql, &[student.0.into(), day.into()]).await? == 1)
}

/// What a student has left that expires after `now` and not after `until`, soonest first.
pub async fn list_expiring<C: Connection>(
    conn: &C,
    student: PersonId,
    (now, until): (Timestamp, Timestamp),
) -> Result<Vec<StoredLot>, StoreError> {
    let sql = format!(
        "{SELECT} WHERE l.student_id = $1 AND l.remaining > 0 AND l.expired_at IS NULL
            AND l.expires_at > $2 AND l.expires_at <= $3 ORDER BY l.expires_at, l.id LIMIT 100"
    );
    let values = [student.0.into(), micros(now).into(), micros(until).into()];
    conn.query::<Row>(&sql, &values).await?.into_iter().map(StoredLot::try_from).collect()
}
