//! Counters of wrong invite and coupon codes. They are in the database, so that the limit holds across servers.

use jiff::Timestamp;
use tala_db::{Connection, Transaction};

use crate::StoreError;
use crate::sql::to_micros;

/// Length of a counting window.
pub const WINDOW_MINUTES: i64 = 10;

fn window(at: Timestamp) -> i64 {
    let length = WINDOW_MINUTES * 60 * 1_000_000;
    to_micros(at).div_euclid(length) * length
}

/// Returns the seconds until the next window begins, at least one.
pub fn seconds_until_next_window(at: Timestamp) -> i64 {
    let micros = window(at) + WINDOW_MINUTES * 60 * 1_000_000 - to_micros(at);
    (micros + 999_999).div_euclid(1_000_000)
}

/// Counts the failures of a subject in the current window.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_recent<C: Connection>(
    conn: &C,
    topic: &str,
    subject_key: &str,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let sql = "SELECT failures FROM failed_attempts WHERE topic = $1 AND subject_key = $2 AND window_at = $3";
    let values = [topic.into(), subject_key.into(), window(now).into()];
    Ok(conn.query_opt::<(i64,)>(sql, &values).await?.map_or(0, |(failures,)| failures))
}

/// Counts one failure.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn record(tx: &Transaction, topic: &str, subject_key: &str, now: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO failed_attempts (topic, subject_key, window_at, failures) VALUES ($1, $2, $3, 1)
         ON CONFLICT (topic, subject_key, window_at) DO UPDATE SET failures = failed_attempts.failures + 1",
        &[topic.into(), subject_key.into(), window(now).into()],
    )
    .await?;
    Ok(())
}

/// Deletes windows that started before `before`. Returns how many rows.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM failed_attempts WHERE window_at < $1", &[to_micros(before).into()]).await
}
