//! Email challenges with a six-digit code. A challenge is bound to one browser and allows five attempts. A challenge
//! without an account looks the same, but no code is correct.

use tala_db::{Connection, Error, FromRow, Transaction};

/// Attempts per code.
pub(crate) const MAX_ATTEMPTS: i64 = 5;

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct Challenge {
    /// Fingerprint of the handle in the page's URL.
    pub(crate) id: String,
    /// Fingerprint of the browser cookie.
    pub(crate) browser: String,
    /// `confirm` an address, or `reset` a password.
    pub(crate) purpose: String,
    pub(crate) account_id: Option<String>,
    pub(crate) email: String,
    pub(crate) name: String,
    /// For `confirm`: hash of the password that becomes valid with the address.
    pub(crate) password_hash: String,
    /// MAC of the code; empty without an account.
    pub(crate) code_mark: String,
    pub(crate) attempts: i64,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    pub(crate) consumed_at: Option<i64>,
}

pub(crate) async fn insert(tx: &Transaction, challenge: &Challenge) -> Result<(), Error> {
    let sql = "INSERT INTO issuer_challenges
          (id, browser, purpose, account_id, email, name, password_hash, code_mark, attempts, created_at, expires_at,
           consumed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    let params = [
        (&challenge.id).into(),
        (&challenge.browser).into(),
        (&challenge.purpose).into(),
        challenge.account_id.as_ref().into(),
        (&challenge.email).into(),
        (&challenge.name).into(),
        (&challenge.password_hash).into(),
        (&challenge.code_mark).into(),
        challenge.attempts.into(),
        challenge.created_at.into(),
        challenge.expires_at.into(),
        challenge.consumed_at.into(),
    ];
    tx.execute(sql, &params).await.map(|_| ())
}

/// A challenge of this browser and purpose that is not consumed. Its code may have expired.
pub(crate) async fn find_open(
    db: &impl Connection,
    id: &str,
    browser: &str,
    purpose: &str,
) -> Result<Option<Challenge>, Error> {
    let sql = "SELECT id, browser, purpose, account_id, email, name, password_hash, code_mark, attempts, created_at, expires_at,
          consumed_at
        FROM issuer_challenges
        WHERE id = $1 AND browser = $2 AND purpose = $3 AND consumed_at IS NULL";
    db.query_opt(sql, &[id.into(), browser.into(), purpose.into()]).await
}

/// Counts an attempt before the code is compared, so that concurrent guesses count too. Returns `false` if no attempts
/// are left or the code has expired.
pub(crate) async fn claim_attempt(tx: &Transaction, id: &str, now: i64) -> Result<bool, Error> {
    let sql = "UPDATE issuer_challenges SET attempts = attempts + 1
        WHERE id = $1 AND attempts < $2 AND consumed_at IS NULL AND expires_at > $3";
    Ok(tx.execute(sql, &[id.into(), MAX_ATTEMPTS.into(), now.into()]).await? == 1)
}

/// Marks the challenge as consumed. Returns `true` to exactly one caller.
pub(crate) async fn claim(tx: &Transaction, id: &str, now: i64) -> Result<bool, Error> {
    let sql = "UPDATE issuer_challenges SET consumed_at = $2 WHERE id = $1 AND consumed_at IS NULL";
    Ok(tx.execute(sql, &[id.into(), now.into()]).await? == 1)
}

/// Replaces the code and resets the attempts. Returns `false` if the challenge is consumed.
pub(crate) async fn update_code(tx: &Transaction, id: &str, code_mac: &str, expires_at: i64) -> Result<bool, Error> {
    let sql = "UPDATE issuer_challenges SET code_mark = $2, attempts = 0, expires_at = $3
        WHERE id = $1 AND consumed_at IS NULL";
    Ok(tx.execute(sql, &[id.into(), code_mac.into(), expires_at.into()]).await? == 1)
}

/// Marks all open challenges of an account as consumed, after a password change or confirmation.
pub(crate) async fn mark_all_consumed(tx: &Transaction, account_id: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE issuer_challenges SET consumed_at = $2 WHERE account_id = $1 AND consumed_at IS NULL";
    tx.execute(sql, &[account_id.into(), now.into()]).await.map(|_| ())
}
