//! Open invitations to become a learner's guardian (ADR 14).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{GuardianInvitationId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, fetch_optional, from_micros, insert_row, to_micros};

/// An open invitation.
#[derive(Clone, Debug)]
pub struct GuardianInvitation {
    /// Primary key.
    pub id: GuardianInvitationId,
    /// The learner.
    pub learner_id: PersonId,
    /// Who sent the invitation: a guardian, or the learner.
    pub invited_by: PersonId,
    /// The address to which it is sent.
    pub email: String,
    /// The address in lower case.
    pub email_key: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// It can be accepted before this instant.
    pub expires_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    learner_id: Uuid,
    invited_by: Uuid,
    email: String,
    email_key: String,
    created_at: i64,
    expires_at: i64,
}

impl TryFrom<Row> for GuardianInvitation {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: GuardianInvitationId(row.id),
            learner_id: PersonId(row.learner_id),
            invited_by: PersonId(row.invited_by),
            email: row.email,
            email_key: row.email_key,
            created_at: from_micros(row.created_at)?,
            expires_at: from_micros(row.expires_at)?,
        })
    }
}

const SELECT: &str =
    "SELECT id, learner_id, invited_by, email, email_key, created_at, expires_at FROM guardian_invitations";

/// Inserts an invitation. Returns false if the learner has an invitation to this address.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &GuardianInvitation) -> Result<bool, StoreError> {
    let columns = vec![
        ("id", new.id.0.into()),
        ("learner_id", new.learner_id.0.into()),
        ("invited_by", new.invited_by.0.into()),
        ("email", new.email.as_str().into()),
        ("email_key", new.email_key.as_str().into()),
        ("created_at", to_micros(new.created_at).into()),
        ("expires_at", to_micros(new.expires_at).into()),
    ];
    Ok(insert_row(tx, "guardian_invitations", columns, "ON CONFLICT DO NOTHING").await? == 1)
}

/// Finds an invitation that has not expired.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(
    conn: &C,
    id: GuardianInvitationId,
    now: Timestamp,
) -> Result<Option<GuardianInvitation>, StoreError> {
    let sql = format!("{SELECT} WHERE id = $1 AND expires_at > $2");
    fetch_optional::<Row, _>(conn, &sql, &[id.0.into(), to_micros(now).into()]).await
}

/// Finds an invitation that has not expired, by the hash of its token.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_token<C: Connection>(
    conn: &C,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<GuardianInvitation>, StoreError> {
    let sql = format!("{SELECT} WHERE token_hash = $1 AND expires_at > $2");
    fetch_optional::<Row, _>(conn, &sql, &[token_hash.into(), to_micros(now).into()]).await
}

/// Lists the invitations for a learner that have not expired, oldest first.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_learner<C: Connection>(
    conn: &C,
    learner: PersonId,
    now: Timestamp,
) -> Result<Vec<GuardianInvitation>, StoreError> {
    let sql = format!("{SELECT} WHERE learner_id = $1 AND expires_at > $2 ORDER BY created_at, id");
    fetch_all::<Row, _>(conn, &sql, &[learner.0.into(), to_micros(now).into()]).await
}

/// Stores the hash of a new token. The previous token stops working. Returns false if the invitation has ended.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_token(
    tx: &Transaction,
    id: GuardianInvitationId,
    token_hash: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE guardian_invitations SET token_hash = $2 WHERE id = $1 AND expires_at > $3";
    Ok(tx.execute(sql, &[id.0.into(), token_hash.into(), to_micros(now).into()]).await? == 1)
}

/// Deletes an invitation. Returns false if it was deleted already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete(tx: &Transaction, id: GuardianInvitationId) -> Result<bool, StoreError> {
    Ok(tx.execute("DELETE FROM guardian_invitations WHERE id = $1", &[id.0.into()]).await? == 1)
}

/// Deletes invitations that expired before `before`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM guardian_invitations WHERE expires_at <= $1", &[to_micros(before).into()]).await
}
