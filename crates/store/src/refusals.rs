//! Refused guesses, counted in the database so that the limit holds across servers.

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, FromQueryResult};

use crate::WriteTx;
use crate::error::StoreError;
use crate::sql::{execute, find, micros};

/// Guesses are counted in windows of this length.
pub const WINDOW_MINUTES: i64 = 10;

fn window(at: Timestamp) -> i64 {
    let length = WINDOW_MINUTES * 60 * 1_000_000;
    micros(at).div_euclid(length) * length
}

/// How often `who` has been refused on this topic in the present window.
pub async fn count_recent<C: ConnectionTrait>(
    conn: &C,
    topic: &str,
    who: &str,
    now: Timestamp,
) -> Result<i64, StoreError> {
    #[derive(FromQueryResult)]
    struct Row {
        refused: i64,
    }
    let sql = "SELECT refused FROM refusals WHERE topic = $1 AND who = $2 AND window_at = $3";
    let row: Option<Row> = find(conn, sql, [topic.into(), who.into(), window(now).into()]).await?;
    Ok(row.map_or(0, |row| row.refused))
}

/// Counts one more.
pub async fn add(tx: &WriteTx, topic: &str, who: &str, now: Timestamp) -> Result<(), StoreError> {
    execute(
        tx,
        "INSERT INTO refusals (topic, who, window_at, refused) VALUES ($1, $2, $3, 1)
         ON CONFLICT (topic, who, window_at) DO UPDATE SET refused = refusals.refused + 1",
        [topic.into(), who.into(), window(now).into()],
    )
    .await?;
    Ok(())
}

/// Forgets windows from before `before`. Returns how many rows.
pub async fn delete_before(tx: &WriteTx, before: Timestamp) -> Result<u64, StoreError> {
    execute(tx, "DELETE FROM refusals WHERE window_at < $1", [micros(before).into()]).await
}
