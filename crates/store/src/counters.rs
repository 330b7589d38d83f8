//! Counters shared by all servers: number series without gaps, and the instants of periodic work.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, Transaction};

use crate::StoreError;
use crate::sql::{from_micros, to_micros};

/// Claims work that runs once in `interval` across all servers. Returns false if it is not due.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn claim_interval(
    tx: &Transaction,
    name: &str,
    now: Timestamp,
    interval: SignedDuration,
) -> Result<bool, StoreError> {
    let before = now.saturating_sub(interval).unwrap_or(Timestamp::MIN);
    let sql = "INSERT INTO counters (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value <= $3";
    Ok(tx.execute(sql, &[name.into(), to_micros(now).into(), to_micros(before).into()]).await? == 1)
}

/// Finds the stored instant.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_instant<C: Connection>(conn: &C, name: &str) -> Result<Option<Timestamp>, StoreError> {
    let row = conn.query_opt::<(i64,)>("SELECT value FROM counters WHERE name = $1", &[name.into()]).await?;
    row.map(|(value,)| from_micros(value)).transpose()
}

/// Stores an instant.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_instant(tx: &Transaction, name: &str, now: Timestamp) -> Result<(), StoreError> {
    let sql = "INSERT INTO counters (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    tx.execute(sql, &[name.into(), to_micros(now).into()]).await?;
    Ok(())
}

/// Replaces the instant `from` by `to`. Returns false if another server was first.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn advance_instant(
    tx: &Transaction,
    name: &str,
    from: Option<Timestamp>,
    to: Timestamp,
) -> Result<bool, StoreError> {
    let won = match from {
        Some(from) => {
            let sql = "UPDATE counters SET value = $2 WHERE name = $1 AND value = $3";
            tx.execute(sql, &[name.into(), to_micros(to).into(), to_micros(from).into()]).await?
        }
        None => {
            let sql = "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            tx.execute(sql, &[name.into(), to_micros(to).into()]).await?
        }
    };
    Ok(won == 1)
}
