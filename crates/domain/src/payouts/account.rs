//! A teacher's bank account (SPEC §3, §5; D34).

use std::fmt;

use super::PayoutCycle;
use super::routing::{parse_ifsc, parse_routing, strip_separators};
use crate::error::FieldErrors;
use crate::error::form::Form;

/// The maximum length of the account holder's name, in characters.
pub const MAX_HOLDER_CHARS: usize = 120;
/// The maximum length of the bank's name, in characters.
pub const MAX_BANK_NAME_CHARS: usize = 120;

const COUNTRY_REQUIRED: &str = "Please select your country";
const HOLDER_REQUIRED: &str = "Please enter account holder name";
const BANK_REQUIRED: &str = "Please enter bank name";
const NUMBER_REQUIRED: &str = "Please enter account number";
const CYCLE_REQUIRED: &str = "Please select payment cycle";
const IFSC_REQUIRED: &str = "Please enter IFSC code";
const ROUTING_REQUIRED: &str = "Please enter routing number";
const IFSC_INVALID: &str = "Please enter a valid IFSC code, such as HDFC0001234";
const ROUTING_INVALID: &str = "Please enter a valid 9-digit routing number";
const NUMBER_INVALID_INDIA: &str = "Please enter a valid account number: 5 to 35 letters and digits";
const NUMBER_INVALID_US: &str = "Please enter a valid account number: 4 to 17 letters and digits";

string_enum! {
    /// The country of a bank account (SPEC §3).
    PayoutCountry {
        /// Paid in rupees; the bank is identified by IFSC.
        India = "India",
        /// Paid in dollars; the bank is identified by routing number.
        UnitedStates = "United States",
    }
}

impl PayoutCountry {
    /// Returns the currency of accounts in this country, which is also that of the teacher's combined totals (D26).
    pub const fn currency(self) -> crate::money::Currency {
        match self {
            Self::India => crate::money::Currency::Inr,
            Self::UnitedStates => crate::money::Currency::Usd,
        }
    }

    /// Whether a payout in this currency can go to an account in this country by the usual transfer (D25). A teacher has one
    /// account but can have earnings in both currencies.
    pub fn is_paid_in(self, currency: crate::money::Currency) -> bool {
        self.currency() == currency
    }
}

/// The fields of a bank account in the API format; a missing field is an empty string.
#[derive(Clone, Default)]
pub struct RawAccount {
    /// `India` or `United States`.
    pub country: String,
    /// The account holder's name.
    pub account_holder_name: String,
    /// The bank's name.
    pub bank_name: String,
    /// The account number; an empty string keeps the stored one.
    pub account_number: String,
    /// The IFSC, for India.
    pub ifsc_code: String,
    /// The routing number, for the United States.
    pub routing_number: String,
    /// `Bi-weekly` or `Monthly`.
    pub payment_cycle: String,
}

/// An account number, as text because leading zeros are significant. `Debug` hides it (D34).
#[derive(Clone, PartialEq, Eq)]
pub struct AccountNumber(String);

impl AccountNumber {
    /// Parses an account number: 5 to 35 letters and digits for India, 4 to 17 for the United States
    /// (docs/integrations.md §6). Spaces and hyphens are removed.
    pub fn parse(text: &str, country: PayoutCountry) -> Option<Self> {
        let number = strip_separators(text);
        let lengths = match country {
            PayoutCountry::India => 5..=35,
            PayoutCountry::UnitedStates => 4..=17,
        };
        let valid = lengths.contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && number.bytes().any(|byte| byte != b'0');
        valid.then_some(Self(number))
    }

    /// Returns the complete number. Use it only to encrypt it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns the last four characters, by which the teacher recognizes the account; fewer for a short number, so that at
    /// least half of it stays hidden.
    pub fn last4(&self) -> &str {
        let length = (self.0.len() / 2).min(4);
        let start = self.0.len().saturating_sub(length);
        self.0.get(start..).unwrap_or_default()
    }
}

impl fmt::Debug for AccountNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountNumber(••••)")
    }
}

/// Hides the account number.
impl fmt::Debug for RawAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawAccount").field("country", &self.country).finish_non_exhaustive()
    }
}

