//! The reply for a granted or extended credit lot.

use crate::error::AppResult;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::FieldErrors;
use tala_store::credits::LotDetails;
use utoipa::ToSchema;

const MAX_DAYS: i64 = 365;

/// A credit lot.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminLotReply {
    pub(super) success: bool,
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) remaining: u32,
    #[schema(value_type = String, format = DateTime)]
    pub(super) expires_at: Timestamp,
}

impl From<LotDetails> for AdminLotReply {
    fn from(lot: LotDetails) -> Self {
        Self { success: true, id: lot.id.to_string(), remaining: lot.remaining, expires_at: lot.expires_at }
    }
}

/// Requires 1 to [`MAX_DAYS`] days.
///
/// # Errors
/// A field error for `days`.
pub(super) fn check_days(days: i64) -> AppResult<()> {
    if (1..=MAX_DAYS).contains(&days) { Ok(()) } else { Err(FieldErrors::one("days", "1 to 365").into()) }
}
