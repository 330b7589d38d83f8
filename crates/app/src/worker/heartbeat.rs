//! When a worker, on any server, last began a round.

use jiff::{SignedDuration, Timestamp};
use tala_store::{StoreError, Transaction, counters};

use crate::context::Ctx;

const COUNTER: &str = "worker_round";
/// Rounds follow each other quickly while there is work; the counter is written this often.
const INTERVAL: SignedDuration = SignedDuration::from_secs(10);

/// Records the beginning of a round, in the transaction that claims its jobs: a worker that cannot claim any is missed.
pub(super) async fn record_round(tx: &Transaction, now: Timestamp) -> Result<(), StoreError> {
    counters::claim_interval(tx, COUNTER, now, INTERVAL).await?;
    Ok(())
}

/// When the last round began, rounded down to the interval.
pub(crate) async fn find_last_round(ctx: &Ctx) -> Result<Option<Timestamp>, StoreError> {
    counters::find(ctx.store.read(), COUNTER).await
}
