//! Names of the records that audit events are about.

use std::collections::HashMap;

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Value};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, placeholders};

/// The name of a record, for people.
#[derive(Clone, Debug)]
pub struct SubjectName {
    /// Name of the person, student, teacher or administrator, or the coupon's code.
    pub name: String,
    /// Start of the class, if the record is a booking or a class.
    pub starts_at: Option<Timestamp>,
}

/// Tables whose records audit events are about, with name and start.
const SOURCES: [&str; 11] = [
    "SELECT p.id, p.name, CAST(NULL AS bigint) AS starts_at FROM people p WHERE p.id IN (?)",
    "SELECT b.id, p.name, b.starts_at FROM bookings b JOIN people p ON p.id = b.student_id WHERE b.id IN (?)",
    "SELECT s.id, p.name, s.starts_at FROM slots s JOIN people p ON p.id = s.teacher_id WHERE s.id IN (?)",
    "SELECT o.id, p.name, CAST(NULL AS bigint) FROM orders o JOIN people p ON p.id = o.student_id WHERE o.id IN (?)",
    "SELECT o.id, p.name, CAST(NULL AS bigint) FROM payouts o JOIN people p ON p.id = o.teacher_id WHERE o.id IN (?)",
    "SELECT l.id, p.name, CAST(NULL AS bigint) FROM credit_lots l JOIN people p ON p.id = l.student_id
      WHERE l.id IN (?)",
    "SELECT r.id, p.name, CAST(NULL AS bigint) FROM refunds r JOIN orders o ON o.id = r.order_id
       JOIN people p ON p.id = o.student_id WHERE r.id IN (?)",
    "SELECT m.id, p.name, CAST(NULL AS bigint) FROM support_messages m JOIN people p ON p.id = m.person_id
      WHERE m.id IN (?)",
    "SELECT c.id, c.code, CAST(NULL AS bigint) FROM coupons c WHERE c.id IN (?)",
    "SELECT a.id, a.name, CAST(NULL AS bigint) FROM admins a WHERE a.id IN (?)",
    "SELECT w.id, w.name, CAST(NULL AS bigint) FROM waitlist w WHERE w.id IN (?)",
];

/// Finds the names of records of any kind. Records without a name are missing in the result.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn name_subjects<C: Connection>(conn: &C, ids: &[Uuid]) -> Result<HashMap<Uuid, SubjectName>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        id: Uuid,
        name: String,
        starts_at: Option<i64>,
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let places = placeholders(0, ids.len());
    let sql = SOURCES.map(|source| source.replace('?', &places)).join(" UNION ALL ");
    let values: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
    let rows: Vec<Row> = conn.query(&sql, &values).await?;
    rows.into_iter()
        .map(|row| {
            let starts_at = row.starts_at.map(from_micros).transpose()?;
            Ok((row.id, SubjectName { name: row.name, starts_at }))
        })
        .collect()
}
