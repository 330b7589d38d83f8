//! Credit lots (D17). Lots contain what a student can spend; the ledger contains how that came about.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::ids::{BookingId, LotId, OrderId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, from_micros, insert_row, parse_enum, to_micros, to_u32};

mod admin;
mod debits;
mod lot;
mod reminders;
mod unspent;

use lot::{Row, SELECT};

pub use admin::{LotDetails, extend_expiry, find_by_id, reduce_price, void_remaining, void_unspent};
pub use debits::{Debit, debit, find_returned_expiry, list_blocked_periods, list_debits, lock_debits, restore};
pub use lot::{Origin, StoredLot};
pub use reminders::{StudentWithExpiringCredits, list_expiring, list_students_with_expiring, mark_reminded};
pub use unspent::{UnspentLot, UnspentSum, list_students_with_unspent, list_unspent_by_teacher, sum_unspent};

/// Lists the lots of a student with credits for this teacher, earliest expiry first. Lots that have expired and are not
/// closed yet are included, so that the caller can report the reason.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_spendable<C: Connection>(
    conn: &C,
    student: StudentId,
    teacher: TeacherId,
) -> Result<Vec<StoredLot>, StoreError> {
    let sql = format!(
        "{SELECT} WHERE l.student_id = $1 AND l.teacher_id = $2 AND l.remaining > 0 ORDER BY l.expires_at, l.id"
    );
    fetch_all::<Row, _>(conn, &sql, &[student.0.into(), teacher.0.into()]).await
}

/// Lists the lots of a student, newest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_student<C: Connection>(
    conn: &C,
    student: StudentId,
    limit: u32,
) -> Result<Vec<StoredLot>, StoreError> {
    let sql = format!("{SELECT} WHERE l.student_id = $1 ORDER BY l.created_at DESC, l.id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &[student.0.into()]).await
}

/// Finds when a lot expires.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_expiry<C: Connection>(conn: &C, lot: LotId) -> Result<Option<Timestamp>, StoreError> {
    #[derive(FromRow)]
    struct Expiry {
        expires_at: i64,
    }
    let row: Option<Expiry> =
        conn.query_opt("SELECT expires_at FROM credit_lots WHERE id = $1", &[lot.0.into()]).await?;
    row.map(|row| from_micros(row.expires_at)).transpose()
}

/// A lot to insert.
#[derive(Clone, Debug)]
pub struct NewLot {
    /// Primary key of the new row.
    pub id: LotId,
    /// The owner.
    pub student_id: StudentId,
    /// The teacher with whom it can be spent.
    pub teacher_id: TeacherId,
    /// Bought, granted or returned.
    pub origin: Origin,
    /// Number of credits.
    pub total: u32,
    /// Price of one class.
    pub price_per_class: Money,
    /// When it expires.
    pub expires_at: Timestamp,
    /// The order that bought it. Unique.
    pub order_id: Option<OrderId>,
    /// Current time.
    pub at: Timestamp,
}

/// Inserts a lot. The caller posts its ledger transaction.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &NewLot) -> Result<(), StoreError> {
    let columns = vec![
        ("id", new.id.0.into()),
        ("student_id", new.student_id.0.into()),
        ("teacher_id", new.teacher_id.0.into()),
        ("origin", new.origin.as_str().into()),
        ("total", i64::from(new.total).into()),
        ("remaining", i64::from(new.total).into()),
        ("price_per_class_minor", new.price_per_class.amount_minor.into()),
        ("currency", new.price_per_class.currency.code().into()),
        ("expires_at", to_micros(new.expires_at).into()),
        ("created_at", to_micros(new.at).into()),
        ("order_id", new.order_id.map(|order| order.0).into()),
    ];
    insert_row(tx, "credit_lots", columns, "").await?;
    Ok(())
}

/// A lot that was just closed because it expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpiredLot {
    /// The lot.
    pub id: LotId,
    /// The owner.
    pub student_id: StudentId,
    /// Credits that were left.
    pub credits: u32,
    /// Price of the credits that were left.
    pub worth: Money,
}

/// Closes the next expired lot and returns what was left in it. `None` if there is none.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn expire_next(tx: &Transaction, now: Timestamp) -> Result<Option<ExpiredLot>, StoreError> {
    #[derive(FromRow)]
    struct Due {
        id: Uuid,
        student_id: Uuid,
        remaining: i64,
        worth: i64,
        currency: String,
    }
    // Concurrent workers close different lots.
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let due: Vec<Due> = tx
        .query(
            &format!(
            "SELECT id, student_id, remaining, remaining * price_per_class_minor AS worth, currency FROM credit_lots
              WHERE expired_at IS NULL AND remaining > 0 AND expires_at <= $1
              ORDER BY expires_at, id LIMIT 1 {skip_locked}"
        ),
            &[to_micros(now).into()],
        )
        .await?;
    let Some(lot) = due.into_iter().next() else { return Ok(None) };
    let sql = "UPDATE credit_lots SET remaining = 0, expired_at = $3
                WHERE id = $1 AND remaining = $2 AND expired_at IS NULL";
    if tx.execute(sql, &[lot.id.into(), lot.remaining.into(), to_micros(now).into()]).await? == 0 {
        return Err(StoreError::Serialization("another worker has closed this lot".to_owned()));
    }
    Ok(Some(ExpiredLot {
        id: LotId(lot.id),
        student_id: StudentId(lot.student_id),
        credits: to_u32(lot.remaining)?,
        worth: Money::new(lot.worth, parse_enum(&lot.currency, Currency::parse)?),
    }))
}

/// A change of a student's credits.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// Id of the ledger transaction.
    pub id: Uuid,
    /// When it was posted.
    pub at: Timestamp,
    /// The ledger's kind: `credits_granted`, `credits_spent` and so on.
    pub kind: String,
    /// Credits gained (positive) or lost (negative).
    pub credits: i64,
    /// The lot.
    pub lot_id: LotId,
    /// The booking with the start of its class, if there is one.
    pub booking: Option<(BookingId, Timestamp)>,
}

/// Lists the changes of a student's credits, newest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_history<C: Connection>(
    conn: &C,
    student: StudentId,
    limit: u32,
) -> Result<Vec<HistoryEntry>, StoreError> {
    #[derive(FromRow)]
    struct EntryRow {
        id: Uuid,
        happened_at: i64,
        kind: String,
        amount: i64,
        lot_id: Uuid,
        booking_id: Option<Uuid>,
        class_at: Option<i64>,
    }
    let sql = format!(
        "SELECT t.id, t.happened_at, t.kind, e.amount, e.lot_id, t.booking_id, b.starts_at AS class_at
                 FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
                 LEFT JOIN bookings b ON b.id = t.booking_id
                WHERE e.owner_id = $1 AND e.account = 'student_credits' AND e.lot_id IS NOT NULL
                ORDER BY t.happened_at DESC, t.id DESC LIMIT {limit}"
    );
    let rows: Vec<EntryRow> = conn.query(&sql, &[student.0.into()]).await?;
    rows.into_iter()
        .map(|row| {
            let booking = match (row.booking_id, row.class_at) {
                (Some(id), Some(at)) => Some((BookingId(id), from_micros(at)?)),
                _ => None,
            };
            Ok(HistoryEntry {
                id: row.id,
                at: from_micros(row.happened_at)?,
                kind: row.kind,
                credits: row.amount,
                lot_id: LotId(row.lot_id),
                booking,
            })
        })
        .collect()
}
