//! Results of ledger checks (D18).

use jiff::Timestamp;
use serde_json::Value as Json;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::LedgerCheckId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, insert_row, to_micros, to_u32};

/// Number of results that are kept.
const KEPT: i64 = 400;

/// The result of a ledger check.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// Primary key.
    pub id: LedgerCheckId,
    /// When it ran.
    pub checked_at: Timestamp,
    /// Number of findings.
    pub findings: u32,
    /// Why the provider's records could not be compared.
    pub not_compared: Option<String>,
    /// The findings, as a JSON list.
    pub detail: Json,
}

/// Inserts a result and deletes the oldest ones.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, check: &CheckResult) -> Result<(), StoreError> {
    let columns = vec![
        ("id", check.id.0.into()),
        ("checked_at", to_micros(check.checked_at).into()),
        ("findings", i64::from(check.findings).into()),
        ("not_compared", check.not_compared.as_deref().into()),
        ("detail", check.detail.to_string().into()),
    ];
    insert_row(tx, "ledger_checks", columns, "").await?;
    let sql = "DELETE FROM ledger_checks WHERE id NOT IN (SELECT id FROM ledger_checks ORDER BY id DESC LIMIT $1)";
    tx.execute(sql, &[KEPT.into()]).await?;
    Ok(())
}

/// Finds the latest result.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_latest<C: Connection>(conn: &C) -> Result<Option<CheckResult>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        id: Uuid,
        checked_at: i64,
        findings: i64,
        not_compared: Option<String>,
        detail: String,
    }
    let sql = "SELECT id, checked_at, findings, not_compared, detail FROM ledger_checks ORDER BY id DESC LIMIT 1";
    let Some(row) = conn.query_opt::<Row>(sql, &[]).await? else { return Ok(None) };
    Ok(Some(CheckResult {
        id: LedgerCheckId(row.id),
        checked_at: from_micros(row.checked_at)?,
        findings: to_u32(row.findings)?,
        not_compared: row.not_compared,
        detail: serde_json::from_str(&row.detail).map_err(|error| StoreError::Decode(error.to_string()))?,
    }))
}
