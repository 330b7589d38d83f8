//! Authorization requests that wait for a sign-in. Forms carry only a handle, so clients cannot change the parameters.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct PendingAuthorization {
    /// Fingerprint of the handle.
    pub(crate) id: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) scope: String,
    pub(crate) state: Option<String>,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) login_hint: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    pub(crate) consumed_at: Option<i64>,
}

pub(crate) async fn insert(tx: &Transaction, pending: &PendingAuthorization) -> Result<(), Error> {
    let sql = "INSERT INTO issuer_requests
          (id, client_id, redirect_uri, scope, state, nonce, code_challenge, login_hint, created_at, expires_at,
           consumed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let params = [
        (&pending.id).into(),
        (&pending.client_id).into(),
        (&pending.redirect_uri).into(),
        (&pending.scope).into(),
        pending.state.as_ref().into(),
        pending.nonce.as_ref().into(),
        (&pending.code_challenge).into(),
        pending.login_hint.as_ref().into(),
        pending.created_at.into(),
        pending.expires_at.into(),
        pending.consumed_at.into(),
    ];
    tx.execute(sql, &params).await.map(|_| ())
}

pub(crate) async fn find_open(db: &impl Connection, id: &str, now: i64) -> Result<Option<PendingAuthorization>, Error> {
    let sql =
        "SELECT id, client_id, redirect_uri, scope, state, nonce, code_challenge, login_hint, created_at, expires_at,
          consumed_at
        FROM issuer_requests WHERE id = $1 AND expires_at > $2 AND consumed_at IS NULL";
    db.query_opt(sql, &[id.into(), now.into()]).await
}

/// Marks the request as answered. Returns `true` to exactly one caller, which may issue the code.
pub(crate) async fn claim(tx: &Transaction, id: &str, now: i64) -> Result<bool, Error> {
    let sql = "UPDATE issuer_requests SET consumed_at = $2 WHERE id = $1 AND consumed_at IS NULL AND expires_at > $2";
    Ok(tx.execute(sql, &[id.into(), now.into()]).await? == 1)
}
