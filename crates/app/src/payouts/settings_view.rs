//! The reply with a teacher's rates and bank account.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{PayoutCountry, mask_account_number, rate_lock_days_left, rates_locked_until};
use tala_store::bank_accounts::BankAccount;
use tala_store::teachers::Profile;
use utoipa::ToSchema;

/// A bank account with its number masked (D34).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSettings {
    country: String,
    account_holder_name: String,
    bank_name: String,
    /// The account number with all but the last four characters masked.
    account_number_masked: String,
    /// For accounts in India.
    #[schema(required)]
    ifsc_code: Option<String>,
    /// For accounts in the United States.
    #[schema(required)]
    routing_number: Option<String>,
    /// Bi-weekly or Monthly.
    payment_cycle: String,
}

/// A teacher's payment settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSettingsReply {
    pub(super) success: bool,
    /// The bank account, or `null` before the first save.
    #[schema(required)]
    pub(super) payment_settings: Option<PaymentSettings>,
    /// The hourly rate in rupees.
    pub(super) inr_rate: f64,
    /// The hourly rate in dollars.
    pub(super) usd_rate: f64,
    /// The first instant at which the rates can change (D27).
    #[schema(value_type = String, format = DateTime)]
    pub(super) rates_locked_until: Timestamp,
    /// Days until the rates can change; `null` if they can change now.
    #[schema(required)]
    pub(super) rate_lock_days_left: Option<u32>,
    /// The bank country that the teacher's application suggests, for a form without an account; `null` for other countries.
    #[schema(required)]
    pub(super) suggested_country: Option<&'static str>,
    /// The version for the next save.
    pub(super) version: i64,
}

impl PaymentSettingsReply {
    pub(super) fn of(profile: &Profile, account: Option<BankAccount>, now: Timestamp) -> Self {
        Self {
            success: true,
            payment_settings: account.map(|account| PaymentSettings {
                country: account.country,
                account_holder_name: account.holder,
                bank_name: account.bank,
                account_number_masked: mask_account_number(&account.account_last4),
                ifsc_code: account.ifsc,
                routing_number: account.routing,
                payment_cycle: account.payout_cycle,
            }),
            inr_rate: Money::new(profile.text.rate_inr_minor, Currency::Inr).to_major(),
            usd_rate: Money::new(profile.text.rate_usd_minor, Currency::Usd).to_major(),
            rates_locked_until: rates_locked_until(profile.created_at),
            rate_lock_days_left: rate_lock_days_left(profile.created_at, now),
            suggested_country: PayoutCountry::parse(&profile.text.country).map(PayoutCountry::as_str),
            version: profile.version,
        }
    }
}
