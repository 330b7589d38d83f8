//! What checks of the books have found, so that it is known after a restart (D18).

use jiff::Timestamp;
use serde_json::Value as Json;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::CheckId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros};

/// Older results than so many are forgotten.
const KEPT: i64 = 400;

/// A check's result.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its id.
    pub id: CheckId,
    /// When.
    pub checked_at: Timestamp,
    /// How many differences.
    pub findings: u32,
    /// Why the provider's records could not be compared.
    pub not_compared: Option<String>,
    /// The differences, as a list.
    pub detail: Json,
}

/// Keeps a result.
pub async fn insert(tx: &Transaction, check: &Check) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO ledger_checks (id, checked_at, findings, not_compared, detail) VALUES ($1, $2, $3, $4, $5)",
        &[
            check.id.0.into(),
            micros(check.checked_at).into(),
            i64::from(check.findings).into(),
            check.not_compared.as_deref().into(),
            check.detail.to_string().into(),
        ],
    )
    .await?;
    let sql = "DELETE FROM ledger_checks WHERE id NOT IN (SELECT id FROM ledger_checks ORDER BY id DESC LIMIT $1)";
    tx.execute(sql, &[KEPT.into()]).await?;
    Ok(())
}

/// The last result.
pub async fn find_last<C: Connection>(conn: &C) -> Result<Option<Check>, StoreError> {
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
    Ok(Some(Check {
        id: CheckId(row.id),
        checked_at: instant(row.checked_at)?,
        findings: count(row.findings)?,
        not_compared: row.not_compared,
        detail: serde_json::from_str(&row.detail).map_err(|error| StoreError::Decode(error.to_string()))?,
    }))
}
