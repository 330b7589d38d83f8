//! Signing keys. Private keys are encrypted with a key derived from the master key.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct SigningKey {
    /// RFC 7638 thumbprint.
    pub(crate) kid: String,
    /// Sequential number. Unique, so that only one of several servers that rotate concurrently inserts its key.
    pub(crate) serial: i64,
    pub(crate) alg: String,
    pub(crate) public_jwk: String,
    pub(crate) private_sealed: String,
    pub(crate) created_at: i64,
    pub(crate) signs_from: i64,
    pub(crate) retire_at: Option<i64>,
}

/// All stored keys, newest first.
pub(crate) async fn list(db: &impl Connection) -> Result<Vec<SigningKey>, Error> {
    let sql = "SELECT kid, serial, alg, public_jwk, private_sealed, created_at, signs_from, retire_at
        FROM issuer_signing_keys ORDER BY serial DESC";
    db.query(sql, &[]).await
}

/// Inserts a key unless another server has inserted one with the same serial. Returns whether it was inserted.
pub(crate) async fn insert(tx: &Transaction, key: &SigningKey) -> Result<bool, Error> {
    let sql = "INSERT INTO issuer_signing_keys
          (kid, serial, alg, public_jwk, private_sealed, created_at, signs_from, retire_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (serial) DO NOTHING";
    let params = [
        (&key.kid).into(),
        key.serial.into(),
        (&key.alg).into(),
        (&key.public_jwk).into(),
        (&key.private_sealed).into(),
        key.created_at.into(),
        key.signs_from.into(),
        key.retire_at.into(),
    ];
    Ok(tx.execute(sql, &params).await? == 1)
}

/// Sets the retirement time of older keys that have none.
pub(crate) async fn mark_retired_before(tx: &Transaction, serial: i64, retire_at: i64) -> Result<(), Error> {
    let sql = "UPDATE issuer_signing_keys SET retire_at = $2 WHERE serial < $1 AND retire_at IS NULL";
    tx.execute(sql, &[serial.into(), retire_at.into()]).await.map(|_| ())
}

/// Replaces an encrypted private key, unless another server has. Returns the number of updated keys.
pub(crate) async fn update_private_key(tx: &Transaction, key: &SigningKey, encrypted: &str) -> Result<u64, Error> {
    let sql = "UPDATE issuer_signing_keys SET private_sealed = $3 WHERE kid = $1 AND private_sealed = $2";
    tx.execute(sql, &[(&key.kid).into(), (&key.private_sealed).into(), encrypted.into()]).await
}
