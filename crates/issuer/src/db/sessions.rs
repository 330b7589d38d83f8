//! Browser sessions.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct Session {
    /// The `sid` claim; not a secret.
    pub(crate) id: String,
    /// Fingerprint of the session token.
    pub(crate) token_hash: String,
    pub(crate) account_id: String,
    pub(crate) auth_time: i64,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
}

pub(crate) async fn find_live(db: &impl Connection, token_hash: &str, now: i64) -> Result<Option<Session>, Error> {
    let sql = "SELECT id, token_hash, account_id, auth_time, created_at, expires_at
        FROM issuer_sessions WHERE token_hash = $1 AND expires_at > $2";
    db.query_opt(sql, &[token_hash.into(), now.into()]).await
}

pub(crate) async fn insert(tx: &Transaction, session: &Session) -> Result<(), Error> {
    let sql = "INSERT INTO issuer_sessions (id, token_hash, account_id, auth_time, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6)";
    let params = [
        (&session.id).into(),
        (&session.token_hash).into(),
        (&session.account_id).into(),
        session.auth_time.into(),
        session.created_at.into(),
        session.expires_at.into(),
    ];
    tx.execute(sql, &params).await.map(|_| ())
}

/// Renews a session after re-authentication: new token, new expiry. Returns `false` if the session was deleted.
pub(crate) async fn update(tx: &Transaction, session: &Session) -> Result<bool, Error> {
    let sql = "UPDATE issuer_sessions SET token_hash = $2, auth_time = $3, expires_at = $4 WHERE id = $1";
    let params =
        [(&session.id).into(), (&session.token_hash).into(), session.auth_time.into(), session.expires_at.into()];
    Ok(tx.execute(sql, &params).await? == 1)
}

pub(crate) async fn delete(tx: &Transaction, id: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM issuer_sessions WHERE id = $1", &[id.into()]).await.map(|_| ())
}

pub(crate) async fn delete_for_account(tx: &Transaction, account_id: &str) -> Result<(), Error> {
    tx.execute("DELETE FROM issuer_sessions WHERE account_id = $1", &[account_id.into()]).await.map(|_| ())
}
