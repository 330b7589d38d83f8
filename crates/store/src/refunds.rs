//! Refunds (D24): of what is left of a payment, or of a part that an administrator chose (ADR 11).

use jiff::{SignedDuration, Timestamp};
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{BookingId, OrderId, PaymentId, RefundId};
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{ChargeParts, RefundBearer, RefundReason, RefundState};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{
    enum_list, fetch_all, fetch_count, fetch_optional, from_micros, insert_row, parse_enum, to_micros, to_u32,
};

mod admin;
mod partial;

pub use admin::{OrderRefunds, count, list_page, list_students, retry_failed, sum_by_orders};
pub use partial::{PartialSums, find_by_idempotency_key, sum_partial};

/// Who bears a partial refund, and the parts of the charge that it reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundShare {
    /// Who bears it.
    pub bearer: RefundBearer,
    /// What price and fees lose: in sum the amount if the teacher shares it, otherwise nothing.
    pub parts: ChargeParts,
    /// Unspent credits that the refund voided. The teacher then shares nothing, because these credits earn nothing.
    pub voided_credits: u32,
}

/// A stored refund.
#[derive(Clone, Debug)]
pub struct Refund {
    /// Primary key.
    pub id: RefundId,
    /// The payment that is refunded.
    pub payment_id: PaymentId,
    /// The order of the payment.
    pub order_id: Option<OrderId>,
    /// The booking that was cancelled.
    pub booking_id: Option<BookingId>,
    /// Amount in minor units of `currency`.
    pub amount_minor: i64,
    /// ISO 4217 code, that of the payment.
    pub currency: String,
    /// Why it is refunded.
    pub reason: RefundReason,
    /// Who bears a partial refund; `None` for the refund of what is left of a payment.
    pub share: Option<RefundShare>,
    /// Requested, started, done or failed.
    pub state: RefundState,
    /// The provider's id.
    pub provider_refund_id: Option<String>,
    /// The refund attempt, from 1: part of its idempotency key.
    pub attempt: u32,
    /// How often the provider was asked during this attempt.
    pub provider_check_count: u32,
    /// The provider's last error.
    pub last_error: Option<String>,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When it was done.
    pub finished_at: Option<Timestamp>,
}

impl Refund {
    /// The amount, if its currency is one that we charge in.
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
    bearer: Option<String>,
    price_minor: i64,
    service_fee_minor: i64,
    provider_fee_minor: i64,
    voided_credits: i64,
    state: String,
    provider_refund_id: Option<String>,
    attempt: i64,
    provider_check_count: i64,
    last_error: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
}

impl TryFrom<Row> for Refund {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        let parts = ChargeParts {
            price: row.price_minor,
            service_fee: row.service_fee_minor,
            provider_fee: row.provider_fee_minor,
        };
        let bearer = row.bearer.map(|text| parse_enum(&text, RefundBearer::parse)).transpose()?;
        let voided_credits = to_u32(row.voided_credits)?;
        Ok(Self {
            id: RefundId(row.id),
            payment_id: PaymentId(row.payment_id),
            order_id: row.order_id.map(OrderId),
            booking_id: row.booking_id.map(BookingId),
            amount_minor: row.amount_minor,
            currency: row.currency,
            reason: parse_enum(&row.reason, RefundReason::parse)?,
            share: bearer.map(|bearer| RefundShare { bearer, parts, voided_credits }),
            state: parse_enum(&row.state, RefundState::parse)?,
            provider_refund_id: row.provider_refund_id,
            attempt: to_u32(row.attempt)?,
            provider_check_count: to_u32(row.provider_check_count)?,
            last_error: row.last_error,
            created_at: from_micros(row.created_at)?,
            finished_at: row.finished_at.map(from_micros).transpose()?,
        })
    }
}

const COLUMNS: &str = "id, payment_id, order_id, booking_id, amount_minor, currency, reason, bearer, price_minor,
    service_fee_minor, provider_fee_minor, voided_credits, state, provider_refund_id, attempt, provider_check_count, last_error,
    created_at, finished_at";

/// A refund to insert.
#[derive(Clone, Debug)]
pub struct NewRefund<'a> {
    /// Primary key of the new row.
    pub id: RefundId,
    /// The payment to refund.
    pub payment_id: PaymentId,
    /// The order of the payment.
    pub order_id: Option<OrderId>,
    /// The booking that was cancelled.
    pub booking_id: Option<BookingId>,
    /// Amount in minor units of `currency`.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: &'a str,
    /// Why it is refunded.
    pub reason: RefundReason,
    /// Who bears a partial refund.
    pub share: Option<RefundShare>,
    /// The idempotency key of the request for a partial refund. Unique.
    pub idempotency_key: Option<&'a str>,
}

/// Requests a refund. Returns false if the payment has a refund of what was left of it, or if the idempotency key was
/// used.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &NewRefund<'_>, now: Timestamp) -> Result<bool, StoreError> {
    let parts = new.share.map(|share| share.parts).unwrap_or_default();
    let columns = vec![
        ("id", new.id.0.into()),
        ("payment_id", new.payment_id.0.into()),
        ("order_id", new.order_id.map(|order| order.0).into()),
        ("booking_id", new.booking_id.map(|booking| booking.0).into()),
        ("amount_minor", new.amount_minor.into()),
        ("currency", new.currency.into()),
        ("reason", new.reason.as_str().into()),
        ("bearer", new.share.map(|share| share.bearer.as_str()).into()),
        ("price_minor", parts.price.into()),
        ("service_fee_minor", parts.service_fee.into()),
        ("provider_fee_minor", parts.provider_fee.into()),
        ("voided_credits", i64::from(new.share.map_or(0, |share| share.voided_credits)).into()),
        ("idempotency_key", new.idempotency_key.into()),
        ("state", "requested".into()),
        ("attempt", 1_i64.into()),
        ("provider_check_count", 0_i64.into()),
        ("next_check_at", to_micros(now).into()),
        ("created_at", to_micros(now).into()),
        ("updated_at", to_micros(now).into()),
    ];
    let inserted = insert_row(tx, "refunds", columns, "ON CONFLICT DO NOTHING").await?;
    Ok(inserted == 1)
}

