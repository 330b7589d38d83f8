//! Accounts.

use tala_db::{Connection, Error, FromRow, Transaction};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct Account {
    pub(crate) id: String,
    /// As typed.
    pub(crate) email: String,
    /// Lower case, for comparisons.
    pub(crate) email_key: String,
    pub(crate) name: String,
    pub(crate) password_hash: String,
    pub(crate) email_verified: bool,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
}

pub(crate) async fn find(db: &impl Connection, id: &str) -> Result<Option<Account>, Error> {
    let sql = "SELECT id, email, email_key, name, password_hash, email_verified, created_at, updated_at
        FROM issuer_accounts WHERE id = $1";
    db.query_opt(sql, &[id.into()]).await
}

pub(crate) async fn find_by_email(db: &impl Connection, email_key: &str) -> Result<Option<Account>, Error> {
    let sql = "SELECT id, email, email_key, name, password_hash, email_verified, created_at, updated_at
        FROM issuer_accounts WHERE email_key = $1";
    db.query_opt(sql, &[email_key.into()]).await
}

/// Inserts an account unless its email address has one. Returns whether it was inserted.
pub(crate) async fn insert(tx: &Transaction, account: &Account) -> Result<bool, Error> {
    let sql = "INSERT INTO issuer_accounts
          (id, email, email_key, name, password_hash, email_verified, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (email_key) DO NOTHING";
    let params = [
        (&account.id).into(),
        (&account.email).into(),
        (&account.email_key).into(),
        (&account.name).into(),
        (&account.password_hash).into(),
        account.email_verified.into(),
        account.created_at.into(),
        account.updated_at.into(),
    ];
    Ok(tx.execute(sql, &params).await? == 1)
}

/// Replaces the details of an unconfirmed account with those of the latest sign-up. Does not change a confirmed account.
pub(crate) async fn update_unconfirmed(
    tx: &Transaction,
    email_key: &str,
    name: &str,
    password_hash: &str,
    now: i64,
) -> Result<(), Error> {
    let sql = "UPDATE issuer_accounts SET name = $2, password_hash = $3, updated_at = $4
        WHERE email_key = $1 AND NOT email_verified";
    tx.execute(sql, &[email_key.into(), name.into(), password_hash.into(), now.into()]).await.map(|_| ())
}

/// Confirms an account and sets the name and password of the sign-up being confirmed. Returns `false` if the account is
/// already confirmed.
pub(crate) async fn mark_confirmed(
    tx: &Transaction,
    id: &str,
    name: &str,
    password_hash: &str,
    now: i64,
) -> Result<bool, Error> {
    let sql = "UPDATE issuer_accounts SET email_verified = TRUE, name = $2, password_hash = $3, updated_at = $4
        WHERE id = $1 AND NOT email_verified";
    Ok(tx.execute(sql, &[id.into(), name.into(), password_hash.into(), now.into()]).await? == 1)
}

/// Sets the password. Also confirms the email address, since the code was sent to it.
pub(crate) async fn update_password(tx: &Transaction, id: &str, password_hash: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE issuer_accounts SET email_verified = TRUE, password_hash = $2, updated_at = $3 WHERE id = $1";
    tx.execute(sql, &[id.into(), password_hash.into(), now.into()]).await.map(|_| ())
}
