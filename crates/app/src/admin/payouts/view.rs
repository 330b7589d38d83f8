//! A payout, for administrators.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::payouts::PayoutCountry;
use tala_store::payouts::Payout;
use utoipa::ToSchema;

/// A payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayout {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) teacher_id: String,
    pub(super) teacher_name: String,
    pub(super) currency: &'static str,
    /// In major units.
    pub(super) amount: f64,
    /// Students' places in classes.
    pub(super) classes: u32,
    /// For classes that ended before this.
    #[schema(value_type = String, format = DateTime)]
    pub(super) cut_off: Timestamp,
    /// `prepared`, `paid` or `failed`.
    pub(super) state: &'static str,
    /// All but the last four characters hidden.
    pub(super) account_number_masked: String,
    /// Where the account is, when the bank may not take this currency for it: to be looked into before it is handed over.
    #[schema(required)]
    pub(super) doubtful_country: Option<&'static str>,
    #[schema(required)]
    pub(super) reference: Option<String>,
    /// Why the bank refused it, or sent it back.
    #[schema(required)]
    pub(super) failure: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    /// When it was first written into a table for the bank; null while it is in none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) exported_at: Option<Timestamp>,
    /// When it was marked as paid; kept when the money came back.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) paid_at: Option<Timestamp>,
}

impl From<Payout> for AdminPayout {
    fn from(payout: Payout) -> Self {
        Self {
            doubtful_country: payout.doubtful_country().map(PayoutCountry::as_str),
            id: payout.id.to_string(),
            teacher_id: payout.teacher_id.to_string(),
            teacher_name: payout.teacher_name,
            currency: payout.amount.currency.code(),
            amount: payout.amount.to_major(),
            classes: payout.classes,
            cut_off: payout.cut_off,
            state: payout.state.as_str(),
            account_number_masked: tala_domain::payouts::mask(&payout.account_last4),
            reference: payout.reference,
            failure: payout.failure,
            created_at: payout.created_at,
            exported_at: payout.exported_at,
            paid_at: payout.paid_at,
        }
    }
}
