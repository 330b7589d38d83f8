//! Payments as the provider reports them, and what was done with each (D23): applied to its order, or given back.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{OrderId, PaymentId};
use tala_domain::payments::PaymentState;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros, number, word, words};

/// What was done with a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// Nothing yet: its money has not arrived.
    None,
    /// Its order was booked or credited with it.
    Applied,
    /// Its money goes back, see its refund.
    Returned,
    /// It belongs to no order of ours.
    Foreign,
}

impl Disposition {
    /// As stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Applied => "applied",
            Self::Returned => "returned",
            Self::Foreign => "foreign",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::None, Self::Applied, Self::Returned, Self::Foreign].into_iter().find(|word| word.as_str() == text)
    }
}

/// A stored payment.
#[derive(Clone, Debug)]
pub struct Payment {
    /// Our id.
    pub id: PaymentId,
    /// The provider's.
    pub provider_payment_id: String,
    /// The order it pays, if it is one of ours.
    pub order_id: Option<OrderId>,
    /// In minor units of its own currency.
    pub amount_minor: i64,
    /// ISO 4217, any: a foreign payment may be in any currency.
    pub currency: String,
    /// As last reported.
    pub state: PaymentState,
    /// `card`, `upi` …
    pub method: Option<String>,
    /// What was done with it.
    pub disposition: Disposition,
    /// When its money had arrived.
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
    disposition: String,
    captured_at: Option<i64>,
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
            state: word(&row.state, PaymentState::parse)?,
            method: row.method,
            disposition: word(&row.disposition, Disposition::parse)?,
            captured_at: row.captured_at.map(instant).transpose()?,
        })
    }
}

const COLUMNS: &str =
    "id, provider_payment_id, order_id, amount_minor, currency, state, method, disposition, captured_at";

/// What the provider reports.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The id to use if the payment is new to us.
    pub new_id: PaymentId,
    /// The provider's id.
    pub provider_payment_id: &'a str,
    /// The order of ours that it names.
    pub order_id: Option<OrderId>,
    /// The provider's order id that it names.
    pub provider_order_id: Option<&'a str>,
    /// In minor units.
    pub amount_minor: i64,
    /// ISO 4217.
    pub currency: &'a str,
    /// Its state there.
    pub state: PaymentState,
    /// `card`, `upi` …
    pub method: Option<&'a str>,
    /// The provider's own fee.
    pub fee_minor: Option<i64>,
}

/// Keeps what the provider reports, and returns the payment as it is known now: news that an older answer brings do not
/// undo that its money has arrived. On both databases the row stays locked
/// until the transaction ends, so that two reports of one payment follow each other.
pub async fn record(tx: &Transaction, report: &Report<'_>, now: Timestamp) -> Result<Payment, StoreError> {
    let moves = PaymentState::ALL.iter().map(|known| {
        let next = words(known.next().iter().map(|state| state.as_str()));
        format!("WHEN payments.state = '{}' AND excluded.state IN ({next}) THEN excluded.state", known.as_str())
    });
    let moves = moves.collect::<Vec<_>>().join(" ");
    let sql = format!(
        "INSERT INTO payments (id, provider_payment_id, order_id, provider_order_id, amount_minor, currency, state, method,
                               fee_minor, disposition, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'none', $10, $10)
         ON CONFLICT (provider_payment_id) DO UPDATE SET
             state = CASE {moves} ELSE payments.state END,
             method = COALESCE(excluded.method, payments.method), fee_minor = COALESCE(excluded.fee_minor, payments.fee_minor),
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
        micros(now).into(),
    ];
    let row: Option<Row> = tx.query_opt(&sql, &values).await?;
    row.ok_or_else(|| StoreError::Decode("a payment vanished".into()))?.try_into()
}

