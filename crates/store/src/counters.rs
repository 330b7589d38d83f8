//! Numbers that all servers share: series without gaps, and when something was done last.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, Transaction};

use crate::StoreError;
use crate::sql::{instant, micros};

/// Claims the right to do something that is done once in `interval`, for all servers together. False when it is not due.
pub async fn claim_interval(
    tx: &Transaction,
    name: &str,
    now: Timestamp,
    interval: SignedDuration,
) -> Result<bool, StoreError> {
    let before = now.saturating_sub(interval).unwrap_or(Timestamp::MIN);
    let sql = "INSERT INTO counters (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value <= $3";
    Ok(tx.execute(sql, &[name.into(), micros(now).into(), micros(before).into()]).await? == 1)
}

/// When something was done last.
pub async fn find<C: Connection>(conn: &C, name: &str) -> Result<Option<Timestamp>, StoreError> {
    let row = conn.query_opt::<(i64,)>("SELECT value FROM counters WHERE name = $1", &[name.into()]).await?;
    row.map(|(value,)| instant(value)).transpose()
}

/// Says that something was done now.
pub async fn set_time(tx: &Transaction, name: &str, now: Timestamp) -> Result<(), StoreError> {
    let sql = "INSERT INTO counters (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    tx.execute(sql, &[name.into(), micros(now).into()]).await?;
    Ok(())
}

/// Moves what was done up to `from` on to `to`. False when another server did so first.
pub async fn advance(tx: &Transaction, name: &str, from: Option<Timestamp>, to: Timestamp) -> Result<bool, StoreError> {
    let won = match from {
        Some(from) => {
            let sql = "UPDATE counters SET value = $2 WHERE name = $1 AND value = $3";
            tx.execute(sql, &[name.into(), micros(to).into(), micros(from).into()]).await?
        }
        None => {
            let sql = "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            tx.execute(sql, &[name.into(), micros(to).into()]).await?
        }
    };
    Ok(won == 1)
}
