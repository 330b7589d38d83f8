//! Rate limits, kept in the database so that they hold across servers. Each check is one statement.

use sea_orm::{ConnectionTrait, DbErr, Statement, Value};

/// How long until the next try is allowed, in whole seconds (at least 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) seconds: i64,
}

impl Wait {
    fn until(instant: i64, now: i64) -> Self {
        Self { seconds: super::seconds(instant.saturating_sub(now)).saturating_add(1).max(1) }
    }
}

/// `burst` acts at once, then one every `every_micros`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) burst: i64,
    pub(crate) every_micros: i64,
}

/// Takes one act from an allowance. The generic cell rate algorithm: the row holds the instant at which the allowance
/// would be full again; an act moves it on by one interval and is refused when it lies too far ahead.
pub(crate) async fn take(
    db: &impl ConnectionTrait,
    id: &str,
    allowance: Allowance,
    now: i64,
) -> Result<Result<(), Wait>, DbErr> {
    let ahead = allowance.every_micros.saturating_mul(allowance.burst.saturating_sub(1));
    let sql = "INSERT INTO issuer_allowances (id, full_at) VALUES ($1, $2) \
        ON CONFLICT (id) DO UPDATE SET full_at = \
          CASE WHEN issuer_allowances.full_at > $3 THEN issuer_allowances.full_at + $4 ELSE excluded.full_at END \
        WHERE issuer_allowances.full_at <= $5";
    let values: [Value; 5] = [
        id.into(),
        now.saturating_add(allowance.every_micros).into(),
        now.into(),
        allowance.every_micros.into(),
        now.saturating_add(ahead).into(),
    ];
    let done = db.execute_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    if done.rows_affected() == 1 {
        return Ok(Ok(()));
    }
    let full_at = number(db, "SELECT full_at AS n FROM issuer_allowances WHERE id = $1", id).await?.unwrap_or(now);
    Ok(Err(Wait::until(full_at.saturating_sub(ahead), now)))
}

/// Tries that cost nothing before waiting begins.
pub(crate) const FREE_FAILURES: i64 = 5;
const FIRST_WAIT: i64 = 15 * super::SECOND;
const LONGEST_WAIT: i64 = 15 * super::MINUTE;
/// After this long without a try, counting starts again.
const FORGET_AFTER: i64 = super::HOUR;
/// 15 s doubled this often passes the longest wait.
const DOUBLINGS: i64 = 6;

/// Counts a try of a password as failed before it is checked, so that parallel guesses count too, and refuses while a
/// wait is running. A right password calls [`forgive`].
pub(crate) async fn take_try(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<Result<(), Wait>, DbErr> {
    let sql = "INSERT INTO issuer_backoffs (id, failures, last_at, blocked_until) VALUES ($1, 1, $2, $2) \
        ON CONFLICT (id) DO UPDATE SET \
          failures = CASE WHEN issuer_backoffs.last_at < $3 THEN 1 ELSE issuer_backoffs.failures + 1 END, \
          last_at = excluded.last_at, \
          blocked_until = CASE \
            WHEN issuer_backoffs.last_at < $3 OR issuer_backoffs.failures + 1 < $4 THEN excluded.last_at \
            WHEN issuer_backoffs.failures + 1 - $4 >= $5 THEN excluded.last_at + $6 \
            ELSE excluded.last_at + $7 * (1 << CAST(issuer_backoffs.failures + 1 - $4 AS INTEGER)) END \
        WHERE issuer_backoffs.blocked_until <= $2";
    let values: [Value; 7] = [
        id.into(),
        now.into(),
        now.saturating_sub(FORGET_AFTER).into(),
        FREE_FAILURES.into(),
        DOUBLINGS.into(),
        LONGEST_WAIT.into(),
        FIRST_WAIT.into(),
    ];
    let done = db.execute_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    if done.rows_affected() == 1 {
        return Ok(Ok(()));
    }
    let until = number(db, "SELECT blocked_until AS n FROM issuer_backoffs WHERE id = $1", id).await?.unwrap_or(now);
    Ok(Err(Wait::until(until, now)))
}

/// Forgets the failures that [`take_try`] counted.
pub(crate) async fn forgive(db: &impl ConnectionTrait, id: &str) -> Result<(), DbErr> {
    let sql = "DELETE FROM issuer_backoffs WHERE id = $1";
    db.execute_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, [id.into()])).await?;
    Ok(())
}

async fn number(db: &impl ConnectionTrait, sql: &str, id: &str) -> Result<Option<i64>, DbErr> {
    let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, [id.into()])).await?;
    row.map(|row| row.try_get::<i64>("", "n")).transpose()
}
