//! Rate limit counters, stored in the database so that all servers share them. Each check is one statement.

use tala_db::{Connection, Error, Transaction};

/// Time until the next attempt is allowed, rounded up to whole seconds (at least 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RetryAfter {
    pub(crate) seconds: i64,
}

impl RetryAfter {
    fn until(instant: i64, now: i64) -> Self {
        Self { seconds: super::seconds(instant.saturating_sub(now)).saturating_add(1).max(1) }
    }
}

/// Allows a burst of actions, then one per interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateLimit {
    pub(crate) burst: i64,
    pub(crate) interval_micros: i64,
}

/// Counts an action with the generic cell rate algorithm (GCRA). The row stores the instant at which the burst is fully
/// available again. An action moves it forward by one interval and is rejected if it is too far ahead.
pub(crate) async fn claim(
    tx: &Transaction,
    id: &str,
    limit: RateLimit,
    now: i64,
) -> Result<Result<(), RetryAfter>, Error> {
    let ahead = limit.interval_micros.saturating_mul(limit.burst.saturating_sub(1));
    let sql = "INSERT INTO issuer_allowances (id, full_at) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET full_at =
          CASE WHEN issuer_allowances.full_at > $3 THEN issuer_allowances.full_at + $4 ELSE excluded.full_at END
        WHERE issuer_allowances.full_at <= $5";
    let params = [
        id.into(),
        now.saturating_add(limit.interval_micros).into(),
        now.into(),
        limit.interval_micros.into(),
        now.saturating_add(ahead).into(),
    ];
    if tx.execute(sql, &params).await? == 1 {
        return Ok(Ok(()));
    }
    let full_at = find_instant(tx, "SELECT full_at FROM issuer_allowances WHERE id = $1", id).await?.unwrap_or(now);
    Ok(Err(RetryAfter::until(full_at.saturating_sub(ahead), now)))
}

/// Failed password attempts without backoff.
pub(crate) const FREE_FAILURES: i64 = 5;
const MIN_BACKOFF: i64 = 15 * super::SECOND;
const MAX_BACKOFF: i64 = 15 * super::MINUTE;
/// Time without attempts after which the count restarts.
const RESET_AFTER: i64 = super::HOUR;
/// Number of doublings after which the backoff exceeds `MAX_BACKOFF`.
const MAX_DOUBLINGS: i64 = 6;

/// Counts a password attempt as failed before it is verified, so that concurrent guesses count too. Rejects attempts
/// during the backoff, which grows exponentially. Call [`delete_failures`] after a correct password.
pub(crate) async fn claim_password_attempt(
    tx: &Transaction,
    id: &str,
    now: i64,
) -> Result<Result<(), RetryAfter>, Error> {
    let sql = "INSERT INTO issuer_backoffs (id, failures, last_at, blocked_until) VALUES ($1, 1, $2, $2)
        ON CONFLICT (id) DO UPDATE SET
          failures = CASE WHEN issuer_backoffs.last_at < $3 THEN 1 ELSE issuer_backoffs.failures + 1 END,
          last_at = excluded.last_at,
          blocked_until = CASE
            WHEN issuer_backoffs.last_at < $3 OR issuer_backoffs.failures + 1 < $4 THEN excluded.last_at
            WHEN issuer_backoffs.failures + 1 - $4 >= $5 THEN excluded.last_at + $6
            ELSE excluded.last_at
              + CAST($7 AS bigint) * (1 << CAST(issuer_backoffs.failures + 1 - $4 AS integer)) END
        WHERE issuer_backoffs.blocked_until <= $2";
    let params = [
        id.into(),
        now.into(),
        now.saturating_sub(RESET_AFTER).into(),
        FREE_FAILURES.into(),
        MAX_DOUBLINGS.into(),
        MAX_BACKOFF.into(),
        MIN_BACKOFF.into(),
    ];
    if tx.execute(sql, &params).await? == 1 {
        return Ok(Ok(()));
    }
    let until = find_instant(tx, "SELECT blocked_until FROM issuer_backoffs WHERE id = $1", id).await?.unwrap_or(now);
    Ok(Err(RetryAfter::until(until, now)))
}

/// Deletes the failures counted by [`claim_password_attempt`].
pub(crate) async fn delete_failures(tx: &Transaction, id: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM issuer_backoffs WHERE id = $1", &[id.into()]).await.map(|_| ())
}

async fn find_instant(db: &impl Connection, sql: &str, id: &str) -> Result<Option<i64>, Error> {
    Ok(db.query_opt::<(i64,)>(sql, &[id.into()]).await?.map(|(instant,)| instant))
}
