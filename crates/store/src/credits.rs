//! Credit lots (D17). What a student can spend is what the lots hold; how it came about is in the ledger.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::credits::Lot;
use tala_domain::ids::{BookingId, LotId, OrderId, PersonId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, word};

mod office;
mod reminding;

pub use office::{FoundLot, close_unspent, extend, find_lot};
pub use reminding::{Losing, list_expiring, list_losing, mark_told};

/// Where a lot came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Paid for.
    Bought,
    /// Given.
    Granted,
    /// Came back from a cancelled class whose lot could not take it.
    Returned,
}

impl Origin {
    /// As stored and shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bought => "bought",
            Self::Granted => "granted",
            Self::Returned => "returned",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Bought, Self::Granted, Self::Returned].into_iter().find(|origin| origin.as_str() == text)
    }
}

/// A lot with everything known of it.
#[derive(Clone, Debug)]
pub struct StoredLot {
    /// What the rules need.
    pub lot: Lot,
    /// At whose rate it was bought, and with whom alone it can be spent.
    pub teacher_id: PersonId,
    /// That teacher's name.
    pub teacher_name: String,
    /// Where it came from.
    pub origin: Origin,
    /// Credits it began with.
    pub total: u32,
    /// Price paid for each class.
    pub price_per_class: Money,
    /// When it was made.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    teacher_id: Uuid,
    teacher_name: String,
    origin: String,
    total: i64,
    remaining: i64,
    price_per_class_minor: i64,
    currency: String,
    expires_at: i64,
    created_at: i64,
}

impl TryFrom<Row> for StoredLot {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            lot: Lot { id: LotId(row.id), remaining: count(row.remaining)?, expires_at: instant(row.expires_at)? },
            teacher_id: PersonId(row.teacher_id),
            teacher_name: row.teacher_name,
            origin: word(&row.origin, Origin::parse)?,
            total: count(row.total)?,
            price_per_class: Money::new(row.price_per_class_minor, word(&row.currency, Currency::parse)?),
            created_at: instant(row.created_at)?,
        })
    }
}

const SELECT: &str = "SELECT l.id, l.teacher_id, p.name AS teacher_name, l.origin, l.total, l.remaining,
    l.price_per_class_minor, l.currency, l.expires_at, l.created_at
    FROM credit_lots l JOIN people p ON p.id = l.teacher_id";

/// Lots of a student with something left to spend with this teacher, soonest-expiring first. Expired ones that the
/// daily job has not yet closed are among them, so that the refusal can say why.
pub async fn list_open<C: Connection>(
    conn: &C,
    student: PersonId,
    teacher: PersonId,
) -> Result<Vec<StoredLot>, StoreError> {
    let sql = format!(
        "{SELECT} WHERE l.student_id = $1 AND l.teacher_id = $2 AND l.remaining > 0 ORDER BY l.expires_at, l.id"
    );
    conn.query::<Row>(&sql, &[student.0.into(), teacher.0.into()]).await?.into_iter().map(StoredLot::try_from).collect()
}

/// All lots of a student, newest first, at most `limit`.
pub async fn list_by_student<C: Connection>(
    conn: &C,
    student: PersonId,
    limit: u32,
) -> Result<Vec<StoredLot>, StoreError> {
    let sql = format!("{SELECT} WHERE l.student_id = $1 ORDER BY l.created_at DESC, l.id DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &[student.0.into()]).await?.into_iter().map(StoredLot::try_from).collect()
}

/// Takes credits out of a lot. False when fewer are left, or the lot has expired: the caller abandons the transaction.
pub async fn take(tx: &Transaction, lot: LotId, credits: u32, now: Timestamp) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "UPDATE credit_lots SET remaining = remaining - $2 WHERE id = $1 AND remaining >= $2 AND expires_at > $3",
            &[lot.0.into(), i64::from(credits).into(), micros(now).into()],
        )
        .await?;
    Ok(changed == 1)
}

