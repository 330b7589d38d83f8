//! Deletion of expired rows. Queries ignore expired rows, so the time of the cleanup does not matter.

use tala_db::{Database, Error};

use super::{DAY, HOUR, MINUTE};

/// Deletes expired rows and returns their number. Each statement is a separate transaction, which keeps write locks short.
/// Keeps used authorization codes and refresh tokens while their reuse must be detected.
pub(crate) async fn delete_expired(db: &Database, now: i64) -> Result<u64, Error> {
    let statements = [
        ("DELETE FROM issuer_sessions WHERE expires_at < $1", now),
        ("DELETE FROM issuer_requests WHERE expires_at < $1", now - HOUR),
        ("DELETE FROM issuer_challenges WHERE created_at < $1", now - DAY),
        ("DELETE FROM issuer_codes WHERE expires_at < $1", now - DAY),
        ("DELETE FROM issuer_refresh_tokens WHERE expires_at < $1", now),
        ("DELETE FROM issuer_families WHERE expires_at < $1", now - HOUR),
        ("DELETE FROM issuer_signing_keys WHERE retire_at < $1", now - 30 * DAY),
        ("DELETE FROM issuer_allowances WHERE full_at < $1", now - MINUTE),
        ("DELETE FROM issuer_backoffs WHERE last_at < $1 AND blocked_until < $1", now - HOUR),
    ];
    let mut deleted = 0;
    for (sql, before) in statements {
        deleted += db.transaction(async |tx| tx.execute(sql, &[before.into()]).await).await?;
    }
    Ok(deleted)
}
