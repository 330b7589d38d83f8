//! A teacher's rates and bank account.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{mask, rate_lock, rates_locked_until};
use tala_store::bank_accounts::BankAccount;
use tala_store::teachers::Profile;
use utoipa::ToSchema;

/// An account with its number masked (D34).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSettings {
    country: String,
    account_holder_name: String,
    bank_name: String,
    /// All but the last four characters hidden.
    account_number_masked: String,
    #[schema(required)]
    ifsc_code: Option<String>,
    #[schema(required)]
    routing_number: Option<String>,
    payment_cycle: String,
}

/// Account, rates, and until when the rates stand still.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSettingsReply {
    pub(super) success: bool,
    /// Null before the first save.
    #[schema(required)]
    pub(super) payment_settings: Option<PaymentSettings>,
    pub(super) inr_rate: f64,
    pub(super) usd_rate: f64,
    /// The first instant at which the rates may change (D27).
    #[schema(value_type = String, format = DateTime)]
    pub(super) rates_locked_until: Timestamp,
    /// Null once they may.
    #[schema(required)]
    pub(super) rate_lock_days_left: Option<u32>,
    /// Send it back when saving.
    pub(super) version: i64,
}

pub(super) fn view(profile: &Profile, account: Option<BankAccount>, now: Timestamp) -> PaymentSettingsReply {
    PaymentSettingsReply {
        success: true,
        payment_settings: account.map(|account| PaymentSettings {
            country: account.country,
            account_holder_name: account.holder,
            bank_name: account.bank,
            account_number_masked: mask(&account.account_last4),
            ifsc_code: account.ifsc,
            routing_number: account.routing,
            payment_cycle: account.payout_cycle,
        }),
        inr_rate: Money::new(profile.text.rate_inr_minor, Currency::Inr).to_major(),
        usd_rate: Money::new(profile.text.rate_usd_minor, Currency::Usd).to_major(),
        rates_locked_until: rates_locked_until(profile.created_at),
        rate_lock_days_left: rate_lock(profile.created_at, now),
        version: profile.version,
    }
}
