//! The last ledger check.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::ledger_check::is_check_running;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use tala_store::ledger_checks;
use utoipa::ToSchema;

/// The result of the last ledger check.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerCheck {
    /// A check is running.
    pub(super) running: bool,
    /// When the check finished; null if there was none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) checked_at: Option<Timestamp>,
    /// Number of findings.
    pub(super) findings: u32,
    /// Why the payment provider's records could not be compared.
    #[schema(required)]
    pub(super) not_compared: Option<String>,
    /// The first 200 findings: rule, meaning, subject, commodity, stored, ledger.
    #[schema(value_type = Vec<Object>)]
    pub(super) differences: Value,
}

impl LedgerCheck {
    /// Loads the last result.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) async fn load_last(ctx: &Ctx) -> AppResult<Self> {
        // Read before the result: if a check ends in between, its result is included.
        let running = is_check_running(ctx).await?;
        Ok(match ledger_checks::find_latest(ctx.store.read()).await? {
            None => Self { running, checked_at: None, findings: 0, not_compared: None, differences: json!([]) },
            Some(check) => Self {
                running,
                checked_at: Some(check.checked_at),
                findings: check.findings,
                not_compared: check.not_compared,
                differences: check.detail,
            },
        })
    }
}
