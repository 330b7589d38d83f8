//! Activation links of new administrators (D7).

use jiff::Timestamp;
use tala_db::{Connection, Transaction};
use tala_domain::ids::AdminId;

use super::{Admin, Row, SELECT};
use crate::StoreError;
use crate::sql::{fetch_optional, from_micros, to_micros};

/// The activation link of an account that is not activated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Hash of the token in the link.
    pub token_hash: String,
    /// The link is rejected from this instant on.
    pub expires_at: Timestamp,
}

impl Activation {
    pub(super) fn from_columns(
        token_hash: Option<String>,
        expires_at: Option<i64>,
    ) -> Result<Option<Self>, StoreError> {
        let Some((token_hash, expires_at)) = token_hash.zip(expires_at) else { return Ok(None) };
        Ok(Some(Self { token_hash, expires_at: from_micros(expires_at)? }))
    }
}

/// Finds the enabled account with this activation link, unless the link has expired.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_activation_token<C: Connection>(
    conn: &C,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<Admin>, StoreError> {
    let sql = format!("{SELECT} WHERE activation_hash = $1 AND activation_expires_at > $2 AND disabled_at IS NULL");
    fetch_optional::<Row, _>(conn, &sql, &[token_hash.into(), to_micros(now).into()]).await
}

/// Sets the password of an account and uses up its activation link. Returns false if the link was used or replaced or has
/// expired, or if the account is disabled.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn activate(
    tx: &Transaction,
    id: AdminId,
    token_hash: &str,
    password_hash: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql =
        "UPDATE admins SET password_hash = $3, activation_hash = NULL, activation_expires_at = NULL, updated_at = $4
                WHERE id = $1 AND activation_hash = $2 AND activation_expires_at > $4 AND disabled_at IS NULL";
    let values = [id.0.into(), token_hash.into(), password_hash.into(), to_micros(now).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Replaces the activation link and the authenticator of an account that is not activated. Returns false if the account was
/// activated, or if its link is no longer the one with the hash `from`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn replace_activation(
    tx: &Transaction,
    id: AdminId,
    from: &str,
    to: &Activation,
    totp_encrypted: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET activation_hash = $3, activation_expires_at = $4, totp_encrypted = $5, updated_at = $6
                WHERE id = $1 AND activation_hash = $2";
    let values = [
        id.0.into(),
        from.into(),
        to.token_hash.as_str().into(),
        to_micros(to.expires_at).into(),
        totp_encrypted.into(),
        to_micros(now).into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}
