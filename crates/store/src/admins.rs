//! Administrators (D7): accounts, [`sessions`] and failed sign-ins.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::admin::AdminRole;
use tala_domain::ids::AdminId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, fetch_optional, from_micros, insert_row, parse_enum, to_micros};

mod activation;
mod activity;
mod login_attempts;
pub mod sessions;

pub use activation::{Activation, activate, find_by_activation_token, replace_activation};
pub use activity::{Activity, list_activity};
pub use login_attempts::{record_login_attempt, reset_all_login_attempts, reset_login_attempts};

/// A stored administrator.
#[derive(Clone, Debug)]
pub struct Admin {
    /// Primary key, also the associated data of `totp_encrypted`.
    pub id: AdminId,
    /// The name that they sign in with. Unique.
    pub name: String,
    /// Decides which endpoints they may call.
    pub role: AdminRole,
    /// Argon2id, in PHC format.
    pub password_hash: String,
    /// The secret of the authenticator, encrypted for this id. `None` without two-factor sign-in.
    pub totp_encrypted: Option<String>,
    /// When the account was added.
    pub created_at: Timestamp,
    /// When the account was disabled. A disabled account cannot sign in.
    pub disabled_at: Option<Timestamp>,
    /// The activation link of an account whose administrator has not set a password yet.
    pub activation: Option<Activation>,
}

impl Admin {
    /// Whether this owner can sign in, and so manage administrators.
    pub fn is_active_owner(&self) -> bool {
        self.role == AdminRole::Owner && self.disabled_at.is_none() && self.activation.is_none()
    }
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    name: String,
    role: String,
    password_hash: String,
    totp_encrypted: Option<String>,
    created_at: i64,
    disabled_at: Option<i64>,
    activation_hash: Option<String>,
    activation_expires_at: Option<i64>,
}

impl TryFrom<Row> for Admin {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: AdminId(row.id),
            name: row.name,
            role: parse_enum(&row.role, AdminRole::parse)?,
            password_hash: row.password_hash,
            totp_encrypted: row.totp_encrypted,
            created_at: from_micros(row.created_at)?,
            disabled_at: row.disabled_at.map(from_micros).transpose()?,
            activation: Activation::from_columns(row.activation_hash, row.activation_expires_at)?,
        })
    }
}

const SELECT: &str = "SELECT id, name, role, password_hash, totp_encrypted, created_at, disabled_at, activation_hash,
    activation_expires_at FROM admins";

/// Finds an administrator by name, disabled or not.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_name<C: Connection>(conn: &C, name: &str) -> Result<Option<Admin>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE name = $1"), &[name.into()]).await
}

/// Finds an administrator by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: AdminId) -> Result<Option<Admin>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE id = $1"), &[id.0.into()]).await
}

/// Lists all administrators by name.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list<C: Connection>(conn: &C) -> Result<Vec<Admin>, StoreError> {
    fetch_all::<Row, _>(conn, &format!("{SELECT} ORDER BY name"), &[]).await
}

/// Inserts an account. Returns false if the name is taken.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, admin: &Admin) -> Result<bool, StoreError> {
    let columns = vec![
        ("id", admin.id.0.into()),
        ("name", admin.name.as_str().into()),
        ("role", admin.role.as_str().into()),
        ("password_hash", admin.password_hash.as_str().into()),
        ("totp_encrypted", admin.totp_encrypted.as_deref().into()),
        ("totp_step", 0_i64.into()),
        ("created_at", to_micros(admin.created_at).into()),
        ("updated_at", to_micros(admin.created_at).into()),
        ("activation_hash", admin.activation.as_ref().map(|activation| activation.token_hash.as_str()).into()),
        ("activation_expires_at", admin.activation.as_ref().map(|activation| to_micros(activation.expires_at)).into()),
    ];
    let inserted = insert_row(tx, "admins", columns, "ON CONFLICT (name) DO NOTHING").await?;
    Ok(inserted == 1)
}

/// Replaces the password whose hash is `from`. Returns false if the account has another password by now.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn change_password(
    tx: &Transaction,
    id: AdminId,
    from: &str,
    to: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET password_hash = $3, updated_at = $4 WHERE id = $1 AND password_hash = $2";
    Ok(tx.execute(sql, &[id.0.into(), from.into(), to.into(), to_micros(now).into()]).await? == 1)
}

