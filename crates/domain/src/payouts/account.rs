//! Where a teacher's money goes (SPEC §3, §5; D34).

use std::fmt;

use super::PayoutCycle;
use super::routing::{compact, parse_ifsc, parse_routing};
use crate::error::FieldErrors;
use crate::error::form::Form;

/// The longest name of an account's holder, in characters.
pub const MAX_HOLDER_CHARS: usize = 120;
/// The longest name of a bank, in characters.
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

words! {
    /// Where the bank is (SPEC §3).
    PayoutCountry {
        /// Paid in rupees, by IFSC.
        India = "India",
        /// Paid in dollars, by routing number.
        UnitedStates = "United States",
    }
}

impl PayoutCountry {
    /// The currency in which a teacher reads totals (D26).
    pub const fn currency(self) -> crate::money::Currency {
        match self {
            Self::India => crate::money::Currency::Inr,
            Self::UnitedStates => crate::money::Currency::Usd,
        }
    }

    /// Whether accounts there are paid in this currency as a matter of course (D25): by IFSC go rupees, by routing number
    /// dollars. A teacher has one account, and may have earned in both.
    pub fn is_paid_in(self, currency: crate::money::Currency) -> bool {
        self.currency() == currency
    }
}

/// The account as the form sends it; a missing field is an empty text.
#[derive(Clone, Default)]
pub struct RawAccount {
    /// `India` or `United States`.
    pub country: String,
    /// Account holder's name.
    pub account_holder_name: String,
    /// Bank name.
    pub bank_name: String,
    /// Account number; empty keeps the stored one.
    pub account_number: String,
    /// For India.
    pub ifsc_code: String,
    /// For the United States.
    pub routing_number: String,
    /// `Bi-weekly` or `Monthly`.
    pub payment_cycle: String,
}

/// An account number: text, since zeros at its start count. It never shows in a log (D34).
#[derive(Clone, PartialEq, Eq)]
pub struct AccountNumber(String);

impl AccountNumber {
    /// Letters and digits: 5 to 35 for India, 4 to 17 for the United States (INTEGRATIONS §6). Blanks and hyphens are
    /// left out.
    pub fn parse(text: &str, country: PayoutCountry) -> Option<Self> {
        let number = compact(text);
        let lengths = match country {
            PayoutCountry::India => 5..=35,
            PayoutCountry::UnitedStates => 4..=17,
        };
        let valid = lengths.contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && number.bytes().any(|byte| byte != b'0');
        valid.then_some(Self(number))
    }

    /// The whole number: for sealing, and for nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Its last four characters, by which the teacher knows it again; of a short number fewer, so that at least half of it
    /// stays hidden.
    pub fn last4(&self) -> &str {
        let shown = (self.0.len() / 2).min(4);
        let from = self.0.len().saturating_sub(shown);
        self.0.get(from..).unwrap_or_default()
    }
}

impl fmt::Debug for AccountNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountNumber(••••)")
    }
}

/// The form holds a whole number, so its Debug shows nothing of it.
impl fmt::Debug for RawAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawAccount").field("country", &self.country).finish_non_exhaustive()
    }
}

/// How a stored number is shown: `•••• 1234`.
pub fn mask(last4: &str) -> String {
    format!("•••• {last4}")
}

/// What names the bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BankCode {
    /// In India.
    Ifsc(String),
    /// In the United States.
    Routing(String),
}

impl BankCode {
    /// The IFSC, if it is one.
    pub fn ifsc(&self) -> Option<&str> {
        match self {
            Self::Ifsc(code) => Some(code),
            Self::Routing(_) => None,
        }
    }

    /// The routing number, if it is one.
    pub fn routing(&self) -> Option<&str> {
        match self {
            Self::Ifsc(_) => None,
            Self::Routing(number) => Some(number),
        }
    }
}

/// An account that can be paid to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDetails {
    /// Where the bank is.
    pub country: PayoutCountry,
    /// The account's holder.
    pub holder: String,
    /// The bank.
    pub bank: String,
    /// The new number; `None` keeps the stored one.
    pub number: Option<AccountNumber>,
    /// The bank's code in its country. The other country's is dropped (SPEC §5).
    pub code: BankCode,
    /// How often to pay.
    pub cycle: PayoutCycle,
}

impl AccountDetails {
    /// Reads the form. `stored` is the country of the account saved before, whose number an empty one keeps; in
    /// another country the number must be given again.
    ///
    /// # Errors
    /// All broken fields at once, as `paymentSettings.country` and so on, with SPEC's sentences where SPEC has them.
    pub fn parse(raw: &RawAccount, stored: Option<PayoutCountry>) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let country = PayoutCountry::parse(raw.country.trim());
        let country = form.need("paymentSettings.country", country, COUNTRY_REQUIRED);
        let field = "paymentSettings.accountHolderName";
        let holder = form.line(field, &raw.account_holder_name, MAX_HOLDER_CHARS, Some(HOLDER_REQUIRED));
        let bank = form.line("paymentSettings.bankName", &raw.bank_name, MAX_BANK_NAME_CHARS, Some(BANK_REQUIRED));
        let number = parse_number(raw, country, stored, &mut form);
        let code = country.and_then(|country| parse_code(raw, country, &mut form));
        let cycle = PayoutCycle::parse(raw.payment_cycle.trim());
        let cycle = form.need("paymentSettings.paymentCycle", cycle, CYCLE_REQUIRED);
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
    if compact(&raw.account_number).is_empty() {
        let keeps = stored.is_some() && (country.is_none() || country == stored);
        if !keeps {
            form.refuse(field, NUMBER_REQUIRED);
        }
        return None;
    }
    let country = country?;
    let message = match country {
        PayoutCountry::India => NUMBER_INVALID_INDIA,
        PayoutCountry::UnitedStates => NUMBER_INVALID_US,
    };
    form.need(field, AccountNumber::parse(&raw.account_number, country), message)
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
    form.need(field, code, if text.trim().is_empty() { required } else { invalid })
}
