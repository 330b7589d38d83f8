//! Authorization codes: single-use, valid for one minute.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct AuthorizationCode {
    /// Fingerprint of the code.
    pub(crate) id: String,
    /// Id of the token family that the exchange creates, so that reuse of the code can revoke it.
    pub(crate) family_id: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) account_id: String,
    pub(crate) session_id: String,
    pub(crate) scope: String,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) auth_time: i64,
    pub(crate) expires_at: i64,
    pub(crate) used_at: Option<i64>,
}

pub(crate) async fn insert(tx: &Transaction, code: &AuthorizationCode) -> Result<(), Error> {
    let sql = "INSERT INTO issuer_codes
          (id, family_id, client_id, redirect_uri, account_id, session_id, scope, nonce, code_challenge, auth_time,
           expires_at, used_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    let params = [
        (&code.id).into(),
        (&code.family_id).into(),
        (&code.client_id).into(),
        (&code.redirect_uri).into(),
        (&code.account_id).into(),
        (&code.session_id).into(),
        (&code.scope).into(),
        code.nonce.as_ref().into(),
        (&code.code_challenge).into(),
        code.auth_time.into(),
        code.expires_at.into(),
        code.used_at.into(),
    ];
    tx.execute(sql, &params).await.map(|_| ())
}

pub(crate) async fn find(db: &impl Connection, id: &str) -> Result<Option<AuthorizationCode>, Error> {
    let sql = "SELECT id, family_id, client_id, redirect_uri, account_id, session_id, scope, nonce, code_challenge,
          auth_time, expires_at, used_at
        FROM issuer_codes WHERE id = $1";
    db.query_opt(sql, &[id.into()]).await
}

/// Marks the code as used. Returns `true` to exactly one caller.
pub(crate) async fn claim(tx: &Transaction, id: &str, now: i64) -> Result<bool, Error> {
    let sql = "UPDATE issuer_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL";
    Ok(tx.execute(sql, &[id.into(), now.into()]).await? == 1)
}

/// Marks all codes of an account as used, after a password change.
pub(crate) async fn mark_all_used(tx: &Transaction, account_id: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE issuer_codes SET used_at = $2 WHERE account_id = $1 AND used_at IS NULL";
    tx.execute(sql, &[account_id.into(), now.into()]).await.map(|_| ())
}
