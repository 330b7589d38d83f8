//! Refused guesses, counted in the database so that the limit holds across servers.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};

use crate::StoreError;
use crate::sql::micros;

/// Guesses are counted in windows of this length.
pub const WINDOW_MINUTES: i64 = 10;

fn window(at: Timestamp) -> i64 {
    let length = WINDOW_MINUTES * 60 * 1_000_000;
    micros(at).div_euclid(length) * length
}

/// How often `who` has been refused on this topic in the present window.
pub async fn count_recent<C: Connection>(conn: &C, topic: &str, who: &str, now: Timestamp) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Row {
        refused: i64,
    }
    let sql = "SELECT refused FROM refusals WHERE topic = $1 AND who = $2 AND window_at = $3";
    let row: Option<Row> = conn.query_opt(sql, &[topic.into(), who.into(), window(now).into()]).await?;
    Ok(row.map_or(0, |row| row.refused))
}

/// Counts one more.
pub async fn add(tx: &Transaction, topic: &str, who: &str, now: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO refusals (topic, who, window_at, refused) VALUES ($1, $2, $3, 1)
         ON CONFLICT (topic, who, window_at) DO UPDATE SET refused = refusals.refused + 1",
        &[topic.into(), who.into(), window(now).into()],
    )
    .await?;
    Ok(())
}

/// Forgets windows from before `before`. Returns how many rows.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM refusals WHERE window_at < $1", &[micros(before).into()]).await
}
