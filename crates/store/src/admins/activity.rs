//! When administrators last signed in, and in how many browsers they are signed in.

use std::collections::HashMap;

use jiff::Timestamp;
use tala_db::{Connection, FromRow};
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::AdminId;
use uuid::Uuid;

use super::sessions::SessionCutoffs;
use crate::StoreError;
use crate::sql::{from_micros, to_micros};

/// The activity of an administrator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Activity {
    /// The last sign-in.
    pub signed_in_at: Option<Timestamp>,
    /// Number of valid sessions.
    pub sessions: i64,
}

/// Returns the activity of all administrators. Sessions are deleted when they end, so sign-ins come from the audit log.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_activity<C: Connection>(
    conn: &C,
    cutoffs: SessionCutoffs,
) -> Result<HashMap<AdminId, Activity>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        id: Uuid,
        signed_in_at: Option<i64>,
        sessions: i64,
    }
    let sql = "SELECT a.id,
                 (SELECT MAX(l.happened_at) FROM audit_log l WHERE l.subject_id = a.id AND l.action = $1) AS signed_in_at,
                 (SELECT COUNT(*) FROM admin_sessions s
                   WHERE s.admin_id = a.id AND s.seen_at > $2 AND s.created_at > $3) AS sessions
                 FROM admins a";
    let values = [
        AuditAction::AdminSignedIn.as_str().into(),
        to_micros(cutoffs.used_after).into(),
        to_micros(cutoffs.begun_after).into(),
    ];
    let rows: Vec<Row> = conn.query(sql, &values).await?;
    rows.into_iter()
        .map(|row| {
            let signed_in_at = row.signed_in_at.map(from_micros).transpose()?;
            Ok((AdminId(row.id), Activity { signed_in_at, sessions: row.sessions }))
        })
        .collect()
}
