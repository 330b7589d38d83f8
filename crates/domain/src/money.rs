//! Money: an integer of minor units with its currency, never a float (D3).

use serde::{Deserialize, Serialize};

/// The two currencies that the product charges in (SPEC §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Currency {
    /// Indian rupees; minor unit paise.
    #[serde(rename = "INR")]
    Inr,
    /// United States dollars; minor unit cents.
    #[serde(rename = "USD")]
    Usd,
}

impl Currency {
    /// ISO 4217 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Inr => "INR",
            Self::Usd => "USD",
        }
    }

    /// Reads an ISO 4217 code that we charge in.
    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "INR" => Some(Self::Inr),
            "USD" => Some(Self::Usd),
            _ => None,
        }
    }
}

/// An amount in minor units (paise, cents).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    /// Minor units.
    pub amount_minor: i64,
    /// The currency they are in.
    pub currency: Currency,
}

impl Money {
    /// An amount of minor units.
    pub const fn new(amount_minor: i64, currency: Currency) -> Self {
        Self { amount_minor, currency }
    }

    /// Major units as decimal text with two places (`24.99`), exact.
    pub fn to_major_text(self) -> String {
        let sign = if self.amount_minor < 0 { "-" } else { "" };
        let abs = self.amount_minor.unsigned_abs();
        format!("{sign}{}.{:02}", abs / 100, abs % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_text_is_exact() {
        for (minor, text) in
            [(0, "0.00"), (5, "0.05"), (2499, "24.99"), (-105, "-1.05"), (i64::MIN, "-92233720368547758.08")]
        {
            assert_eq!(Money::new(minor, Currency::Usd).to_major_text(), text);
        }
    }
}
