//! Heartbeat of the workers of all servers: when a round last started.

use jiff::{SignedDuration, Timestamp};
use tala_store::{StoreError, Transaction, counters};

use crate::context::Ctx;

const COUNTER: &str = "worker_round";
/// Minimum interval between two writes; rounds are much shorter while jobs are due.
const INTERVAL: SignedDuration = SignedDuration::from_secs(10);

/// Records a heartbeat. It shares the transaction that claims jobs, so a worker that cannot claim jobs has no heartbeat.
///
/// # Errors
/// If the database cannot be written.
pub(super) async fn record_heartbeat(tx: &Transaction, now: Timestamp) -> Result<(), StoreError> {
    counters::claim_interval(tx, COUNTER, now, INTERVAL).await?;
    Ok(())
}

/// Returns the last heartbeat, which can be up to [`INTERVAL`] older than the last round.
///
/// # Errors
/// If the database cannot be read.
pub(crate) async fn find_last_heartbeat(ctx: &Ctx) -> Result<Option<Timestamp>, StoreError> {
    counters::find_instant(ctx.store.read(), COUNTER).await
}
