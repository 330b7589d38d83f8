//! Friends whom students have named, and the free classes that they brought (D29).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{LotId, PersonId, ReferralId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros};

/// A named friend.
#[derive(Clone, Debug)]
pub struct Referral {
    /// Its id.
    pub id: ReferralId,
    /// Who named the friend.
    pub student_id: PersonId,
    /// Their name.
    pub student_name: String,
    /// The friend's name, as it was told.
    pub name: String,
    /// The friend's address.
    pub email: String,
    /// Whether somebody with this address has joined.
    pub joined: bool,
    /// Whether they have taken a class.
    pub taken: bool,
    /// When the friend was named.
    pub created_at: Timestamp,
    /// When the free class was given.
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
            student_id: PersonId(row.student_id),
            student_name: row.student_name,
            name: row.name,
            email: row.email,
            joined: row.joined > 0,
            taken: row.taken > 0,
            created_at: instant(row.created_at)?,
            granted_at: row.granted_at.map(instant).transpose()?,
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

/// A friend about to be named.
#[derive(Clone, Debug)]
pub struct NewReferral<'a> {
    /// The new id.
    pub id: ReferralId,
    /// Who names.
    pub student_id: PersonId,
    /// The friend's name.
    pub name: &'a str,
    /// The friend's address and its comparison key.
    pub email: (&'a str, &'a str),
    /// Now.
    pub at: Timestamp,
}

/// Names a friend. False when somebody has named them before.
pub async fn insert(tx: &Transaction, new: &NewReferral<'_>) -> Result<bool, StoreError> {
    let inserted = tx
        .execute(
            "INSERT INTO referrals (id, student_id, name, email, email_key, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (email_key) DO NOTHING",
            &[
                new.id.0.into(),
                new.student_id.0.into(),
                new.name.into(),
                new.email.0.into(),
                new.email.1.into(),
                micros(new.at).into(),
            ],
        )
        .await?;
    Ok(inserted == 1)
}

/// How many friends of a student wait for their first class.
pub async fn count_open<C: Connection>(conn: &C, student: PersonId) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Open {
        open: i64,
    }
    let sql = "SELECT COUNT(*) AS open FROM referrals WHERE student_id = $1 AND granted_at IS NULL";
    let row: Option<Open> = conn.query_opt(sql, &[student.0.into()]).await?;
    Ok(row.map_or(0, |row| row.open))
}

/// A student's friends, newest first, at most 100.
pub async fn list_by_student<C: Connection>(conn: &C, student: PersonId) -> Result<Vec<Referral>, StoreError> {
    let sql = select("WHERE r.student_id = $1 ORDER BY r.id DESC LIMIT 100");
    conn.query::<Row>(&sql, &[student.0.into()]).await?.into_iter().map(Referral::try_from).collect()
}

/// Friends of all students, newest first, at most `limit`, continuing after `after`.
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
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Referral::try_from).collect()
}

/// Friends who have taken their first class, and for whom nobody was thanked yet; at most `limit`.
pub async fn list_ready<C: Connection>(conn: &C, limit: u32) -> Result<Vec<Referral>, StoreError> {
    let sql = select(&format!("WHERE r.granted_at IS NULL AND {TAKEN} ORDER BY r.id LIMIT {limit}"));
    conn.query::<Row>(&sql, &[]).await?.into_iter().map(Referral::try_from).collect()
}

/// A named friend by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: ReferralId) -> Result<Option<Referral>, StoreError> {
    conn.query_opt::<Row>(&select("WHERE r.id = $1"), &[id.0.into()]).await?.map(Referral::try_from).transpose()
}

/// Says that the free class is given. False when it was before.
pub async fn mark_granted(tx: &Transaction, id: ReferralId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE referrals SET granted_at = $2 WHERE id = $1 AND granted_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into()]).await? == 1)
}

/// Remembers the lot that was given.
pub async fn set_lot(tx: &Transaction, id: ReferralId, lot: LotId) -> Result<(), StoreError> {
    tx.execute("UPDATE referrals SET lot_id = $2 WHERE id = $1", &[id.0.into(), lot.0.into()]).await?;
    Ok(())
}
