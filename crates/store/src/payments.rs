//! Payments as the provider reports them, with their outcome (D23).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{OrderId, PaymentId};
use tala_domain::payments::PaymentState;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{enum_list, fetch_all, fetch_optional, from_micros, parse_enum, to_micros};

/// What was done with a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// Nothing yet, because it is not captured.
    None,
    /// It was applied to its order.
    Applied,
    /// It is refunded.
    Refunded,
    /// It belongs to no order of ours.
    Unmatched,
}

impl PaymentOutcome {
    /// The stored form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Applied => "applied",
            Self::Refunded => "refunded",
            Self::Unmatched => "unmatched",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::None, Self::Applied, Self::Refunded, Self::Unmatched].into_iter().find(|word| word.as_str() == text)
    }
}

/// A stored payment.
#[derive(Clone, Debug)]
pub struct Payment {
    /// Primary key.
    pub id: PaymentId,
    /// The provider's id.
    pub provider_payment_id: String,
    /// The order that it pays.
    pub order_id: Option<OrderId>,
    /// Amount in minor units of `currency`.
    pub amount_minor: i64,
    /// ISO 4217 code. An unmatched payment can have any currency.
    pub currency: String,
    /// The state that was last reported.
    pub state: PaymentState,
    /// The payment method, such as `card` or `upi`.
    pub method: Option<String>,
    /// What was done with it.
    pub outcome: PaymentOutcome,
    /// What was refunded of it, requested refunds included.
    pub refunded_minor: i64,
    /// When its outcome was decided.
    pub captured_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    provider_payment_id: String,
    order_id: Option<Uuid>,
    amount_minor: i64,
    currency: String,
    state: String,
    method: Option<String>,
    outcome: String,
    refunded_minor: i64,
    captured_at: Option<i64>,
}

impl Payment {
    /// What is left of it, in minor units.
    pub const fn refundable_minor(&self) -> i64 {
        self.amount_minor.saturating_sub(self.refunded_minor)
    }
}

impl TryFrom<Row> for Payment {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: PaymentId(row.id),
            provider_payment_id: row.provider_payment_id,
            order_id: row.order_id.map(OrderId),
            amount_minor: row.amount_minor,
            currency: row.currency,
            state: parse_enum(&row.state, PaymentState::parse)?,
            method: row.method,
            outcome: parse_enum(&row.outcome, PaymentOutcome::parse)?,
            refunded_minor: row.refunded_minor,
            captured_at: row.captured_at.map(from_micros).transpose()?,
        })
    }
}

const COLUMNS: &str = "id, provider_payment_id, order_id, amount_minor, currency, state, method, outcome,
    refunded_minor, captured_at";

/// A payment as the provider reports it.
#[derive(Clone, Debug)]
pub struct PaymentReport<'a> {
    /// Id of the new row if the payment is new.
    pub new_id: PaymentId,
    /// The provider's id.
    pub provider_payment_id: &'a str,
    /// The order that it names, if it is ours.
    pub order_id: Option<OrderId>,
    /// The provider's id of the order.
    pub provider_order_id: Option<&'a str>,
    /// Amount in minor units of `currency`.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: &'a str,
    /// The state at the provider.
    pub state: PaymentState,
    /// The payment method, such as `card` or `upi`.
    pub method: Option<&'a str>,
    /// The provider's own fee.
    pub fee_minor: Option<i64>,
    /// When the student started the payment.
    pub started_at: Timestamp,
}

