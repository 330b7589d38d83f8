//! Rate limits, stored in the database so that they hold across servers. Each check is one statement.

use tala_db::{Connection, Error, Transaction};

/// How long until the next attempt is allowed, in whole seconds (at least 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) seconds: i64,
}

impl Wait {
    fn until(instant: i64, now: i64) -> Self {
        Self { seconds: super::seconds(instant.saturating_sub(now)).saturating_add(1).max(1) }
    }
}

/// `burst` acts immediately, then one every `every_micros`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) burst: i64,
    pub(crate) every_micros: i64,
}

/// Uses one act of an allowance. The generic cell rate algorithm: the row holds the instant at which the allowance would
/// be full again; an act moves it forward by one interval and is refused when it lies too far ahead.
pub(crate) async fn claim(
    tx: &Transaction,
    id: &str,
    allowance: Allowance,
    now: i64,
) -> Result<Result<(), Wait>, Error> {
    let ahead = allowance.every_micros.saturating_mul(allowance.burst.saturating_sub(1));
    let sql = "INSERT INTO issuer_allowances (id, full_at) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET full_at =
          CASE WHEN issuer_allowances.full_at > $3 THEN issuer_allowances.full_at + $4 ELSE excluded.full_at END
        WHERE issuer_allowances.full_at <= $5";
    let params = [
        id.into(),
        now.saturating_add(allowance.every_micros).into(),
        now.into(),
        allowance.every_micros.into(),
        now.saturating_add(ahead).into(),
    ];
    if tx.execute(sql, &params).await? == 1 {
        return Ok(Ok(()));
    }
    let full_at = find_instant(tx, "SELECT full_at FROM issuer_allowances WHERE id = $1", id).await?.unwrap_or(now);
    Ok(Err(Wait::until(full_at.saturating_sub(ahead), now)))
}

/// Failed attempts before waiting begins.
pub(crate) const FREE_FAILURES: i64 = 5;
const FIRST_WAIT: i64 = 15 * super::SECOND;
const LONGEST_WAIT: i64 = 15 * super::MINUTE;
/// After this long without an attempt, counting starts again.
const FORGET_AFTER: i64 = super::HOUR;
/// 15 s doubled this often is more than the longest wait.
const DOUBLINGS: i64 = 6;

/// Counts an attempt with a password as failed before it is verified, so that parallel guesses count too, and refuses
/// while a wait is running. After a right password call [`delete_failures`].
pub(crate) async fn claim_attempt(tx: &Transaction, id: &str, now: i64) -> Result<Result<(), Wait>, Error> {
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
        now.saturating_sub(FORGET_AFTER).into(),
        FREE_FAILURES.into(),
        DOUBLINGS.into(),
        LONGEST_WAIT.into(),
        FIRST_WAIT.into(),
    ];
    if tx.execute(sql, &params).await? == 1 {
        return Ok(Ok(()));
    }
    let until = find_instant(tx, "SELECT blocked_until FROM issuer_backoffs WHERE id = $1", id).await?.unwrap_or(now);
    Ok(Err(Wait::until(until, now)))
}

/// Deletes the failures that [`claim_attempt`] counted.
pub(crate) async fn delete_failures(tx: &Transaction, id: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM issuer_backoffs WHERE id = $1", &[id.into()]).await.map(|_| ())
}

async fn find_instant(db: &impl Connection, sql: &str, id: &str) -> Result<Option<i64>, Error> {
    Ok(db.query_opt::<(i64,)>(sql, &[id.into()]).await?.map(|(instant,)| instant))
}