/// Formats a masked account number: `•••• 1234`.
pub fn mask_account_number(last4: &str) -> String {
    format!("•••• {last4}")
}

/// The code that identifies a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BankCode {
    /// An IFSC, in India.
    Ifsc(String),
    /// A routing number, in the United States.
    Routing(String),
}

impl BankCode {
    /// Returns the IFSC, or `None` for a routing number.
    pub fn ifsc(&self) -> Option<&str> {
        match self {
            Self::Ifsc(code) => Some(code),
            Self::Routing(_) => None,
        }
    }

    /// Returns the routing number, or `None` for an IFSC.
    pub fn routing(&self) -> Option<&str> {
        match self {
            Self::Ifsc(_) => None,
            Self::Routing(number) => Some(number),
        }
    }
}

/// A valid bank account for payouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDetails {
    /// The country of the bank.
    pub country: PayoutCountry,
    /// The account holder's name.
    pub holder: String,
    /// The bank's name.
    pub bank: String,
    /// The new account number; `None` keeps the stored one.
    pub number: Option<AccountNumber>,
    /// The code of the bank in its country. A code of the other country is dropped (SPEC §5).
    pub code: BankCode,
    /// How often the teacher is paid.
    pub cycle: PayoutCycle,
}

impl AccountDetails {
    /// Parses a bank account. `stored` is the country of the saved account, if there is one: an empty number keeps the saved
    /// one, unless the country changes.
    ///
    /// # Errors
    /// Every invalid field, such as `paymentSettings.country`. The messages are SPEC's where SPEC has one.
    pub fn parse(raw: &RawAccount, stored: Option<PayoutCountry>) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let country = PayoutCountry::parse(raw.country.trim());
        let country = form.require("paymentSettings.country", country, COUNTRY_REQUIRED);
        let field = "paymentSettings.accountHolderName";
        let holder = form.line(field, &raw.account_holder_name, MAX_HOLDER_CHARS, Some(HOLDER_REQUIRED));
        let bank = form.line("paymentSettings.bankName", &raw.bank_name, MAX_BANK_NAME_CHARS, Some(BANK_REQUIRED));
        let number = parse_number(raw, country, stored, &mut form);
        let code = country.and_then(|country| parse_code(raw, country, &mut form));
        let cycle = PayoutCycle::parse(raw.payment_cycle.trim());
        let cycle = form.require("paymentSettings.paymentCycle", cycle, CYCLE_REQUIRED);
        let details = match (country, code, cycle) {
            (Some(country), Some(code), Some(cycle)) => Some(Self { country, holder, bank, number, code, cycle }),
            _ => None,
        };
        form.finish(details)
    }
}

fn parse_number(
    raw: &RawAccount,
    country: Option<PayoutCountry>,
    stored: Option<PayoutCountry>,
    form: &mut Form,
) -> Option<AccountNumber> {
    let field = "paymentSettings.accountNumber";
    if strip_separators(&raw.account_number).is_empty() {
        let keeps_stored = stored.is_some() && (country.is_none() || country == stored);
        if !keeps_stored {
            form.reject(field, NUMBER_REQUIRED);
        }
        return None;
    }
    let country = country?;
    let message = match country {
        PayoutCountry::India => NUMBER_INVALID_INDIA,
        PayoutCountry::UnitedStates => NUMBER_INVALID_US,
    };
    form.require(field, AccountNumber::parse(&raw.account_number, country), message)
}

fn parse_code(raw: &RawAccount, country: PayoutCountry, form: &mut Form) -> Option<BankCode> {
    let (field, text, required, invalid) = match country {
        PayoutCountry::India => ("paymentSettings.ifscCode", &raw.ifsc_code, IFSC_REQUIRED, IFSC_INVALID),
        PayoutCountry::UnitedStates => {
            ("paymentSettings.routingNumber", &raw.routing_number, ROUTING_REQUIRED, ROUTING_INVALID)
        }
    };
    let code = match country {
        PayoutCountry::India => parse_ifsc(text).map(BankCode::Ifsc),
        PayoutCountry::UnitedStates => parse_routing(text).map(BankCode::Routing),
    };
    form.require(field, code, if text.trim().is_empty() { required } else { invalid })
}
