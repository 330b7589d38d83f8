//! Administrators and how often somebody tried to be one (D7). Their sessions are in [`sessions`].

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::admin::AdminRole;
use tala_domain::ids::AdminId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, word};

pub mod sessions;

/// After so long without a failure, counting starts again.
const FORGET_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// A stored administrator.
#[derive(Clone, Debug)]
pub struct Admin {
    /// Who.
    pub id: AdminId,
    /// What they sign in with.
    pub name: String,
    /// What they are trusted with.
    pub role: AdminRole,
    /// argon2id.
    pub password_hash: String,
    /// The secret of the authenticator, sealed for this id.
    pub totp_sealed: Option<String>,
    /// When the account was made.
    pub created_at: Timestamp,
    /// When it was closed.
    pub disabled_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    name: String,
    role: String,
    password_hash: String,
    totp_sealed: Option<String>,
    created_at: i64,
    disabled_at: Option<i64>,
}

impl TryFrom<Row> for Admin {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: AdminId(row.id),
            name: row.name,
            role: word(&row.role, AdminRole::parse)?,
            password_hash: row.password_hash,
            totp_sealed: row.totp_sealed,
            created_at: instant(row.created_at)?,
            disabled_at: row.disabled_at.map(instant).transpose()?,
        })
    }
}

const SELECT: &str = "SELECT id, name, role, password_hash, totp_sealed, created_at, disabled_at FROM admins";

/// An administrator by name, closed or not.
pub async fn find_by_name<C: Connection>(conn: &C, name: &str) -> Result<Option<Admin>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE name = $1"), &[name.into()]).await?.map(Admin::try_from).transpose()
}

/// An administrator by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: AdminId) -> Result<Option<Admin>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE id = $1"), &[id.0.into()]).await?.map(Admin::try_from).transpose()
}

/// All administrators by name.
pub async fn list_all<C: Connection>(conn: &C) -> Result<Vec<Admin>, StoreError> {
    conn.query::<Row>(&format!("{SELECT} ORDER BY name"), &[]).await?.into_iter().map(Admin::try_from).collect()
}

/// Makes an account. False when the name is taken.
pub async fn insert(tx: &Transaction, admin: &Admin) -> Result<bool, StoreError> {
    let inserted = tx
        .execute(
            "INSERT INTO admins (id, name, role, password_hash, totp_sealed, totp_step, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $6) ON CONFLICT (name) DO NOTHING",
            &[
                admin.id.0.into(),
                admin.name.as_str().into(),
                admin.role.as_str().into(),
                admin.password_hash.as_str().into(),
                admin.totp_sealed.as_deref().into(),
                micros(admin.created_at).into(),
            ],
        )
        .await?;
    Ok(inserted == 1)
}

/// Gives an account another password in place of the one with the hash `from`. False when it has another by now.
pub async fn change_password(
    tx: &Transaction,
    id: AdminId,
    from: &str,
    to: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET password_hash = $3, updated_at = $4 WHERE id = $1 AND password_hash = $2";
    Ok(tx.execute(sql, &[id.0.into(), from.into(), to.into(), micros(now).into()]).await? == 1)
}

/// Gives an account a new password and a new authenticator or none, and opens it again.
pub async fn reset(
    tx: &Transaction,
    id: AdminId,
    password_hash: &str,
    totp_sealed: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let sql =
        "UPDATE admins SET password_hash = $2, totp_sealed = $3, totp_step = 0, disabled_at = NULL, updated_at = $4
                WHERE id = $1";
    tx.execute(sql, &[id.0.into(), password_hash.into(), totp_sealed.into(), micros(now).into()]).await?;
    Ok(())
}

/// Whether an account is open and still has the password with this hash. It keeps both until the transaction ends, so that a
/// session that begins in it is either refused or found by whoever ends them all.
pub async fn keep(tx: &Transaction, id: AdminId, password_hash: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET id = id WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), password_hash.into()]).await? == 1)
}

/// Closes an account. False when it was closed before.
pub async fn disable(tx: &Transaction, id: AdminId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET disabled_at = $2, updated_at = $2 WHERE id = $1 AND disabled_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into()]).await? == 1)
}

/// Uses a time step of the authenticator up. False when it, or a later one, was used before.
pub async fn use_step(tx: &Transaction, id: AdminId, step: i64) -> Result<bool, StoreError> {
    let sql = "UPDATE admins SET totp_step = $2 WHERE id = $1 AND totp_step < $2";
    Ok(tx.execute(sql, &[id.0.into(), step.into()]).await? == 1)
}

/// Counts a sign-in as failed before it is judged, so that many at once count too, and refuses while a lock runs: then
/// until when. What is tried from one `place` is counted by itself; without a place, all of it together. Whoever turns out
/// to be right is forgiven by [`forgive`].
pub async fn take_try(
    tx: &Transaction,
    name: &str,
    place: Option<&str>,
    locked_until: fn(u32, Timestamp) -> Timestamp,
    now: Timestamp,
) -> Result<Result<(), Timestamp>, StoreError> {
    let key = try_key(name, place);
    #[derive(FromRow)]
    struct Tries {
        failures: i64,
        locked_until: i64,
    }
    let forgotten = now.saturating_sub(FORGET_AFTER).unwrap_or(Timestamp::MIN);
    let sql = "INSERT INTO admin_tries (name, failures, last_at, locked_until) VALUES ($1, 1, $2, 0)
               ON CONFLICT (name) DO UPDATE SET last_at = excluded.last_at,
                   failures = CASE WHEN admin_tries.last_at < $3 THEN 1 ELSE admin_tries.failures + 1 END
                WHERE admin_tries.locked_until <= $2
               RETURNING failures, locked_until";
    let counted: Option<Tries> =
        tx.query_opt(sql, &[key.as_str().into(), micros(now).into(), micros(forgotten).into()]).await?;
    if let Some(tries) = counted {
        let until = locked_until(count(tries.failures)?, now);
        let sql = "UPDATE admin_tries SET locked_until = $2 WHERE name = $1";
        tx.execute(sql, &[key.into(), micros(until).into()]).await?;
        return Ok(Ok(()));
    }
    let sql = "SELECT failures, locked_until FROM admin_tries WHERE name = $1";
    let running: Option<Tries> = tx.query_opt(sql, &[key.into()]).await?;
    Ok(Err(instant(running.map_or(micros(now), |tries| tries.locked_until))?))
}

/// Forgets what [`take_try`] has counted there.
pub async fn forgive(tx: &Transaction, name: &str, place: Option<&str>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM admin_tries WHERE name = $1", &[try_key(name, place).into()]).await?;
    Ok(())
}

/// Forgets what was counted for a name, from wherever.
pub async fn forgive_all(tx: &Transaction, name: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM admin_tries WHERE name = $1 OR substr(name, 1, length($2)) = $2";
    tx.execute(sql, &[try_key(name, None).into(), try_key(name, Some("")).into()]).await?;
    Ok(())
}

/// No name has an `@`.
fn try_key(name: &str, place: Option<&str>) -> String {
    place.map_or_else(|| name.to_owned(), |place| format!("{name}@{place}"))
}

/// Forgets tries and sessions that nobody needs any more.
pub async fn delete_old(
    tx: &Transaction,
    tries_before: Timestamp,
    sessions_before: Timestamp,
) -> Result<(), StoreError> {
    tx.execute("DELETE FROM admin_tries WHERE last_at < $1", &[micros(tries_before).into()]).await?;
    tx.execute("DELETE FROM admin_sessions WHERE seen_at < $1", &[micros(sessions_before).into()]).await?;
    Ok(())
}
