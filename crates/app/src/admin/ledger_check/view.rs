//! The last ledger check.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::ledger_check::is_checking;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use tala_store::ledger_checks;
use utoipa::ToSchema;

/// The last check.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerCheck {
    /// Another check is under way.
    pub(super) running: bool,
    /// Missing when the books were never checked.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) checked_at: Option<Timestamp>,
    /// How many differences.
    pub(super) findings: u32,
    /// Why the provider's records could not be compared.
    #[schema(required)]
    pub(super) not_compared: Option<String>,
    /// The first 200 differences: rule, meaning, subject, commodity, stored, ledger.
    #[schema(value_type = Vec<Object>)]
    pub(super) differences: Value,
}

impl LedgerCheck {
    pub(super) async fn last(ctx: &Ctx) -> AppResult<Self> {
        // Before the result: of one that ends in between, the result is there.
        let running = is_checking(ctx).await?;
        Ok(match ledger_checks::find_last(ctx.store.read()).await? {
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
