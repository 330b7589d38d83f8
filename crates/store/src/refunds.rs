//! Refunds: rows of their own, from the wish to the provider's last word (D24). Each gives back a whole payment.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{BookingId, OrderId, PaymentId, RefundId};
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{RefundReason, RefundState};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, number, word, words};

mod office;

pub use office::{list_page, retry_failed};

/// A stored refund.
#[derive(Clone, Debug)]
pub struct Refund {
    /// Our id.
    pub id: RefundId,
    /// Which payment goes back.
    pub payment_id: PaymentId,
    /// The order that it paid.
    pub order_id: Option<OrderId>,
    /// The booking that was cancelled.
    pub booking_id: Option<BookingId>,
    /// How much, in minor units of `currency`.
    pub amount_minor: i64,
    /// ISO 4217; a payment in a wrong currency goes back in that currency.
    pub currency: String,
    /// Why.
    pub reason: RefundReason,
    /// Where it stands.
    pub state: RefundState,
    /// The provider's id, once it has one.
    pub provider_refund_id: Option<String>,
    /// Which attempt at the provider this is, from 1; part of the idempotency key.
    pub attempt: u32,
    /// How often the provider was asked about it.
    pub checks: u32,
    /// What went wrong last at the provider.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it was done.
    pub finished_at: Option<Timestamp>,
}

impl Refund {
    /// The amount, when it is in a currency that we charge in.
    pub fn money(&self) -> Option<Money> {
        Currency::parse(&self.currency).map(|currency| Money::new(self.amount_minor, currency))
    }
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    payment_id: Uuid,
    order_id: Option<Uuid>,
    booking_id: Option<Uuid>,
    amount_minor: i64,
    currency: String,
    reason: String,
    state: String,
    provider_refund_id: Option<String>,
    attempt: i64,
    checks: i64,
    last_error: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
}

impl TryFrom<Row> for Refund {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: RefundId(row.id),
            payment_id: PaymentId(row.payment_id),
            order_id: row.order_id.map(OrderId),
            booking_id: row.booking_id.map(BookingId),
            amount_minor: row.amount_minor,
            currency: row.currency,
            reason: word(&row.reason, RefundReason::parse)?,
            state: word(&row.state, RefundState::parse)?,
            provider_refund_id: row.provider_refund_id,
            attempt: count(row.attempt)?,
            checks: count(row.checks)?,
            last_error: row.last_error,
            created_at: instant(row.created_at)?,
            finished_at: row.finished_at.map(instant).transpose()?,
        })
    }
}

const COLUMNS: &str = "id, payment_id, order_id, booking_id, amount_minor, currency, reason, state, provider_refund_id,
    attempt, checks, last_error, created_at, finished_at";

/// A refund about to be asked for.
#[derive(Clone, Debug)]
pub struct NewRefund<'a> {
    /// The new id.
    pub id: RefundId,
    /// Which payment goes back, as a whole.
    pub payment_id: PaymentId,
    /// The order that it paid.
    pub order_id: Option<OrderId>,
    /// The booking that was cancelled.
    pub booking_id: Option<BookingId>,
    /// How much, in minor units.
    pub amount_minor: i64,
    /// ISO 4217.
    pub currency: &'a str,
    /// Why.
    pub reason: RefundReason,
}

/// Writes the wish. False when this payment goes back already.
pub async fn insert(tx: &Transaction, new: &NewRefund<'_>, now: Timestamp) -> Result<bool, StoreError> {
    let inserted = tx.execute("INSERT INTO refunds (id, payment_id, order_id, booking_id, amount_minor, currency, reason, state, attempt, checks,
                              next_check_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'requested', 1, 0, $8, $8, $8) ON CONFLICT (payment_id) DO NOTHING",
        &[
            new.id.0.into(),
            new.payment_id.0.into(),
            new.order_id.map(|order| order.0).into(),
            new.booking_id.map(|booking| booking.0).into(),
            new.amount_minor.into(),
            new.currency.into(),
            new.reason.as_str().into(),
            micros(now).into(),
        ],
    )
    .await?;
    Ok(inserted == 1)
}

/// A refund by our id.
pub async fn find_by_id<C: Connection>(conn: &C, id: RefundId) -> Result<Option<Refund>, StoreError> {
    one(conn, "id = $1", id.0.into()).await
}

/// A refund by the provider's id.
pub async fn find_by_provider_id<C: Connection>(conn: &C, id: &str) -> Result<Option<Refund>, StoreError> {
    one(conn, "provider_refund_id = $1", id.into()).await
}

/// The refund of a payment.
pub async fn find_by_payment<C: Connection>(conn: &C, id: PaymentId) -> Result<Option<Refund>, StoreError> {
    one(conn, "payment_id = $1", id.0.into()).await
}

async fn one<C: Connection>(conn: &C, filter: &str, value: Value) -> Result<Option<Refund>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM refunds WHERE {filter}");
    conn.query_opt::<Row>(&sql, &[value]).await?.map(Refund::try_from).transpose()
}