/// Sets a new password and enables the account. An activation link stops working, the authenticator stays.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reset(tx: &Transaction, id: AdminId, password_hash: &str, now: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE admins SET password_hash = $2, disabled_at = NULL, updated_at = $3, activation_hash = NULL,
                      activation_expires_at = NULL WHERE id = $1";
    tx.execute(sql, &[id.0.into(), password_hash.into(), to_micros(now).into()]).await?;
    Ok(())
}

/// Sets this authenticator or none, whatever the account had before.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_totp(tx: &Transaction, id: AdminId, totp_encrypted: Option<&str>) -> Result<(), StoreError> {
    let sql = "UPDATE admins SET totp_encrypted = $2, totp_step = 0 WHERE id = $1";
    tx.execute(sql, &[id.0.into(), totp_encrypted.into()]).await?;
    Ok(())
}

/// Locks an account until commit and returns whether it is enabled and still has the password and the authenticator of
/// `verified`.
///
/// A session inserted in the same transaction is therefore either rejected or visible to a concurrent call that ends
/// all sessions of the account.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_with_credentials(tx: &Transaction, verified: &Admin) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET id = id WHERE id = $1 AND password_hash = $2 AND COALESCE(totp_encrypted, '') = $3
                AND disabled_at IS NULL";
    let authenticator = verified.totp_encrypted.as_deref().unwrap_or_default();
    let values = [verified.id.0.into(), verified.password_hash.as_str().into(), authenticator.into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Disables an account. Returns false if it was disabled already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn disable(tx: &Transaction, id: AdminId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET disabled_at = $2, updated_at = $2 WHERE id = $1 AND disabled_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// Enables a disabled account. Returns false if it was enabled already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn enable(tx: &Transaction, id: AdminId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET disabled_at = NULL, updated_at = $2 WHERE id = $1 AND disabled_at IS NOT NULL";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// Changes the role. Returns false if the account has this role already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn update_role(tx: &Transaction, id: AdminId, role: AdminRole, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET role = $2, updated_at = $3 WHERE id = $1 AND role <> $2";
    Ok(tx.execute(sql, &[id.0.into(), role.as_str().into(), to_micros(now).into()]).await? == 1)
}

/// Replaces the authenticator that is `from` in encrypted form. Returns false if the account has another one by now.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn replace_totp(
    tx: &Transaction,
    id: AdminId,
    from: Option<&str>,
    to: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET totp_encrypted = $3, totp_step = 0, updated_at = $4
                WHERE id = $1 AND COALESCE(totp_encrypted, '') = $2";
    let values = [id.0.into(), from.unwrap_or_default().into(), to.into(), to_micros(now).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Whether an account is an owner who can sign in.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn is_active_owner(tx: &Transaction, id: AdminId) -> Result<bool, StoreError> {
    Ok(find_by_id(tx, id).await?.is_some_and(|admin| admin.is_active_owner()))
}

/// Locks the owners who can sign in until commit and returns their number.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_active_owners(tx: &Transaction) -> Result<u64, StoreError> {
    let sql = "UPDATE admins SET id = id WHERE role = $1 AND disabled_at IS NULL AND activation_hash IS NULL";
    tx.execute(sql, &[AdminRole::Owner.as_str().into()]).await
}

/// Marks a time step of the authenticator as used. Returns false if this step or a later one was used before.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn use_totp_step(tx: &Transaction, id: AdminId, step: i64) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET totp_step = $2 WHERE id = $1 AND totp_step < $2";
    Ok(tx.execute(sql, &[id.0.into(), step.into()]).await? == 1)
}

/// Deletes failed sign-ins and sessions that have expired.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_expired(
    tx: &Transaction,
    attempts_before: Timestamp,
    sessions_before: Timestamp,
) -> Result<(), StoreError> {
    tx.execute("DELETE FROM admin_login_attempts WHERE last_at < $1", &[to_micros(attempts_before).into()]).await?;
    tx.execute("DELETE FROM admin_sessions WHERE seen_at < $1", &[to_micros(sessions_before).into()]).await?;
    Ok(())
}
