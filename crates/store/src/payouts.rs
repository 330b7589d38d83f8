//! Payouts: a teacher's earnings, paid in one transfer for each currency and payout day (D25).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{PayoutId, TeacherId};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{PayoutCountry, PayoutState};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, fetch_optional, from_micros, insert_row, parse_enum, to_micros, to_u32};

mod admin;
mod owed;
mod replacement;
mod statement;

pub use admin::{PayoutSort, count, list_page};
pub use owed::{CutOffs, Owed, list_owed};
pub use replacement::{Replacement, find_replacement, list_replacements};
pub use statement::{StatementLine, StatementSums, list_lines, sum_lines};

/// A stored payout.
#[derive(Clone, Debug)]
pub struct Payout {
    /// Primary key.
    pub id: PayoutId,
    /// The teacher who is paid.
    pub teacher_id: TeacherId,
    /// The teacher's name.
    pub teacher_name: String,
    /// The teacher's verified email address.
    pub teacher_email: Option<String>,
    /// The amount to pay.
    pub amount: Money,
    /// Number of bookings. Each student of a class counts.
    pub classes: u32,
    /// Classes that ended before this instant are included.
    pub period_end_at: Timestamp,
    /// Prepared, paid or failed.
    pub state: PayoutState,
    /// Last characters of the account number at the time of the run.
    pub account_last4: String,
    /// Country of that account, `None` after the teacher was erased.
    pub account_country: Option<PayoutCountry>,
    /// When it was written to a payout export.
    pub exported_at: Option<Timestamp>,
    /// The bank's reference, set when paid.
    pub reference: Option<String>,
    /// When the payout run prepared it.
    pub created_at: Timestamp,
    /// When it was marked as paid. Kept if it is reversed.
    pub paid_at: Option<Timestamp>,
    /// Why the bank rejected or reversed it.
    pub failure: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    teacher_id: Uuid,
    teacher_name: String,
    teacher_email: Option<String>,
    currency: String,
    amount_minor: i64,
    classes: i64,
    period_end_at: i64,
    state: String,
    account_encrypted: String,
    account_last4: String,
    reference: Option<String>,
    exported_at: Option<i64>,
    created_at: i64,
    paid_at: Option<i64>,
    failure: Option<String>,
}

impl TryFrom<Row> for Payout {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: PayoutId(row.id),
            teacher_id: TeacherId(row.teacher_id),
            teacher_name: row.teacher_name,
            teacher_email: row.teacher_email,
            amount: Money::new(row.amount_minor, parse_enum(&row.currency, Currency::parse)?),
            classes: to_u32(row.classes)?,
            period_end_at: from_micros(row.period_end_at)?,
            state: parse_enum(&row.state, PayoutState::parse)?,
            account_country: country_of(&row.account_encrypted),
            account_last4: row.account_last4,
            exported_at: row.exported_at.map(from_micros).transpose()?,
            reference: row.reference,
            created_at: from_micros(row.created_at)?,
            paid_at: row.paid_at.map(from_micros).transpose()?,
            failure: row.failure,
        })
    }
}

impl Payout {
    /// The country of the account, if the bank may not accept this currency there (D25).
    pub fn mismatched_country(&self) -> Option<PayoutCountry> {
        self.account_country.filter(|country| !country.is_paid_in(self.amount.currency))
    }
}

fn country_of(account: &str) -> Option<PayoutCountry> {
    #[derive(serde::Deserialize)]
    struct Account {
        country: String,
    }
    let account: Account = serde_json::from_str(account).ok()?;
    PayoutCountry::parse(&account.country)
}

const SELECT: &str =
    "SELECT o.id, o.teacher_id, p.name AS teacher_name, p.email AS teacher_email, o.currency, o.amount_minor,
    o.classes, o.period_end_at, o.state, o.account_encrypted, o.account_last4, o.exported_at, o.reference, o.created_at,
    o.paid_at, o.failure
    FROM payouts o JOIN people p ON p.id = o.teacher_id";