/// All refunds of these orders, oldest first.
pub async fn list_by_orders<C: Connection>(conn: &C, orders: &[OrderId]) -> Result<Vec<Refund>, StoreError> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=orders.len()).map(|place| format!("${place}")).collect();
    let sql =
        format!("SELECT {COLUMNS} FROM refunds WHERE order_id IN ({}) ORDER BY created_at, id", places.join(", "));
    let values: Vec<Value> = orders.iter().map(|order| order.0.into()).collect();
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Refund::try_from).collect()
}

/// The provider has taken this attempt on, which may be one that had failed before. False when it was started or finished
/// before, or another attempt has taken its place: then the answer is to a question that nobody asks any more.
pub async fn mark_started(
    tx: &Transaction,
    (id, attempt): (RefundId, u32),
    provider_refund_id: &str,
    next_check_at: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE refunds SET state = 'started', provider_refund_id = $3, next_check_at = $4, last_error = NULL,
             finished_at = NULL, updated_at = $5
          WHERE id = $1 AND attempt = $2 AND state IN ({})",
        before(RefundState::Started)
    );
    let values = [
        id.0.into(),
        i64::from(attempt).into(),
        provider_refund_id.into(),
        micros(next_check_at).into(),
        micros(now).into(),
    ];
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// The money is back. False when that was said before, or of another attempt.
pub async fn mark_done(tx: &Transaction, (id, attempt): (RefundId, u32), now: Timestamp) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE refunds SET state = 'done', last_error = NULL, next_check_at = NULL, finished_at = $3, updated_at = $3
          WHERE id = $1 AND attempt = $2 AND state IN ({})",
        before(RefundState::Done)
    );
    Ok(tx.execute(&sql, &[id.0.into(), i64::from(attempt).into(), micros(now).into()]).await? == 1)
}

/// This attempt failed at the provider. The next one, under a new key, is made at `next_check_at`; a refund that has
/// failed often is shown as `failed` meanwhile. False when another attempt has taken its place.
pub async fn ask_again(
    tx: &Transaction,
    (id, attempt): (RefundId, u32),
    often: bool,
    error: &str,
    next_check_at: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let to = if often { RefundState::Failed } else { RefundState::Requested };
    let changed = tx
        .execute(
            "UPDATE refunds SET state = $3, provider_refund_id = NULL, attempt = attempt + 1, last_error = $4,
             checks = 0, next_check_at = $5, finished_at = NULL, updated_at = $6
          WHERE id = $1 AND attempt = $2 AND state <> 'done'",
            &[
                id.0.into(),
                i64::from(attempt).into(),
                to.as_str().into(),
                error.chars().take(500).collect::<String>().into(),
                micros(next_check_at).into(),
                micros(now).into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// The states from which a refund may move to `to`, as SQL.
fn before(to: RefundState) -> String {
    words(RefundState::ALL.iter().filter(|state| state.may_become(to)).map(|state| state.as_str()))
}

/// Takes up to `limit` refunds that the provider is to be told or asked about, and sets them aside until `lease_until`.
pub async fn claim_due_checks(
    tx: &Transaction,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
) -> Result<Vec<Refund>, StoreError> {
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "WITH due AS MATERIALIZED
            (SELECT id FROM refunds WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT {limit} {skip_locked})
         UPDATE refunds SET next_check_at = $2, checks = checks + 1
          WHERE id IN (SELECT id FROM due) AND next_check_at <= $1
         RETURNING {COLUMNS}"
    );
    let values = [micros(now).into(), micros(lease_until).into()];
    tx.query::<Row>(&sql, &values).await?.into_iter().map(Refund::try_from).collect()
}

/// When the provider is told or asked about it next.
pub async fn set_next_check(tx: &Transaction, id: RefundId, at: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE refunds SET next_check_at = $2 WHERE id = $1 AND state <> 'done'";
    tx.execute(sql, &[id.0.into(), micros(at).into()]).await?;
    Ok(())
}

/// How many refunds the provider has not taken: those that have failed, and those asked for longer than `patience` ago.
pub async fn count_waiting<C: Connection>(
    conn: &C,
    now: Timestamp,
    patience: SignedDuration,
) -> Result<i64, StoreError> {
    let before = now.saturating_sub(patience).unwrap_or(Timestamp::MIN);
    let sql = "SELECT count(*) AS number FROM refunds
                WHERE state = 'failed' OR (state = 'requested' AND created_at <= $1)";
    number(conn, sql, &[micros(before).into()]).await
}

/// Refunds that have failed, and those that are not done although they were asked for before `before`. At most 1,000.
pub async fn list_overdue<C: Connection>(conn: &C, before: Timestamp) -> Result<Vec<Refund>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM refunds WHERE state = 'failed' OR (state <> 'done' AND created_at < $1)
          ORDER BY created_at, id LIMIT 1000"
    );
    conn.query::<Row>(&sql, &[micros(before).into()]).await?.into_iter().map(Refund::try_from).collect()
}
