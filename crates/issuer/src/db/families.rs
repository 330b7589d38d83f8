//! Grants (one per sign-in at a client) and their chains of refresh tokens.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct Family {
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) session_id: String,
    pub(crate) client_id: String,
    pub(crate) scope: String,
    pub(crate) auth_time: i64,
    pub(crate) created_at: i64,
    /// When its newest token expires; for clean-up.
    pub(crate) expires_at: i64,
    pub(crate) revoked_at: Option<i64>,
    pub(crate) revoked_because: Option<String>,
    /// How often it was rotated. Only tokens of this generation are new.
    pub(crate) generation: i64,
    /// Fingerprint of the token that was exchanged last, and when.
    pub(crate) rotated_from: Option<String>,
    pub(crate) rotated_at: Option<i64>,
}

pub(crate) async fn insert(tx: &Transaction, family: &Family) -> Result<(), Error> {
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

pub(crate) async fn find_live(db: &impl Connection, id: &str) -> Result<Option<Family>, Error> {
    let sql = "SELECT id, account_id, session_id, client_id, scope, auth_time, created_at, expires_at, revoked_at,
          revoked_because, generation, rotated_from, rotated_at
        FROM issuer_families WHERE id = $1 AND revoked_at IS NULL";
    db.query_opt(sql, &[id.into()]).await
}

/// Exchanges a token of the newest generation: `true` for the first of them only. Its siblings are old from then on.
pub(crate) async fn claim_rotation(
    tx: &Transaction,
    token: &refresh::RefreshToken,
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

/// Exchanges the token that was exchanged last a second time: `true` when the first time was after `since` and nothing
/// has been exchanged after it. The time of the first exchange stays, so repeating does not prolong.
pub(crate) async fn claim_repetition(
    tx: &Transaction,
    token: &refresh::RefreshToken,
    expires_at: i64,
    since: i64,
) -> Result<bool, Error> {
    let sql = "UPDATE issuer_families SET expires_at = $4
        WHERE id = $1 AND revoked_at IS NULL AND rotated_from = $2 AND rotated_at > $3";
    let params = [(&token.family_id).into(), (&token.id).into(), since.into(), expires_at.into()];
    Ok(tx.execute(sql, &params).await? == 1)
}

/// Ends one family for the stated reason; a second call changes nothing.
pub(crate) async fn mark_revoked(tx: &Transaction, id: &str, because: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE issuer_families SET revoked_at = $2, revoked_because = $3 WHERE id = $1 AND revoked_at IS NULL";
    tx.execute(sql, &[id.into(), now.into(), because.into()]).await.map(|_| ())
}

/// Ends what a browser's sign-in had granted.
pub(crate) async fn mark_revoked_of_session(
    tx: &Transaction,
    session_id: &str,
    because: &str,
    now: i64,
) -> Result<(), Error> {
    let sql = "UPDATE issuer_families SET revoked_at = $2, revoked_because = $3
        WHERE session_id = $1 AND revoked_at IS NULL";
    tx.execute(sql, &[session_id.into(), now.into(), because.into()]).await.map(|_| ())
}

/// Ends everything granted for an account.
pub(crate) async fn mark_revoked_of_account(
    tx: &Transaction,
    account_id: &str,
    because: &str,
    now: i64,
) -> Result<(), Error> {
    let sql = "UPDATE issuer_families SET revoked_at = $2, revoked_because = $3
        WHERE account_id = $1 AND revoked_at IS NULL";
    tx.execute(sql, &[account_id.into(), now.into(), because.into()]).await.map(|_| ())
}

/// The refresh tokens of a family. Which of them still count is stored in the family's row alone, so that all exchanges
/// of its tokens compete for that row.
pub(crate) mod refresh {
    use tala_db::{Connection, Error, FromRow, Transaction};

    #[derive(Clone, Debug, PartialEq, Eq, FromRow)]
    pub(crate) struct RefreshToken {
        /// Fingerprint of the token.
        pub(crate) id: String,
        pub(crate) family_id: String,
        pub(crate) created_at: i64,
        pub(crate) expires_at: i64,
        /// The number of the exchange that created it; 0 for the first. Siblings share it.
        pub(crate) generation: i64,
    }

    pub(crate) async fn insert(tx: &Transaction, token: &RefreshToken) -> Result<(), Error> {
        let sql = "INSERT INTO issuer_refresh_tokens (id, family_id, created_at, expires_at, generation)
            VALUES ($1, $2, $3, $4, $5)";
        let params = [
            (&token.id).into(),
            (&token.family_id).into(),
            token.created_at.into(),
            token.expires_at.into(),
            token.generation.into(),
        ];
        tx.execute(sql, &params).await.map(|_| ())
    }

    pub(crate) async fn find(db: &impl Connection, id: &str) -> Result<Option<RefreshToken>, Error> {
        let sql = "SELECT id, family_id, created_at, expires_at, generation FROM issuer_refresh_tokens WHERE id = $1";
        db.query_opt(sql, &[id.into()]).await
    }
}
