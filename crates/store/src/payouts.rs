//! Payouts: what held classes brought a teacher, sent in one sum for each currency and run (D25).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{PayoutId, PersonId};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{PayoutCountry, PayoutState};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, word};

mod statement;

pub use statement::{StatementLine, StatementSums, list_lines, sum_lines};

/// A stored payout.
#[derive(Clone, Debug)]
pub struct Payout {
    /// Its id.
    pub id: PayoutId,
    /// Who is paid.
    pub teacher_id: PersonId,
    /// Their name.
    pub teacher_name: String,
    /// Their address.
    pub teacher_email: Option<String>,
    /// How much.
    pub amount: Money,
    /// For how many students' places in classes.
    pub classes: u32,
    /// For classes that ended before this.
    pub cut_off: Timestamp,
    /// Where it stands.
    pub state: PayoutState,
    /// The last characters of the account at the time of the run.
    pub account_last4: String,
    /// Where that account is; `None` once it is forgotten.
    pub account_country: Option<PayoutCountry>,
    /// When it was written into a table for the bank.
    pub exported_at: Option<Timestamp>,
    /// The bank's reference, once paid.
    pub reference: Option<String>,
    /// When the run made it.
    pub created_at: Timestamp,
    /// When it was marked as paid, the money sent back since or not.
    pub paid_at: Option<Timestamp>,
    /// Why the bank refused it, or sent it back.
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
    cut_off: i64,
    state: String,
    account: String,
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
            teacher_id: PersonId(row.teacher_id),
            teacher_name: row.teacher_name,
            teacher_email: row.teacher_email,
            amount: Money::new(row.amount_minor, word(&row.currency, Currency::parse)?),
            classes: count(row.classes)?,
            cut_off: instant(row.cut_off)?,
            state: word(&row.state, PayoutState::parse)?,
            account_country: country_of(&row.account),
            account_last4: row.account_last4,
            exported_at: row.exported_at.map(instant).transpose()?,
            reference: row.reference,
            created_at: instant(row.created_at)?,
            paid_at: row.paid_at.map(instant).transpose()?,
            failure: row.failure,
        })
    }
}

impl Payout {
    /// Where the account is, when the bank may not take this currency for it (D25).
    pub fn doubtful_country(&self) -> Option<PayoutCountry> {
        self.account_country.filter(|country| !country.is_paid_in(self.amount.currency))
    }
}

fn country_of(account: &str) -> Option<PayoutCountry> {
    #[derive(serde::Deserialize)]
    struct Place {
        country: String,
    }
    let place: Place = serde_json::from_str(account).ok()?;
    PayoutCountry::parse(&place.country)
}

const SELECT: &str =
    "SELECT o.id, o.teacher_id, p.name AS teacher_name, p.email AS teacher_email, o.currency, o.amount_minor,
    o.classes, o.cut_off, o.state, o.account, o.account_last4, o.exported_at, o.reference, o.created_at, o.paid_at, o.failure
    FROM payouts o JOIN people p ON p.id = o.teacher_id";

/// A payout by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: PayoutId) -> Result<Option<Payout>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE o.id = $1"), &[id.0.into()]).await?.map(Payout::try_from).transpose()
}

/// The payout by which a teacher is paid instead of one that has failed: the first that was made after it had, and has not
/// failed itself.
pub async fn find_successor<C: Connection>(conn: &C, failed: PayoutId) -> Result<Option<Payout>, StoreError> {
    let sql = format!(
        "{SELECT} JOIN payouts f ON f.teacher_id = o.teacher_id AND f.currency = o.currency
          WHERE f.id = $1 AND f.state = 'failed' AND o.state <> 'failed' AND o.created_at >= f.updated_at
          ORDER BY o.created_at, o.id LIMIT 1"
    );
    conn.query_opt::<Row>(&sql, &[failed.0.into()]).await?.map(Payout::try_from).transpose()
}

/// The account to which a payout goes, as the run has written it down.
pub async fn find_account<C: Connection>(conn: &C, id: PayoutId) -> Result<String, StoreError> {
    #[derive(FromRow)]
    struct Details {
        account: String,
    }
    let found = conn.query_opt::<Details>("SELECT account FROM payouts WHERE id = $1", &[id.0.into()]).await?;
    let found = found.ok_or_else(|| StoreError::Other("a payout without its account".to_owned()))?;
    Ok(found.account)
}

/// A teacher's payouts, newest first, at most `limit`: failed ones too, for their account may want mending.
pub async fn list_by_teacher<C: Connection>(
    conn: &C,
    teacher: PersonId,
    limit: u32,
) -> Result<Vec<Payout>, StoreError> {
    let sql = format!("{SELECT} WHERE o.teacher_id = $1 ORDER BY o.created_at DESC, o.id DESC LIMIT {limit}");
    let rows = conn.query::<Row>(&sql, &[teacher.0.into()]).await?;
    rows.into_iter().map(Payout::try_from).collect()
}

/// Payouts that have not been paid yet, by teacher's name.
pub async fn list_prepared<C: Connection>(conn: &C) -> Result<Vec<Payout>, StoreError> {
    let sql = format!("{SELECT} WHERE o.state = 'prepared' ORDER BY p.name, o.id");
    conn.query::<Row>(&sql, &[]).await?.into_iter().map(Payout::try_from).collect()
}

/// Notes that a payout is being handed to the bank. False when it was before, or does not wait for the bank any more.
pub async fn mark_exported(tx: &Transaction, id: PayoutId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE payouts SET exported_at = $2 WHERE id = $1 AND state = 'prepared' AND exported_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into()]).await? == 1)
}

