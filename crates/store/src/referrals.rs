//! Referrals: friends that students have named, and their rewards (D29).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{LotId, ReferralId, StudentId};
use uuid::Uuid;

use crate::sql::keyset::fetch_capped_count;
use crate::sql::{fetch_all, fetch_count, fetch_optional, from_micros, insert_row, to_micros};
use crate::{CappedCount, StoreError};

/// A named friend.
#[derive(Clone, Debug)]
pub struct Referral {
    /// Primary key.
    pub id: ReferralId,
    /// The student who named the friend.
    pub student_id: StudentId,
    /// The student's name.
    pub student_name: String,
    /// The friend's name, as entered.
    pub name: String,
    /// The friend's email address.
    pub email: String,
    /// Whether a student with this address exists.
    pub has_joined: bool,
    /// Whether that student has attended a class.
    pub has_taken_class: bool,
    /// When the friend was named.
    pub created_at: Timestamp,
    /// When the reward was granted.
    pub granted_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    student_id: Uuid,
    student_name: String,
    name: String,
    email: String,
    joined: i64,
    taken: i64,
    created_at: i64,
    granted_at: Option<i64>,
}

impl TryFrom<Row> for Referral {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: ReferralId(row.id),
            student_id: StudentId(row.student_id),
            student_name: row.student_name,
            name: row.name,
            email: row.email,
            has_joined: row.joined > 0,
            has_taken_class: row.taken > 0,
            created_at: from_micros(row.created_at)?,
            granted_at: row.granted_at.map(from_micros).transpose()?,
        })
    }
}

const TAKEN: &str =
    "EXISTS (SELECT 1 FROM bookings b WHERE b.student_id = f.id AND b.status = 'completed' AND NOT b.no_show)";

fn select(rest: &str) -> String {
    format!(
        "SELECT r.id, r.student_id, p.name AS student_name, r.name, r.email,
                CAST(CASE WHEN s.person_id IS NULL THEN 0 ELSE 1 END AS bigint) AS joined,
                CAST(CASE WHEN {TAKEN} THEN 1 ELSE 0 END AS bigint) AS taken,
                r.created_at, r.granted_at
           FROM referrals r JOIN people p ON p.id = r.student_id LEFT JOIN people f ON f.email_key = r.email_key
           LEFT JOIN students s ON s.person_id = f.id {rest}"
    )
}

/// A referral to insert.
#[derive(Clone, Debug)]
pub struct NewReferral<'a> {
    /// Primary key of the new row.
    pub id: ReferralId,
    /// The student who names the friend.
    pub student_id: StudentId,
    /// The friend's name.
    pub name: &'a str,
    /// The friend's email address and its lower-case form.
    pub email: (&'a str, &'a str),
    /// Current time.
    pub at: Timestamp,
}

/// Inserts a referral. Returns false if the address was named already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &NewReferral<'_>) -> Result<bool, StoreError> {
    let columns = vec![
        ("id", new.id.0.into()),
        ("student_id", new.student_id.0.into()),
        ("name", new.name.into()),
        ("email", new.email.0.into()),
        ("email_key", new.email.1.into()),
        ("created_at", to_micros(new.at).into()),
    ];
    let inserted = insert_row(tx, "referrals", columns, "ON CONFLICT (email_key) DO NOTHING").await?;
    Ok(inserted == 1)
}

/// Counts a student's referrals without a reward.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_open<C: Connection>(conn: &C, student: StudentId) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) FROM referrals WHERE student_id = $1 AND granted_at IS NULL";
    fetch_count(conn, sql, &[student.0.into()]).await
}

/// Lists a student's referrals, newest first, at most 100.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_student<C: Connection>(conn: &C, student: StudentId) -> Result<Vec<Referral>, StoreError> {
    let sql = select("WHERE r.student_id = $1 ORDER BY r.id DESC LIMIT 100");
    fetch_all::<Row, _>(conn, &sql, &[student.0.into()]).await
}

/// Lists all referrals, newest first, at most `limit`, after the referral `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    after: Option<ReferralId>,
    limit: u32,
) -> Result<Vec<Referral>, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "WHERE r.id < $1";
    }
    let sql = select(&format!("{from} ORDER BY r.id DESC LIMIT {limit}"));
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Counts all referrals.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(conn: &C) -> Result<CappedCount, StoreError> {
    fetch_capped_count(conn, "FROM referrals", &[]).await
}

/// Lists up to `limit` referrals whose friend has attended a class and whose reward is not granted.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_due_rewards<C: Connection>(conn: &C, limit: u32) -> Result<Vec<Referral>, StoreError> {
    let sql = select(&format!("WHERE r.granted_at IS NULL AND {TAKEN} ORDER BY r.id LIMIT {limit}"));
    fetch_all::<Row, _>(conn, &sql, &[]).await
}

/// Finds a referral by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: ReferralId) -> Result<Option<Referral>, StoreError> {
    fetch_optional::<Row, _>(conn, &select("WHERE r.id = $1"), &[id.0.into()]).await
}

/// Marks the reward as granted. Returns false if it was granted already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_granted(tx: &Transaction, id: ReferralId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE referrals SET granted_at = $2 WHERE id = $1 AND granted_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// Links the credit lot of the reward.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_lot(tx: &Transaction, id: ReferralId, lot: LotId) -> Result<(), StoreError> {
    tx.execute("UPDATE referrals SET lot_id = $2 WHERE id = $1", &[id.0.into(), lot.0.into()]).await?;
    Ok(())
}
