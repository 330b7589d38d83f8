//! Sessions of administrators, one for each browser.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::admin::AdminRole;
use tala_domain::ids::{AdminId, AdminSessionId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, fetch_optional, from_micros, parse_enum, to_micros};

/// Sessions used and started before these instants have expired.
#[derive(Clone, Copy, Debug)]
pub struct SessionCutoffs {
    /// The session was used after this instant.
    pub used_after: Timestamp,
    /// The session was started after this instant.
    pub begun_after: Timestamp,
}

/// An active session with its administrator.
#[derive(Clone, Debug)]
pub struct Session {
    /// Primary key. Not secret: the cookie contains a token instead.
    pub id: AdminSessionId,
    /// The administrator who is signed in.
    pub admin_id: AdminId,
    /// The administrator's name.
    pub name: String,
    /// The administrator's role.
    pub role: AdminRole,
    /// Whether the account has an authenticator.
    pub totp: bool,
    /// The `User-Agent` header of the sign-in.
    pub user_agent: String,
    /// When the session was started.
    pub created_at: Timestamp,
    /// When the session was last used, to the minute.
    pub seen_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    admin_id: Uuid,
    name: String,
    role: String,
    totp_encrypted: Option<String>,
    user_agent: String,
    created_at: i64,
    seen_at: i64,
}

impl TryFrom<Row> for Session {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: AdminSessionId(row.id),
            admin_id: AdminId(row.admin_id),
            name: row.name,
            role: parse_enum(&row.role, AdminRole::parse)?,
            totp: row.totp_encrypted.is_some(),
            user_agent: row.user_agent,
            created_at: from_micros(row.created_at)?,
            seen_at: from_micros(row.seen_at)?,
        })
    }
}

const SELECT: &str = "SELECT s.id, s.admin_id, a.name, a.role, a.totp_encrypted, s.user_agent, s.created_at, s.seen_at
    FROM admin_sessions s JOIN admins a ON a.id = s.admin_id WHERE a.disabled_at IS NULL";

/// Finds an active session by the hash of its token.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_token<C: Connection>(
    conn: &C,
    token_hash: &str,
    cutoffs: SessionCutoffs,
) -> Result<Option<Session>, StoreError> {
    let sql = format!("{SELECT} AND s.token_hash = $1 AND s.seen_at > $2 AND s.created_at > $3");
    let values = [token_hash.into(), to_micros(cutoffs.used_after).into(), to_micros(cutoffs.begun_after).into()];
    fetch_optional::<Row, _>(conn, &sql, &values).await
}

/// Lists the active sessions of an administrator, newest first, at most 100.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_admin<C: Connection>(
    conn: &C,
    admin: AdminId,
    cutoffs: SessionCutoffs,
) -> Result<Vec<Session>, StoreError> {
    let sql =
        format!("{SELECT} AND s.admin_id = $1 AND s.seen_at > $2 AND s.created_at > $3 ORDER BY s.id DESC LIMIT 100");
    let values = [admin.0.into(), to_micros(cutoffs.used_after).into(), to_micros(cutoffs.begun_after).into()];
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Starts a session.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(
    tx: &Transaction,
    id: AdminSessionId,
    admin: AdminId,
    token_hash: &str,
    user_agent: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO admin_sessions (id, admin_id, token_hash, user_agent, created_at, seen_at)
               VALUES ($1, $2, $3, $4, $5, $5)";
    let values = [id.0.into(), admin.0.into(), token_hash.into(), user_agent.into(), to_micros(now).into()];
    tx.execute(sql, &values).await?;
    Ok(())
}

/// Updates the time of the last use.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn update_seen(tx: &Transaction, id: AdminSessionId, now: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE admin_sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2";
    tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await?;
    Ok(())
}

/// Ends one session of an administrator. Returns false if there is none.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete(tx: &Transaction, id: AdminSessionId, admin: AdminId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM admin_sessions WHERE id = $1 AND admin_id = $2";
    Ok(tx.execute(sql, &[id.0.into(), admin.0.into()]).await? == 1)
}

/// Ends the session with this token hash.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_by_token(tx: &Transaction, token_hash: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM admin_sessions WHERE token_hash = $1", &[token_hash.into()]).await?;
    Ok(())
}

/// Ends all sessions of an administrator except `kept`. Returns how many.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_others(tx: &Transaction, admin: AdminId, kept: Option<AdminSessionId>) -> Result<u64, StoreError> {
    let kept = kept.map_or(Uuid::nil(), |kept| kept.0);
    tx.execute("DELETE FROM admin_sessions WHERE admin_id = $1 AND id <> $2", &[admin.0.into(), kept.into()]).await
}
