//! Payouts, for administrators.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::payouts::PayoutCountry;
use tala_store::payouts::Payout;
use utoipa::ToSchema;

/// A payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdminPayout {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) teacher_id: String,
    pub(super) teacher_name: String,
    pub(super) currency: &'static str,
    /// In major units.
    pub(super) amount: f64,
    /// Number of bookings.
    pub(super) classes: u32,
    /// End of the payout period; the payout has classes that ended before.
    #[schema(value_type = String, format = DateTime)]
    pub(super) cut_off: Timestamp,
    /// `prepared`, `paid` or `failed`.
    pub(super) state: &'static str,
    /// Account number with all but the last four characters masked.
    pub(super) account_number_masked: String,
    /// Country of the account, if banks there may not accept this currency. To be checked before the export.
    #[schema(required)]
    pub(super) doubtful_country: Option<&'static str>,
    #[schema(required)]
    pub(super) reference: Option<String>,
    /// Why the bank rejected or returned the payout.
    #[schema(required)]
    pub(super) failure: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    /// Time of the first export; null if it was never exported.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) exported_at: Option<Timestamp>,
    /// When the payout was marked as paid; kept if it is reversed.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) paid_at: Option<Timestamp>,
}

impl From<Payout> for AdminPayout {
    fn from(payout: Payout) -> Self {
        Self {
            doubtful_country: payout.mismatched_country().map(PayoutCountry::as_str),
            id: payout.id.to_string(),
            teacher_id: payout.teacher_id.to_string(),
            teacher_name: payout.teacher_name,
            currency: payout.amount.currency.code(),
            amount: payout.amount.to_major(),
            classes: payout.classes,
            cut_off: payout.period_end_at,
            state: payout.state.as_str(),
            account_number_masked: tala_domain::payouts::mask_account_number(&payout.account_last4),
            reference: payout.reference,
            failure: payout.failure,
            created_at: payout.created_at,
            exported_at: payout.exported_at,
            paid_at: payout.paid_at,
        }
    }
}
