//! The browsers in which administrators are signed in.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::admin::AdminRole;
use tala_domain::ids::{AdminId, AdminSessionId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros, word};

/// Which sessions live: used after the one instant, and begun after the other.
#[derive(Clone, Copy, Debug)]
pub struct Living {
    /// Used after this.
    pub used_after: Timestamp,
    /// Begun after this.
    pub begun_after: Timestamp,
}

/// A living session with its administrator.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its id, which is no secret.
    pub id: AdminSessionId,
    /// Who.
    pub admin_id: AdminId,
    /// Their name.
    pub name: String,
    /// What they are trusted with.
    pub role: AdminRole,
    /// Whether the account has an authenticator.
    pub totp: bool,
    /// The browser, as it calls itself.
    pub user_agent: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was used last, to the minute.
    pub seen_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    admin_id: Uuid,
    name: String,
    role: String,
    totp_sealed: Option<String>,
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
            role: word(&row.role, AdminRole::parse)?,
            totp: row.totp_sealed.is_some(),
            user_agent: row.user_agent,
            created_at: instant(row.created_at)?,
            seen_at: instant(row.seen_at)?,
        })
    }
}

const SELECT: &str = "SELECT s.id, s.admin_id, a.name, a.role, a.totp_sealed, s.user_agent, s.created_at, s.seen_at
    FROM admin_sessions s JOIN admins a ON a.id = s.admin_id WHERE a.disabled_at IS NULL";

/// The session of a token's hash, if it lives.
pub async fn find_by_token<C: Connection>(
    conn: &C,
    token_hash: &str,
    living: Living,
) -> Result<Option<Session>, StoreError> {
    let sql = format!("{SELECT} AND s.token_hash = $1 AND s.seen_at > $2 AND s.created_at > $3");
    let values = [token_hash.into(), micros(living.used_after).into(), micros(living.begun_after).into()];
    conn.query_opt::<Row>(&sql, &values).await?.map(Session::try_from).transpose()
}

/// The living sessions of an administrator, newest first.
pub async fn list_by_admin<C: Connection>(
    conn: &C,
    admin: AdminId,
    living: Living,
) -> Result<Vec<Session>, StoreError> {
    let sql =
        format!("{SELECT} AND s.admin_id = $1 AND s.seen_at > $2 AND s.created_at > $3 ORDER BY s.id DESC LIMIT 100");
    let values = [admin.0.into(), micros(living.used_after).into(), micros(living.begun_after).into()];
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Session::try_from).collect()
}

/// Begins a session.
pub async fn insert(
    tx: &Transaction,
    id: AdminSessionId,
    admin: AdminId,
    token_hash: &str,
    user_agent: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    tx.execute("INSERT INTO admin_sessions (id, admin_id, token_hash, user_agent, created_at, seen_at) VALUES ($1, $2, $3, $4, $5, $5)",
        &[id.0.into(), admin.0.into(), token_hash.into(), user_agent.into(), micros(now).into()],
    )
    .await?;
    Ok(())
}

/// Remembers that a session is used.
pub async fn touch(tx: &Transaction, id: AdminSessionId, now: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE admin_sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2";
    tx.execute(sql, &[id.0.into(), micros(now).into()]).await?;
    Ok(())
}

/// Ends one session of an administrator. False when there is none.
pub async fn delete(tx: &Transaction, id: AdminSessionId, admin: AdminId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM admin_sessions WHERE id = $1 AND admin_id = $2";
    Ok(tx.execute(sql, &[id.0.into(), admin.0.into()]).await? == 1)
}

/// Ends the session of a token's hash, whoever's it is.
pub async fn delete_by_token(tx: &Transaction, token_hash: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM admin_sessions WHERE token_hash = $1", &[token_hash.into()]).await?;
    Ok(())
}

/// Ends all sessions of an administrator but `kept`. Returns how many.
pub async fn delete_others(tx: &Transaction, admin: AdminId, kept: Option<AdminSessionId>) -> Result<u64, StoreError> {
    let kept = kept.map_or(Uuid::nil(), |kept| kept.0);
    tx.execute("DELETE FROM admin_sessions WHERE admin_id = $1 AND id <> $2", &[admin.0.into(), kept.into()]).await
}
