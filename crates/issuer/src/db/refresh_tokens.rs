//! Refresh tokens. Whether a token is current is decided by the generation in the family's row, so that all exchanges of a
//! family contend for one row.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct RefreshToken {
    /// Fingerprint of the token.
    pub(crate) id: String,
    pub(crate) family_id: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    /// Generation of the family that the token belongs to; 0 for the first token.
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
