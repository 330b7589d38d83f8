//! The audit log: who did what to what, written in the transaction of the deed. Nothing in the product changes it.

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, FromQueryResult};
use tala_domain::ids::{AuditId, PersonId};
use uuid::Uuid;

use crate::WriteTx;
use crate::error::StoreError;
use crate::sql::{execute, find, micros};

/// One line.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The new id.
    pub id: AuditId,
    /// Now.
    pub at: Timestamp,
    /// Who did it; `None` for the program itself.
    pub actor: Option<PersonId>,
    /// A verb in past tense: `booking_made`.
    pub action: &'a str,
    /// What it was done to.
    pub subject: Option<Uuid>,
    /// The rest, as JSON; never secrets.
    pub detail: serde_json::Value,
}

/// Writes one line.
pub async fn record(tx: &WriteTx, entry: &Entry<'_>) -> Result<(), StoreError> {
    execute(
        tx,
        "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail) VALUES ($1, $2, $3, $4, $5, $6)",
        [
            entry.id.0.into(),
            micros(entry.at).into(),
            entry.actor.map(|actor| actor.0).into(),
            entry.action.into(),
            entry.subject.into(),
            entry.detail.to_string().into(),
        ],
    )
    .await?;
    Ok(())
}

/// True when such a thing was ever done. For marks that are set once, such as the demo's.
pub async fn has_action<C: ConnectionTrait>(conn: &C, action: &str) -> Result<bool, StoreError> {
    #[derive(FromQueryResult)]
    struct Marked {
        marked: i64,
    }
    let sql = "SELECT count(*) AS marked FROM audit_log WHERE action = $1";
    let row: Option<Marked> = find(conn, sql, [action.into()]).await?;
    Ok(row.is_some_and(|row| row.marked > 0))
}
