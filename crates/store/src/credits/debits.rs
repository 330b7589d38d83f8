//! Credits debited for a booking, and restored when it is cancelled (D24).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{BookingId, LotId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_micros, to_u32};

/// Debits credits from a lot. Returns false if fewer are left, the lot has expired or a class has another price: the
/// caller must roll back.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn debit(
    tx: &Transaction,
    lot: LotId,
    credits: u32,
    price_per_class: Money,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET remaining = remaining - $2
                WHERE id = $1 AND remaining >= $2 AND expires_at > $3 AND price_per_class_minor = $4";
    let values = [lot.0.into(), i64::from(credits).into(), to_micros(now).into(), price_per_class.amount_minor.into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Credits that a booking has debited from one lot and that were not restored.
#[derive(Clone, Copy, Debug)]
pub struct Debit {
    /// The lot.
    pub lot: LotId,
    /// Number of credits.
    pub credits: u32,
    /// Price of one class.
    pub price_per_class: Money,
    /// When the lot expires or has expired.
    pub expires_at: Timestamp,
    /// Whether the lot is closed: nothing can be restored to it.
    pub closed: bool,
}

/// Lists the debits of a booking.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_debits<C: Connection>(conn: &C, booking: BookingId) -> Result<Vec<Debit>, StoreError> {
    #[derive(FromRow)]
    struct DebitRow {
        id: Uuid,
        spent: i64,
        price_per_class_minor: i64,
        currency: String,
        expires_at: i64,
        expired_at: Option<i64>,
    }
    let sql = "SELECT l.id, CAST(-SUM(e.amount) AS bigint) AS spent, l.price_per_class_minor, l.currency, l.expires_at,
                      l.expired_at
                 FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                 JOIN credit_lots l ON l.id = e.lot_id
                WHERE t.booking_id = $1 AND e.account = 'student_credits'
                GROUP BY l.id, l.price_per_class_minor, l.currency, l.expires_at, l.expired_at
               HAVING SUM(e.amount) < 0 ORDER BY l.id";
    let rows: Vec<DebitRow> = conn.query(sql, &[booking.0.into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Debit {
                lot: LotId(row.id),
                credits: to_u32(row.spent)?,
                price_per_class: Money::new(row.price_per_class_minor, parse_enum(&row.currency, Currency::parse)?),
                expires_at: from_micros(row.expires_at)?,
                closed: row.expired_at.is_some(),
            })
        })
        .collect()
}

/// Returns when the credits expire that a cancelled booking has returned; the earliest, if they are in several lots.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_returned_expiry<C: Connection>(
    conn: &C,
    booking: BookingId,
) -> Result<Option<Timestamp>, StoreError> {
    #[derive(FromRow)]
    struct ExpiryRow {
        expires_at: i64,
    }
    let sql = "SELECT l.expires_at FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                 JOIN credit_lots l ON l.id = e.lot_id
                WHERE t.booking_id = $1 AND t.kind IN ('credits_returned', 'class_exchanged')
                  AND e.account = 'student_credits' ORDER BY l.expires_at LIMIT 1";
    let rows: Vec<ExpiryRow> = conn.query(sql, &[booking.0.into()]).await?;
    rows.first().map(|row| from_micros(row.expires_at)).transpose()
}

/// Locks the lots that a booking has debited until commit, so that credits are restored once.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_debits(tx: &Transaction, booking: BookingId) -> Result<(), StoreError> {
    let sql = "UPDATE credit_lots SET id = id WHERE id IN
                 (SELECT e.lot_id FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                   WHERE t.booking_id = $1 AND e.account = 'student_credits')";
    tx.execute(sql, &[booking.0.into()]).await?;
    Ok(())
}

/// Lists the periods, from booking to cancellation, in which credits of this lot were blocked by classes that the
/// student did not cancel. The lot was extended for them.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_blocked_periods<C: Connection>(
    conn: &C,
    lot: LotId,
) -> Result<Vec<(Timestamp, Timestamp)>, StoreError> {
    #[derive(FromRow)]
    struct PeriodRow {
        created_at: i64,
        cancelled_at: i64,
    }
    let sql = "SELECT DISTINCT b.created_at, b.cancelled_at FROM ledger_entries e
                 JOIN ledger_transactions t ON t.id = e.transaction_id JOIN bookings b ON b.id = t.booking_id
                WHERE e.lot_id = $1 AND e.account = 'student_credits' AND e.amount > 0 AND t.kind = 'credits_returned'
                  AND b.cancelled_by <> 'student' AND b.cancelled_at IS NOT NULL";
    let rows: Vec<PeriodRow> = conn.query(sql, &[lot.0.into()]).await?;
    rows.into_iter().map(|row| Ok((from_micros(row.created_at)?, from_micros(row.cancelled_at)?))).collect()
}

/// Restores credits to their lot, and extends it to `expires_at` if that is later. Returns false if the lot is closed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn restore(tx: &Transaction, lot: LotId, credits: u32, expires_at: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET remaining = remaining + $2,
                      expires_at = CASE WHEN expires_at < $3 THEN $3 ELSE expires_at END
                WHERE id = $1 AND expired_at IS NULL AND remaining + $2 <= total";
    Ok(tx.execute(sql, &[lot.0.into(), i64::from(credits).into(), to_micros(expires_at).into()]).await? == 1)
}