/// Payouts in a state or in any, newest first, at most `limit`, continuing after the payout `after`.
pub async fn list_page<C: Connection>(
    conn: &C,
    state: Option<PayoutState>,
    after: Option<PayoutId>,
    limit: u32,
) -> Result<Vec<Payout>, StoreError> {
    let mut wheres = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    for (condition, value) in
        [("o.state =", state.map(|state| state.as_str().into())), ("o.id <", after.map(|after| after.0.into()))]
    {
        if let Some(value) = value {
            values.push(value);
            wheres.push(format!("{condition} ${}", values.len()));
        }
    }
    let sql = format!("{SELECT} WHERE {} ORDER BY o.id DESC LIMIT {limit}", wheres.join(" AND "));
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Payout::try_from).collect()
}

/// What is owed to a teacher in one currency.
#[derive(Clone, Debug)]
pub struct Owed {
    /// To whom.
    pub teacher_id: PersonId,
    /// How much.
    pub amount: Money,
    /// For how many students' places in classes.
    pub classes: u32,
}

/// What held classes that ended before `cut_off` have brought and no payout has taken up; of everybody, or of one teacher.
pub async fn list_owed<C: Connection>(
    conn: &C,
    teacher: Option<PersonId>,
    cut_off: Timestamp,
) -> Result<Vec<Owed>, StoreError> {
    #[derive(FromRow)]
    struct OwedRow {
        teacher_id: Uuid,
        currency: String,
        amount: i64,
        classes: i64,
    }
    let mut values: Vec<Value> = vec![micros(cut_off).into()];
    let mut whose = "";
    if let Some(teacher) = teacher {
        values.push(teacher.0.into());
        whose = "AND teacher_id = $2";
    }
    let sql = format!(
        "SELECT teacher_id, currency, CAST(SUM(net_minor) AS bigint) AS amount, COUNT(*) AS classes FROM bookings
          WHERE status = 'completed' AND payout_id IS NULL AND ends_at <= $1 {whose}
          GROUP BY teacher_id, currency HAVING SUM(net_minor) > 0 ORDER BY teacher_id, currency"
    );
    let rows: Vec<OwedRow> = conn.query(&sql, &values).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Owed {
                teacher_id: PersonId(row.teacher_id),
                amount: Money::new(row.amount, word(&row.currency, Currency::parse)?),
                classes: count(row.classes)?,
            })
        })
        .collect()
}

/// Makes the payout of one teacher, currency and run day, and ties the classes to it. `None` when that run has made one
/// before, or nothing is owed any more.
pub async fn prepare(
    tx: &Transaction,
    id: PayoutId,
    owed: &Owed,
    cut_off: Timestamp,
    (account, last4): (&str, &str),
    now: Timestamp,
) -> Result<Option<Payout>, StoreError> {
    let currency = owed.amount.currency.code();
    let inserted = tx.execute("INSERT INTO payouts (id, teacher_id, currency, cut_off, state, classes, amount_minor, account_last4, created_at,
             updated_at, account)
         VALUES ($1, $2, $3, $4, 'prepared', $5, $6, $7, $8, $8, $9) ON CONFLICT DO NOTHING",
        &[
            id.0.into(),
            owed.teacher_id.0.into(),
            currency.into(),
            micros(cut_off).into(),
            i64::from(owed.classes).into(),
            owed.amount.amount_minor.into(),
            last4.into(),
            micros(now).into(),
            account.into(),
        ],
    )
    .await?;
    if inserted == 0 {
        return Ok(None);
    }
    let sql = "UPDATE bookings SET payout_id = $1 WHERE teacher_id = $2 AND currency = $3 AND status = 'completed'
                  AND payout_id IS NULL AND ends_at <= $4";
    tx.execute(sql, &[id.0.into(), owed.teacher_id.0.into(), currency.into(), micros(cut_off).into()]).await?;
    // What was tied is what is paid, whatever was owed when the run looked.
    let sql = "UPDATE payouts SET amount_minor = s.amount, classes = s.classes
                 FROM (SELECT CAST(SUM(net_minor) AS bigint) AS amount, COUNT(*) AS classes FROM bookings WHERE payout_id = $1) s
                WHERE payouts.id = $1 AND s.amount > 0";
    if tx.execute(sql, &[id.0.into()]).await? == 0 {
        return Err(StoreError::Serialization("another run has taken these classes".to_owned()));
    }
    find_by_id(tx, id).await
}

/// Marks a prepared payout as paid that was in a table for the bank (`exported`), or was in none. False when it no longer
/// stands so.
pub async fn mark_paid(
    tx: &Transaction,
    id: PayoutId,
    reference: &str,
    exported: bool,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let listed = if exported { "NOT NULL" } else { "NULL" };
    let sql = format!(
        "UPDATE payouts SET state = 'paid', reference = $2, paid_at = $3, updated_at = $3
          WHERE id = $1 AND state = 'prepared' AND exported_at IS {listed}"
    );
    Ok(tx.execute(&sql, &[id.0.into(), reference.into(), micros(now).into()]).await? == 1)
}

/// Marks a payout as failed and gives its classes back to the next run. False when it no longer was in the state `from`.
pub async fn mark_failed(
    tx: &Transaction,
    id: PayoutId,
    from: PayoutState,
    failure: Option<&str>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE payouts SET state = 'failed', failure = $3, updated_at = $2 WHERE id = $1 AND state = $4";
    if tx.execute(sql, &[id.0.into(), micros(now).into(), failure.into(), from.as_str().into()]).await? == 0 {
        return Ok(false);
    }
    tx.execute("UPDATE bookings SET payout_id = NULL WHERE payout_id = $1", &[id.0.into()]).await?;
    Ok(true)
}
