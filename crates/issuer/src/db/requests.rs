//! Authorization requests that wait for a person. Forms carry only a handle, so nothing in them can be altered.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct Request {
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

pub(crate) async fn insert(tx: &Transaction, request: &Request) -> Result<(), Error> {
    let sql = "INSERT INTO issuer_requests
          (id, client_id, redirect_uri, scope, state, nonce, code_challenge, login_hint, created_at, expires_at,
           consumed_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let params = [
        (&request.id).into(),
        (&request.client_id).into(),
        (&request.redirect_uri).into(),
        (&request.scope).into(),
        request.state.as_ref().into(),
        request.nonce.as_ref().into(),
        (&request.code_challenge).into(),
        request.login_hint.as_ref().into(),
        request.created_at.into(),
        request.expires_at.into(),
        request.consumed_at.into(),
    ];
    tx.execute(sql, &params).await.map(|_| ())
}

pub(crate) async fn find_open(db: &impl Connection, id: &str, now: i64) -> Result<Option<Request>, Error> {
    let sql =
        "SELECT id, client_id, redirect_uri, scope, state, nonce, code_challenge, login_hint, created_at, expires_at,
          consumed_at
        FROM issuer_requests WHERE id = $1 AND expires_at > $2 AND consumed_at IS NULL";
    db.query_opt(sql, &[id.into(), now.into()]).await
}

/// Marks the request as answered: `true` for the one caller that may send the code.
pub(crate) async fn claim(tx: &Transaction, id: &str, now: i64) -> Result<bool, Error> {
    let sql = "UPDATE issuer_requests SET consumed_at = $2 WHERE id = $1 AND consumed_at IS NULL AND expires_at > $2";
    Ok(tx.execute(sql, &[id.into(), now.into()]).await? == 1)
}