/// Inserts or updates a payment and returns the stored row. A report that is older than the stored state does not
/// change it. The row is locked until commit, so that reports of one payment are processed in sequence.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn upsert_reported(
    tx: &Transaction,
    report: &PaymentReport<'_>,
    now: Timestamp,
) -> Result<Payment, StoreError> {
    let moves = PaymentState::ALL.iter().map(|known| {
        let next = enum_list(known.next_states().iter().map(|state| state.as_str()));
        format!("WHEN payments.state = '{}' AND excluded.state IN ({next}) THEN excluded.state", known.as_str())
    });
    let moves = moves.collect::<Vec<_>>().join(" ");
    let sql = format!(
        "INSERT INTO payments (id, provider_payment_id, order_id, provider_order_id, amount_minor, currency, state,
                               method, fee_minor, outcome, created_at, updated_at, started_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'none', $10, $10, $11)
         ON CONFLICT (provider_payment_id) DO UPDATE SET
             state = CASE {moves} ELSE payments.state END,
             method = COALESCE(excluded.method, payments.method),
             fee_minor = COALESCE(excluded.fee_minor, payments.fee_minor),
             order_id = COALESCE(payments.order_id, excluded.order_id), updated_at = excluded.updated_at
         RETURNING {COLUMNS}"
    );
    let values = [
        report.new_id.0.into(),
        report.provider_payment_id.into(),
        report.order_id.map(|order| order.0).into(),
        report.provider_order_id.into(),
        report.amount_minor.into(),
        report.currency.into(),
        report.state.as_str().into(),
        report.method.into(),
        report.fee_minor.into(),
        to_micros(now).into(),
        to_micros(report.started_at).into(),
    ];
    let row: Option<Row> = tx.query_opt(&sql, &values).await?;
    row.ok_or_else(|| StoreError::Decode("the upserted payment was not returned".to_owned()))?.try_into()
}

/// Records the outcome of a captured payment. Returns false if it has one.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_outcome(
    tx: &Transaction,
    id: PaymentId,
    how: PaymentOutcome,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "UPDATE payments SET outcome = $2, captured_at = $3, updated_at = $3,
                    refunded_minor = CASE WHEN $4 THEN amount_minor ELSE refunded_minor END
              WHERE id = $1 AND outcome = 'none'",
            &[id.0.into(), how.as_str().into(), to_micros(now).into(), (how == PaymentOutcome::Refunded).into()],
        )
        .await?;
    Ok(changed == 1)
}

/// Changes the outcome from applied to refunded: nothing is left of the payment. Returns false if it is not applied.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_refunded(tx: &Transaction, id: PaymentId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE payments SET outcome = 'refunded', refunded_minor = amount_minor, updated_at = $2
                WHERE id = $1 AND outcome = 'applied'";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// Takes a part of an applied payment for a refund. Returns false if less is left, or if it is not applied.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reserve_refund(
    tx: &Transaction,
    id: PaymentId,
    amount_minor: i64,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE payments SET refunded_minor = refunded_minor + $2, updated_at = $3
                WHERE id = $1 AND outcome = 'applied' AND refunded_minor + $2 <= amount_minor";
    Ok(tx.execute(sql, &[id.0.into(), amount_minor.into(), to_micros(now).into()]).await? == 1)
}

/// Finds a payment by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: PaymentId) -> Result<Option<Payment>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE id = $1");
    fetch_optional::<Row, _>(conn, &sql, &[id.0.into()]).await
}

/// Lists payments by id, in no particular order.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_ids<C: Connection>(conn: &C, ids: &[PaymentId]) -> Result<Vec<Payment>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE id IN ({})", places.join(", "));
    let values: Vec<Value> = ids.iter().map(|id| id.0.into()).collect();
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Finds a payment by the provider's id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_provider_id<C: Connection>(conn: &C, id: &str) -> Result<Option<Payment>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE provider_payment_id = $1");
    fetch_optional::<Row, _>(conn, &sql, &[id.into()]).await
}

/// Lists the payments of an order, oldest first.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_order<C: Connection>(conn: &C, order: OrderId) -> Result<Vec<Payment>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE order_id = $1 ORDER BY created_at, id");
    fetch_all::<Row, _>(conn, &sql, &[order.0.into()]).await
}

/// Lists payments that were applied or refunded since `since`, at most 100,000.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_processed_since<C: Connection>(conn: &C, since: Timestamp) -> Result<Vec<Payment>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM payments WHERE outcome IN ('applied', 'refunded') AND captured_at >= $1 LIMIT 100000"
    );
    fetch_all::<Row, _>(conn, &sql, &[to_micros(since).into()]).await
}
