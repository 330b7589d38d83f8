//! Numbers that all servers share: series without gaps, and when something was done last.

use jiff::{SignedDuration, Timestamp};

use crate::WriteTx;
use crate::error::StoreError;
use crate::sql::{execute, micros};

/// Claims the right to do something that is done once in `interval`, for all servers together. False when it is not due.
pub async fn claim_interval(
    tx: &WriteTx,
    name: &str,
    now: Timestamp,
    interval: SignedDuration,
) -> Result<bool, StoreError> {
    let before = now.saturating_sub(interval).unwrap_or(Timestamp::MIN);
    let sql = "INSERT INTO counters (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value <= $3";
    Ok(execute(tx, sql, [name.into(), micros(now).into(), micros(before).into()]).await? == 1)
}
