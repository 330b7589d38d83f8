//! Requests to link an identity to the person with the same address (D38).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{LinkRequestId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_optional, from_micros, to_micros};

/// How often a code may be entered.
pub const MAX_ATTEMPTS: i64 = 5;

/// A stored request.
#[derive(Clone, Debug)]
pub struct LinkRequest {
    /// Primary key.
    pub id: LinkRequestId,
    /// The person with the address.
    pub person_id: PersonId,
    /// Argon2id hash of the code, in PHC format. `None` until the mail with the code is sent.
    pub code_hash: Option<String>,
    /// When the request ends.
    pub expires_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    person_id: Uuid,
    code_hash: Option<String>,
    expires_at: i64,
}

impl TryFrom<Row> for LinkRequest {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: LinkRequestId(row.id),
            person_id: PersonId(row.person_id),
            code_hash: row.code_hash,
            expires_at: from_micros(row.expires_at)?,
        })
    }
}

const SELECT: &str = "SELECT id, person_id, code_hash, expires_at FROM identity_link_requests";

/// Finds a request by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: LinkRequestId) -> Result<Option<LinkRequest>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE id = $1"), &[id.0.into()]).await
}

/// Finds the request of an identity.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_identity<C: Connection>(
    conn: &C,
    issuer: &str,
    subject: &str,
) -> Result<Option<LinkRequest>, StoreError> {
    let sql = format!("{SELECT} WHERE issuer = $1 AND subject = $2");
    fetch_optional::<Row, _>(conn, &sql, &[issuer.into(), subject.into()]).await
}

/// A request to insert.
#[derive(Clone, Copy, Debug)]
pub struct NewLinkRequest<'a> {
    /// Primary key of the new row.
    pub id: LinkRequestId,
    /// The issuer of the identity.
    pub issuer: &'a str,
    /// The subject of the identity.
    pub subject: &'a str,
    /// The person with the address.
    pub person_id: PersonId,
    /// When the request ends.
    pub expires_at: Timestamp,
}

/// Inserts a request. It replaces an earlier one of the same identity, whose code ends with it.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn upsert(tx: &Transaction, new: &NewLinkRequest<'_>) -> Result<(), StoreError> {
    let sql = "INSERT INTO identity_link_requests (id, issuer, subject, person_id, failures, expires_at)
               VALUES ($1, $2, $3, $4, 0, $5)
               ON CONFLICT (issuer, subject) DO UPDATE SET id = excluded.id, person_id = excluded.person_id,
                   code_hash = NULL, failures = 0, expires_at = excluded.expires_at";
    let values = [
        new.id.0.into(),
        new.issuer.into(),
        new.subject.into(),
        new.person_id.0.into(),
        to_micros(new.expires_at).into(),
    ];
    tx.execute(sql, &values).await?;
    Ok(())
}

/// Stores the hash of a new code. Returns false if the request was replaced.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_code(
    tx: &Transaction,
    id: LinkRequestId,
    code_hash: &str,
    expires_at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE identity_link_requests SET code_hash = $2, failures = 0, expires_at = $3 WHERE id = $1";
    Ok(tx.execute(sql, &[id.0.into(), code_hash.into(), to_micros(expires_at).into()]).await? == 1)
}

/// Uses one attempt to enter the code. Returns false if the code has expired or was tried too often.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn claim_attempt(tx: &Transaction, id: LinkRequestId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE identity_link_requests SET failures = failures + 1
                WHERE id = $1 AND code_hash IS NOT NULL AND failures < $2 AND expires_at > $3";
    Ok(tx.execute(sql, &[id.0.into(), MAX_ATTEMPTS.into(), to_micros(now).into()]).await? == 1)
}

/// Uses a code up. Returns false if another request has used or replaced it.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn use_code(tx: &Transaction, id: LinkRequestId, code_hash: &str) -> Result<bool, StoreError> {
    let sql = "DELETE FROM identity_link_requests WHERE id = $1 AND code_hash = $2";
    Ok(tx.execute(sql, &[id.0.into(), code_hash.into()]).await? == 1)
}

/// Deletes requests that ended before `before`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM identity_link_requests WHERE expires_at < $1", &[to_micros(before).into()]).await
}