/// When a lot expires.
pub async fn find_expiry<C: Connection>(conn: &C, lot: LotId) -> Result<Option<Timestamp>, StoreError> {
    #[derive(FromRow)]
    struct Expiry {
        expires_at: i64,
    }
    let row: Option<Expiry> =
        conn.query_opt("SELECT expires_at FROM credit_lots WHERE id = $1", &[lot.0.into()]).await?;
    row.map(|row| instant(row.expires_at)).transpose()
}

/// A lot about to be made.
#[derive(Clone, Debug)]
pub struct NewLot {
    /// The new id.
    pub id: LotId,
    /// Whose it is.
    pub student_id: PersonId,
    /// With whom it can be spent.
    pub teacher_id: PersonId,
    /// Where it comes from.
    pub origin: Origin,
    /// How many credits.
    pub total: u32,
    /// Price paid for each class.
    pub price_per_class: Money,
    /// When it expires.
    pub expires_at: Timestamp,
    /// The order that bought it. An order is credited once.
    pub order_id: Option<OrderId>,
    /// Now.
    pub at: Timestamp,
}

/// Makes a lot. Its ledger transaction is posted beside it by the caller.
pub async fn insert_lot(tx: &Transaction, new: &NewLot) -> Result<(), StoreError> {
    tx.execute("INSERT INTO credit_lots (id, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency,
                                  expires_at, created_at, order_id)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)",
        &[
            new.id.0.into(),
            new.student_id.0.into(),
            new.teacher_id.0.into(),
            new.origin.as_str().into(),
            i64::from(new.total).into(),
            new.price_per_class.amount_minor.into(),
            new.price_per_class.currency.code().into(),
            micros(new.expires_at).into(),
            micros(new.at).into(),
            new.order_id.map(|order| order.0).into(),
        ],
    )
    .await?;
    Ok(())
}

/// A lot whose time is up, with what was left in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpiredLot {
    /// Which.
    pub id: LotId,
    /// Whose.
    pub student_id: PersonId,
    /// What was left and is now gone.
    pub credits: u32,
    /// What it was bought for, together.
    pub worth: Money,
}

/// Closes one lot whose time is up: empties it and says what was in it. `None` when no such lot is left.
pub async fn expire_next(tx: &Transaction, now: Timestamp) -> Result<Option<ExpiredLot>, StoreError> {
    #[derive(FromRow)]
    struct Due {
        id: Uuid,
        student_id: Uuid,
        remaining: i64,
        worth: i64,
        currency: String,
    }
    // Several workers take several lots, instead of all of them the same one.
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let due: Vec<Due> = tx
        .query(
            &format!(
            "SELECT id, student_id, remaining, remaining * price_per_class_minor AS worth, currency FROM credit_lots
              WHERE expired_at IS NULL AND remaining > 0 AND expires_at <= $1
              ORDER BY expires_at, id LIMIT 1 {skip_locked}"
        ),
            &[micros(now).into()],
        )
        .await?;
    let Some(lot) = due.into_iter().next() else { return Ok(None) };
    let changed = tx.execute("UPDATE credit_lots SET remaining = 0, expired_at = $3 WHERE id = $1 AND remaining = $2 AND expired_at IS NULL",
        &[lot.id.into(), lot.remaining.into(), micros(now).into()],
    )
    .await?;
    if changed == 0 {
        return Err(StoreError::Serialization("another worker closed this lot".into()));
    }
    Ok(Some(ExpiredLot {
        id: LotId(lot.id),
        student_id: PersonId(lot.student_id),
        credits: count(lot.remaining)?,
        worth: Money::new(lot.worth, word(&lot.currency, Currency::parse)?),
    }))
}

/// Credits that were spent on a booking and have not come back, by lot.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    /// From which lot.
    pub lot: LotId,
    /// How many.
    pub credits: u32,
    /// What each was bought for.
    pub price_per_class: Money,
    /// When the lot expires, or did.
    pub expires_at: Timestamp,
    /// The lot has been closed.
    pub closed: bool,
}

