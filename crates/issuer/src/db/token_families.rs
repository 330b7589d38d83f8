//! Token families: one grant to a client, with all refresh tokens that rotate from it.

use tala_db::{Connection, Error, FromRow, Transaction};

use super::refresh_tokens::RefreshToken;

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct TokenFamily {
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) session_id: String,
    pub(crate) client_id: String,
    pub(crate) scope: String,
    pub(crate) auth_time: i64,
    pub(crate) created_at: i64,
    /// Expiry of its newest token; for cleanup.
    pub(crate) expires_at: i64,
    pub(crate) revoked_at: Option<i64>,
    pub(crate) revoked_because: Option<String>,
    /// Number of rotations. Only tokens of this generation are current.
    pub(crate) generation: i64,
    /// Fingerprint of the token exchanged last.
    pub(crate) rotated_from: Option<String>,
    /// Time of that exchange.
    pub(crate) rotated_at: Option<i64>,
}

pub(crate) async fn insert(tx: &Transaction, family: &TokenFamily) -> Result<(), Error> {
    let sql = "INSERT INTO issuer_families
          (id, account_id, session_id, client_id, scope, auth_time, created_at, expires_at, revoked_at, revoked_because,
           generation, rotated_from, rotated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    let params = [
        (&family.id).into(),
        (&family.account_id).into(),
        (&family.session_id).into(),
        (&family.client_id).into(),
        (&family.scope).into(),
        family.auth_time.into(),
        family.created_at.into(),
        family.expires_at.into(),
        family.revoked_at.into(),
        family.revoked_because.as_ref().into(),
        family.generation.into(),
        family.rotated_from.as_ref().into(),
        family.rotated_at.into(),
    ];
    tx.execute(sql, &params).await.map(|_| ())
}

pub(crate) async fn find_live(db: &impl Connection, id: &str) -> Result<Option<TokenFamily>, Error> {
    let sql = "SELECT id, account_id, session_id, client_id, scope, auth_time, created_at, expires_at, revoked_at,
          revoked_because, generation, rotated_from, rotated_at
        FROM issuer_families WHERE id = $1 AND revoked_at IS NULL";
    db.query_opt(sql, &[id.into()]).await
}

/// Exchanges a token of the current generation and starts the next one. Returns `true` to exactly one caller; the other
/// tokens of the generation become old.
pub(crate) async fn claim_rotation(
    tx: &Transaction,
    token: &RefreshToken,
    expires_at: i64,
    now: i64,
) -> Result<bool, Error> {
    let sql = "UPDATE issuer_families SET generation = $3, rotated_from = $4, rotated_at = $5, expires_at = $6
        WHERE id = $1 AND revoked_at IS NULL AND generation = $2";
    let params = [
        (&token.family_id).into(),
        token.generation.into(),
        (token.generation + 1).into(),
        (&token.id).into(),
        now.into(),
        expires_at.into(),
    ];
    Ok(tx.execute(sql, &params).await? == 1)
}

/// Exchanges the token that was exchanged last again. Returns `true` if its first exchange was after `since` and none
/// of its successors has been exchanged. Keeps the time of the first exchange, so reuse does not extend the leeway.
pub(crate) async fn claim_reuse(
    tx: &Transaction,
    token: &RefreshToken,
    expires_at: i64,
    since: i64,
) -> Result<bool, Error> {
    let sql = "UPDATE issuer_families SET expires_at = $4
        WHERE id = $1 AND revoked_at IS NULL AND rotated_from = $2 AND rotated_at > $3";
    let params = [(&token.family_id).into(), (&token.id).into(), since.into(), expires_at.into()];
    Ok(tx.execute(sql, &params).await? == 1)
}

/// Revokes a family. Idempotent.
pub(crate) async fn mark_revoked(tx: &Transaction, id: &str, reason: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE issuer_families SET revoked_at = $2, revoked_because = $3 WHERE id = $1 AND revoked_at IS NULL";
    tx.execute(sql, &[id.into(), now.into(), reason.into()]).await.map(|_| ())
}

/// Revokes the families issued through a browser session.
pub(crate) async fn mark_revoked_for_session(
    tx: &Transaction,
    session_id: &str,
    reason: &str,
    now: i64,
) -> Result<(), Error> {
    let sql = "UPDATE issuer_families SET revoked_at = $2, revoked_because = $3
        WHERE session_id = $1 AND revoked_at IS NULL";
    tx.execute(sql, &[session_id.into(), now.into(), reason.into()]).await.map(|_| ())
}

/// Revokes all families of an account.
pub(crate) async fn mark_revoked_for_account(
    tx: &Transaction,
    account_id: &str,
    reason: &str,
    now: i64,
) -> Result<(), Error> {
    let sql = "UPDATE issuer_families SET revoked_at = $2, revoked_because = $3
        WHERE account_id = $1 AND revoked_at IS NULL";
    tx.execute(sql, &[account_id.into(), now.into(), reason.into()]).await.map(|_| ())
}