/// Says what was done with a payment whose money has arrived. False when that was said before.
pub async fn dispose(tx: &Transaction, id: PaymentId, how: Disposition, now: Timestamp) -> Result<bool, StoreError> {
    let changed = tx.execute("UPDATE payments SET disposition = $2, captured_at = $3, updated_at = $3 WHERE id = $1 AND disposition = 'none'",
        &[id.0.into(), how.as_str().into(), micros(now).into()],
    )
    .await?;
    Ok(changed == 1)
}

/// An applied payment's money goes back after all. False when it was not applied.
pub async fn mark_returned(tx: &Transaction, id: PaymentId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE payments SET disposition = 'returned', updated_at = $2 WHERE id = $1 AND disposition = 'applied'";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into()]).await? == 1)
}

/// A payment by our id.
pub async fn find_by_id<C: Connection>(conn: &C, id: PaymentId) -> Result<Option<Payment>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE id = $1");
    conn.query_opt::<Row>(&sql, &[id.0.into()]).await?.map(Payment::try_from).transpose()
}

/// Payments by our ids, in no order.
pub async fn list_by_ids<C: Connection>(conn: &C, ids: &[PaymentId]) -> Result<Vec<Payment>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE id IN ({})", places.join(", "));
    let values: Vec<Value> = ids.iter().map(|id| id.0.into()).collect();
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Payment::try_from).collect()
}

/// A payment by the provider's id.
pub async fn find_by_provider_id<C: Connection>(conn: &C, id: &str) -> Result<Option<Payment>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE provider_payment_id = $1");
    conn.query_opt::<Row>(&sql, &[id.into()]).await?.map(Payment::try_from).transpose()
}

/// All payments made for an order, oldest first.
pub async fn list_by_order<C: Connection>(conn: &C, order: OrderId) -> Result<Vec<Payment>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM payments WHERE order_id = $1 ORDER BY created_at, id");
    conn.query::<Row>(&sql, &[order.0.into()]).await?.into_iter().map(Payment::try_from).collect()
}

/// Payments that were applied or given back since `since`, at most 100,000.
pub async fn list_used_since<C: Connection>(conn: &C, since: Timestamp) -> Result<Vec<Payment>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM payments WHERE disposition IN ('applied', 'returned') AND captured_at >= $1 LIMIT 100000"
    );
    conn.query::<Row>(&sql, &[micros(since).into()]).await?.into_iter().map(Payment::try_from).collect()
}

/// Keeps an event of the provider's under its own id. False when it was told before.
pub async fn insert_event(
    tx: &Transaction,
    id: tala_domain::ids::EventId,
    event_id: &str,
    body: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql =
        "INSERT INTO provider_events (id, event_id, body, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, &[id.0.into(), event_id.into(), body.into(), micros(now).into()]).await? == 1)
}

/// The body of a stored event.
pub async fn find_event<C: Connection>(conn: &C, id: tala_domain::ids::EventId) -> Result<Option<String>, StoreError> {
    #[derive(FromRow)]
    struct Body {
        body: String,
    }
    let row: Option<Body> = conn.query_opt("SELECT body FROM provider_events WHERE id = $1", &[id.0.into()]).await?;
    Ok(row.map(|row| row.body))
}

/// When the provider's last event came. Where none is kept, there has never been one or it was forgotten: then since the
/// first payment, of which there should have been news.
pub async fn last_event_at<C: Connection>(conn: &C) -> Result<Option<Timestamp>, StoreError> {
    let sql = "SELECT COALESCE((SELECT MAX(received_at) FROM provider_events),
                      (SELECT created_at FROM payments ORDER BY id LIMIT 1), 0) AS number";
    let last = number(conn, sql, &[]).await?;
    if last == 0 { Ok(None) } else { instant(last).map(Some) }
}

/// Forgets events that came before `before` and were worked through: they are full of people's addresses.
pub async fn delete_events_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    let sql = "DELETE FROM provider_events WHERE received_at < $1
                AND NOT EXISTS (SELECT 1 FROM outbox j WHERE j.topic = 'provider_event' AND j.subject_id = provider_events.id
                                   AND j.state <> 'done')";
    tx.execute(sql, &[micros(before).into()]).await
}