/// Finds a payout by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: PayoutId) -> Result<Option<Payout>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE o.id = $1"), &[id.0.into()]).await
}

/// Returns the account of a payout, as JSON with an encrypted number.
///
/// # Errors
/// [`StoreError::Other`] if there is no such payout.
pub async fn get_account<C: Connection>(conn: &C, id: PayoutId) -> Result<String, StoreError> {
    #[derive(FromRow)]
    struct AccountRow {
        account_encrypted: String,
    }
    let found =
        conn.query_opt::<AccountRow>("SELECT account_encrypted FROM payouts WHERE id = $1", &[id.0.into()]).await?;
    let found = found.ok_or_else(|| StoreError::Other("payout not found".to_owned()))?;
    Ok(found.account_encrypted)
}

/// Lists a teacher's payouts, newest first, at most `limit`, including failed ones.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    limit: u32,
) -> Result<Vec<Payout>, StoreError> {
    let sql = format!("{SELECT} WHERE o.teacher_id = $1 ORDER BY o.created_at DESC, o.id DESC LIMIT {limit}");
    let rows = conn.query::<Row>(&sql, &[teacher.0.into()]).await?;
    rows.into_iter().map(Payout::try_from).collect()
}

/// Lists prepared payouts by the teacher's name.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_prepared<C: Connection>(conn: &C) -> Result<Vec<Payout>, StoreError> {
    let sql = format!("{SELECT} WHERE o.state = 'prepared' ORDER BY p.name, o.id");
    fetch_all::<Row, _>(conn, &sql, &[]).await
}

/// Records the export of a payout. Returns false if it was exported already or is not prepared.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_exported(tx: &Transaction, id: PayoutId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE payouts SET exported_at = $2 WHERE id = $1 AND state = 'prepared' AND exported_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// A teacher's earnings in one currency that are in no payout.
#[derive(Clone, Debug)]
pub struct Payable {
    /// The teacher.
    pub teacher_id: TeacherId,
    /// The earnings.
    pub amount: Money,
    /// Number of bookings. Each student of a class counts.
    pub classes: u32,
}

/// Lists earnings from classes that ended before `period_end_at`, of one teacher or of all.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_payable<C: Connection>(
    conn: &C,
    teacher: Option<TeacherId>,
    period_end_at: Timestamp,
) -> Result<Vec<Payable>, StoreError> {
    #[derive(FromRow)]
    struct PayableRow {
        teacher_id: Uuid,
        currency: String,
        amount: i64,
        classes: i64,
    }
    let mut values: Vec<Value> = vec![to_micros(period_end_at).into()];
    let mut filter = "";
    if let Some(teacher) = teacher {
        values.push(teacher.0.into());
        filter = "AND teacher_id = $2";
    }
    let sql = format!(
        "SELECT teacher_id, currency, CAST(SUM(net_minor) AS bigint) AS amount, COUNT(*) AS classes FROM bookings
          WHERE status = 'completed' AND payout_id IS NULL AND ends_at <= $1 {filter}
          GROUP BY teacher_id, currency HAVING SUM(net_minor) > 0 ORDER BY teacher_id, currency"
    );
    let rows: Vec<PayableRow> = conn.query(&sql, &values).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Payable {
                teacher_id: TeacherId(row.teacher_id),
                amount: Money::new(row.amount, parse_enum(&row.currency, Currency::parse)?),
                classes: to_u32(row.classes)?,
            })
        })
        .collect()
}

