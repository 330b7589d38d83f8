//! Webhook events as the payment provider sent them.

use jiff::Timestamp;
use tala_db::{Connection, Transaction};
use tala_domain::ids::ProviderEventId;

use crate::StoreError;
use crate::sql::{fetch_count, from_micros, to_micros};

/// Stores an event. False if an event with the provider's `event_id` is stored already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(
    tx: &Transaction,
    id: ProviderEventId,
    event_id: &str,
    body: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql =
        "INSERT INTO provider_events (id, event_id, body, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, &[id.0.into(), event_id.into(), body.into(), to_micros(now).into()]).await? == 1)
}

/// The body of a stored event.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_body<C: Connection>(conn: &C, id: ProviderEventId) -> Result<Option<String>, StoreError> {
    let sql = "SELECT body FROM provider_events WHERE id = $1";
    Ok(conn.query_opt::<(String,)>(sql, &[id.0.into()]).await?.map(|(body,)| body))
}

/// When the last event was received. If none is stored, the time of the first payment, for which an event was due.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_last_received_at<C: Connection>(conn: &C) -> Result<Option<Timestamp>, StoreError> {
    let sql = "SELECT COALESCE((SELECT MAX(received_at) FROM provider_events),
                      (SELECT created_at FROM payments ORDER BY id LIMIT 1), 0) AS last";
    let last = fetch_count(conn, sql, &[]).await?;
    if last == 0 { Ok(None) } else { from_micros(last).map(Some) }
}

/// Deletes events received before `before` whose job is done: they contain personal data. Returns how many.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    let sql = "DELETE FROM provider_events WHERE received_at < $1
                AND NOT EXISTS (SELECT 1 FROM outbox j WHERE j.topic = 'provider_event' AND j.state <> 'done'
                                   AND j.subject_id = provider_events.id)";
    tx.execute(sql, &[to_micros(before).into()]).await
}
