//! Credits that an administrator has granted or extended.

use crate::error::AppResult;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::FieldErrors;
use tala_store::credits::FoundLot;
use utoipa::ToSchema;

const MOST_DAYS: i64 = 365;

/// A lot as it stands.
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

impl From<FoundLot> for AdminLotReply {
    fn from(lot: FoundLot) -> Self {
        Self { success: true, id: lot.id.to_string(), remaining: lot.remaining, expires_at: lot.expires_at }
    }
}

pub(super) fn check_days(days: i64) -> AppResult<()> {
    if (1..=MOST_DAYS).contains(&days) { Ok(()) } else { Err(FieldErrors::one("days", "1 to 365").into()) }
}