/// Whether the run of the payout day that begins at `period_end_at` would pay the teacher: there are earnings from classes
/// that ended before it, in a currency without a payout for that day.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_due<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    period_end_at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM bookings b
                WHERE b.teacher_id = $1 AND b.status = 'completed' AND b.payout_id IS NULL AND b.ends_at <= $2
                  AND NOT EXISTS (SELECT 1 FROM payouts o WHERE o.teacher_id = b.teacher_id AND o.currency = b.currency
                                     AND o.period_end_at = $2 AND o.state <> 'failed')
                GROUP BY b.currency HAVING SUM(b.net_minor) > 0 LIMIT 1";
    let due = conn.query_opt::<()>(sql, &[teacher.0.into(), to_micros(period_end_at).into()]).await?;
    Ok(due.is_some())
}

/// Inserts the payout of a teacher, currency and payout day, and links its bookings. `None` if there is one already.
///
/// # Errors
/// [`StoreError::Serialization`] if another run has linked the bookings: retry the transaction.
pub async fn insert_prepared(
    tx: &Transaction,
    id: PayoutId,
    payable: &Payable,
    period_end_at: Timestamp,
    (account, last4): (&str, &str),
    now: Timestamp,
) -> Result<Option<Payout>, StoreError> {
    let currency = payable.amount.currency.code();
    let columns = vec![
        ("id", id.0.into()),
        ("teacher_id", payable.teacher_id.0.into()),
        ("currency", currency.into()),
        ("period_end_at", to_micros(period_end_at).into()),
        ("state", "prepared".into()),
        ("classes", i64::from(payable.classes).into()),
        ("amount_minor", payable.amount.amount_minor.into()),
        ("account_last4", last4.into()),
        ("created_at", to_micros(now).into()),
        ("updated_at", to_micros(now).into()),
        ("account_encrypted", account.into()),
    ];
    let inserted = insert_row(tx, "payouts", columns, "ON CONFLICT DO NOTHING").await?;
    if inserted == 0 {
        return Ok(None);
    }
    let sql = "UPDATE bookings SET payout_id = $1 WHERE teacher_id = $2 AND currency = $3 AND status = 'completed'
                  AND payout_id IS NULL AND ends_at <= $4";
    tx.execute(sql, &[id.0.into(), payable.teacher_id.0.into(), currency.into(), to_micros(period_end_at).into()])
        .await?;
    // The linked bookings decide the amount, whatever was payable when the run started.
    let sql = "UPDATE payouts SET amount_minor = s.amount, classes = s.classes
                 FROM (SELECT CAST(SUM(net_minor) AS bigint) AS amount, COUNT(*) AS classes
                         FROM bookings WHERE payout_id = $1) s
                WHERE payouts.id = $1 AND s.amount > 0";
    if tx.execute(sql, &[id.0.into()]).await? == 0 {
        return Err(StoreError::Serialization("another payout run has linked these bookings".to_owned()));
    }
    find_by_id(tx, id).await
}

/// Marks a prepared payout as paid. Returns false if it is not prepared, or if it was exported and `exported` is false
/// or the reverse.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_paid(
    tx: &Transaction,
    id: PayoutId,
    reference: &str,
    exported: bool,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let export_state = if exported { "NOT NULL" } else { "NULL" };
    let sql = format!(
        "UPDATE payouts SET state = 'paid', reference = $2, paid_at = $3, updated_at = $3
          WHERE id = $1 AND state = 'prepared' AND exported_at IS {export_state}"
    );
    Ok(tx.execute(&sql, &[id.0.into(), reference.into(), to_micros(now).into()]).await? == 1)
}

/// Marks a payout as failed and releases its bookings for the next run. Returns false if it is not in state `from`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_failed(
    tx: &Transaction,
    id: PayoutId,
    from: PayoutState,
    failure: Option<&str>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE payouts SET state = 'failed', failure = $3, updated_at = $2 WHERE id = $1 AND state = $4";
    if tx.execute(sql, &[id.0.into(), to_micros(now).into(), failure.into(), from.as_str().into()]).await? == 0 {
        return Ok(false);
    }
    tx.execute("UPDATE bookings SET payout_id = NULL WHERE payout_id = $1", &[id.0.into()]).await?;
    Ok(true)
}
