//! Failed sign-ins of administrators, for the login throttle.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, FromRow, Transaction};

use crate::StoreError;
use crate::sql::{from_micros, to_micros, to_u32};

/// The failure count restarts after this time without a failure.
const FORGET_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// Counts a sign-in as failed before the password is checked, so that concurrent attempts count too. Returns the end of
/// the lock as the inner error while one is running.
///
/// Attempts with a `source` (a network) are counted separately from those of the name as a whole. A successful sign-in
/// calls [`reset_login_attempts`].
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn record_login_attempt(
    tx: &Transaction,
    name: &str,
    source: Option<&str>,
    locked_until: fn(u32, Timestamp) -> Timestamp,
    now: Timestamp,
) -> Result<Result<(), Timestamp>, StoreError> {
    let key = attempt_key(name, source);
    #[derive(FromRow)]
    struct Attempts {
        failures: i64,
        locked_until: i64,
    }
    let expired = now.saturating_sub(FORGET_AFTER).unwrap_or(Timestamp::MIN);
    let sql = "INSERT INTO admin_login_attempts (name, failures, last_at, locked_until) VALUES ($1, 1, $2, 0)
               ON CONFLICT (name) DO UPDATE SET last_at = excluded.last_at,
                   failures = CASE WHEN admin_login_attempts.last_at < $3 THEN 1
                                   ELSE admin_login_attempts.failures + 1 END
                WHERE admin_login_attempts.locked_until <= $2
               RETURNING failures, locked_until";
    let counted: Option<Attempts> =
        tx.query_opt(sql, &[key.as_str().into(), to_micros(now).into(), to_micros(expired).into()]).await?;
    if let Some(attempts) = counted {
        let until = locked_until(to_u32(attempts.failures)?, now);
        let sql = "UPDATE admin_login_attempts SET locked_until = $2 WHERE name = $1";
        tx.execute(sql, &[key.into(), to_micros(until).into()]).await?;
        return Ok(Ok(()));
    }
    let sql = "SELECT failures, locked_until FROM admin_login_attempts WHERE name = $1";
    let locked: Attempts = tx.query_one(sql, &[key.into()]).await?;
    Ok(Err(from_micros(locked.locked_until)?))
}

/// Deletes the count of a name and source, after a successful sign-in.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reset_login_attempts(tx: &Transaction, name: &str, source: Option<&str>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM admin_login_attempts WHERE name = $1", &[attempt_key(name, source).into()]).await?;
    Ok(())
}

/// Deletes all counts of a name, with and without source.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reset_all_login_attempts(tx: &Transaction, name: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM admin_login_attempts WHERE name = $1 OR substr(name, 1, length($2)) = $2";
    tx.execute(sql, &[attempt_key(name, None).into(), attempt_key(name, Some("")).into()]).await?;
    Ok(())
}

/// Names contain no `@`, so keys cannot collide.
fn attempt_key(name: &str, source: Option<&str>) -> String {
    source.map_or_else(|| name.to_owned(), |source| format!("{name}@{source}"))
}