/// What a booking was paid with, in credits.
pub async fn list_spent<C: Connection>(conn: &C, booking: BookingId) -> Result<Vec<Spent>, StoreError> {
    #[derive(FromRow)]
    struct SpentRow {
        id: Uuid,
        spent: i64,
        price_per_class_minor: i64,
        currency: String,
        expires_at: i64,
        expired_at: Option<i64>,
    }
    let sql = "SELECT l.id, CAST(-SUM(e.amount) AS bigint) AS spent, l.price_per_class_minor, l.currency, l.expires_at, l.expired_at
                 FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                 JOIN credit_lots l ON l.id = e.lot_id
                WHERE t.booking_id = $1 AND e.account = 'student_credits'
                GROUP BY l.id, l.price_per_class_minor, l.currency, l.expires_at, l.expired_at
               HAVING SUM(e.amount) < 0 ORDER BY l.id";
    let rows: Vec<SpentRow> = conn.query(sql, &[booking.0.into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Spent {
                lot: LotId(row.id),
                credits: count(row.spent)?,
                price_per_class: Money::new(row.price_per_class_minor, word(&row.currency, Currency::parse)?),
                expires_at: instant(row.expires_at)?,
                closed: row.expired_at.is_some(),
            })
        })
        .collect()
}

/// Makes others wait who want to give back credits of the lots that paid a booking, until the transaction ends.
pub async fn lock_spent(tx: &Transaction, booking: BookingId) -> Result<(), StoreError> {
    let sql = "UPDATE credit_lots SET id = id WHERE id IN
                 (SELECT e.lot_id FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                   WHERE t.booking_id = $1 AND e.account = 'student_credits')";
    tx.execute(sql, &[booking.0.into()]).await?;
    Ok(())
}

/// For which times credits of this lot were bound to classes that others called off, as far as they have come back to it:
/// it was made to live longer for them.
pub async fn list_made_good<C: Connection>(conn: &C, lot: LotId) -> Result<Vec<(Timestamp, Timestamp)>, StoreError> {
    #[derive(FromRow)]
    struct Bound {
        created_at: i64,
        cancelled_at: i64,
    }
    let sql = "SELECT DISTINCT b.created_at, b.cancelled_at FROM ledger_entries e
                 JOIN ledger_transactions t ON t.id = e.transaction_id JOIN bookings b ON b.id = t.booking_id
                WHERE e.lot_id = $1 AND e.account = 'student_credits' AND e.amount > 0 AND t.kind = 'credits_returned'
                  AND b.cancelled_by <> 'student' AND b.cancelled_at IS NOT NULL";
    let rows: Vec<Bound> = conn.query(sql, &[lot.0.into()]).await?;
    rows.into_iter().map(|row| Ok((instant(row.created_at)?, instant(row.cancelled_at)?))).collect()
}

/// Puts credits back into the lot that they came from, which then lives until `expires_at` if that is later. False when
/// the lot has been closed meanwhile.
pub async fn put_back(tx: &Transaction, lot: LotId, credits: u32, expires_at: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET remaining = remaining + $2,
                      expires_at = CASE WHEN expires_at < $3 THEN $3 ELSE expires_at END
                WHERE id = $1 AND expired_at IS NULL AND remaining + $2 <= total";
    Ok(tx.execute(sql, &[lot.0.into(), i64::from(credits).into(), micros(expires_at).into()]).await? == 1)
}

/// One line of a student's credit history.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// The ledger transaction's id.
    pub id: Uuid,
    /// When.
    pub at: Timestamp,
    /// The ledger's kind: `credits_granted`, `credits_spent` …
    pub kind: String,
    /// Credits in (positive) or out (negative).
    pub credits: i64,
    /// The lot.
    pub lot_id: LotId,
    /// The booking, if one was involved, and when its class is.
    pub booking: Option<(BookingId, Timestamp)>,
}

/// A student's credits as they came and went, newest first, at most `limit`.
pub async fn list_history<C: Connection>(
    conn: &C,
    student: PersonId,
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
                (Some(id), Some(at)) => Some((BookingId(id), instant(at)?)),
                _ => None,
            };
            Ok(HistoryEntry {
                id: row.id,
                at: instant(row.happened_at)?,
                kind: row.kind,
                credits: row.amount,
                lot_id: LotId(row.lot_id),
                booking,
            })
        })
        .collect()
}