/// Finds a refund by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: RefundId) -> Result<Option<Refund>, StoreError> {
    find_where(conn, "id = $1", id.0.into()).await
}

/// Finds a refund by the provider's id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_provider_id<C: Connection>(conn: &C, id: &str) -> Result<Option<Refund>, StoreError> {
    find_where(conn, "provider_refund_id = $1", id.into()).await
}

/// Lists the refunds of a payment, oldest first, at most 1,000.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_payment<C: Connection>(conn: &C, id: PaymentId) -> Result<Vec<Refund>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM refunds WHERE payment_id = $1 ORDER BY id LIMIT 1000");
    fetch_all::<Row, _>(conn, &sql, &[id.0.into()]).await
}

async fn find_where<C: Connection>(conn: &C, filter: &str, value: Value) -> Result<Option<Refund>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM refunds WHERE {filter}");
    fetch_optional::<Row, _>(conn, &sql, &[value]).await
}

/// Lists the refunds of these orders, oldest first.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_orders<C: Connection>(conn: &C, orders: &[OrderId]) -> Result<Vec<Refund>, StoreError> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=orders.len()).map(|place| format!("${place}")).collect();
    let sql =
        format!("SELECT {COLUMNS} FROM refunds WHERE order_id IN ({}) ORDER BY created_at, id", places.join(", "));
    let values: Vec<Value> = orders.iter().map(|order| order.0.into()).collect();
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Records that the provider has accepted an attempt, possibly one that had failed. Returns false if the refund was
/// started or done already, or if there is a newer attempt.
///
/// # Errors
/// [`StoreError`] if a statement fails.
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
        states_before(RefundState::Started)
    );
    let values = [
        id.0.into(),
        i64::from(attempt).into(),
        provider_refund_id.into(),
        to_micros(next_check_at).into(),
        to_micros(now).into(),
    ];
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// Marks a refund as done. Returns false if it was done already, or if there is a newer attempt.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_done(tx: &Transaction, (id, attempt): (RefundId, u32), now: Timestamp) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE refunds SET state = 'done', last_error = NULL, next_check_at = NULL, finished_at = $3, updated_at = $3
          WHERE id = $1 AND attempt = $2 AND state IN ({})",
        states_before(RefundState::Done)
    );
    Ok(tx.execute(&sql, &[id.0.into(), i64::from(attempt).into(), to_micros(now).into()]).await? == 1)
}

/// Records that an attempt has failed, and schedules the next one with a new idempotency key at `next_check_at`. After
/// many failures (`often`) the state is `failed` until then. Returns false if there is a newer attempt.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_attempt_failed(
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
             provider_check_count = 0, next_check_at = $5, finished_at = NULL, updated_at = $6
          WHERE id = $1 AND attempt = $2 AND state <> 'done'",
            &[
                id.0.into(),
                i64::from(attempt).into(),
                to.as_str().into(),
                error.chars().take(500).collect::<String>().into(),
                to_micros(next_check_at).into(),
                to_micros(now).into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// The states that may become `to`, as SQL.
fn states_before(to: RefundState) -> String {
    enum_list(RefundState::ALL.iter().filter(|state| state.can_become(to)).map(|state| state.as_str()))
}

/// Claims up to `limit` refunds whose request or check at the provider is due, until `lease_until`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
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
         UPDATE refunds SET next_check_at = $2, provider_check_count = provider_check_count + 1
          WHERE id IN (SELECT id FROM due) AND next_check_at <= $1
         RETURNING {COLUMNS}"
    );
    let values = [to_micros(now).into(), to_micros(lease_until).into()];
    fetch_all::<Row, _>(tx, &sql, &values).await
}

/// Schedules the next request or check at the provider.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_next_check(tx: &Transaction, id: RefundId, at: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE refunds SET next_check_at = $2 WHERE id = $1 AND state <> 'done'";
    tx.execute(sql, &[id.0.into(), to_micros(at).into()]).await?;
    Ok(())
}

/// Counts refunds that the provider has not accepted: failed ones, and those requested at least `patience` ago.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_unprocessed<C: Connection>(
    conn: &C,
    now: Timestamp,
    patience: SignedDuration,
) -> Result<i64, StoreError> {
    let before = now.saturating_sub(patience).unwrap_or(Timestamp::MIN);
    let sql = "SELECT COUNT(*) FROM refunds
                WHERE state = 'failed' OR (state = 'requested' AND created_at <= $1)";
    fetch_count(conn, sql, &[to_micros(before).into()]).await
}

/// Lists failed refunds, and those requested before `before` that are not done, at most 1,000.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_overdue<C: Connection>(conn: &C, before: Timestamp) -> Result<Vec<Refund>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM refunds WHERE state = 'failed' OR (state <> 'done' AND created_at < $1)
          ORDER BY created_at, id LIMIT 1000"
    );
    fetch_all::<Row, _>(conn, &sql, &[to_micros(before).into()]).await
}
