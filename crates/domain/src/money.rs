//! Money: an integer number of minor units with a currency, never a float (D3).

mod exchange;
mod rate;
mod text;

use serde::{Deserialize, Serialize};

pub use exchange::ExchangeRate;
pub use rate::{RateError, parse_rate, rate_limits};

/// A currency in which the product charges (SPEC §9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Currency {
    /// Indian rupees; the minor unit is the paisa.
    #[serde(rename = "INR")]
    Inr,
    /// United States dollars; the minor unit is the cent.
    #[serde(rename = "USD")]
    Usd,
}

impl Currency {
    /// Returns the ISO 4217 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Inr => "INR",
            Self::Usd => "USD",
        }
    }

    /// Parses an ISO 4217 code; `None` for other currencies.
    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "INR" => Some(Self::Inr),
            "USD" => Some(Self::Usd),
            _ => None,
        }
    }

    /// Returns the provider's minimum charge in minor units: INR 1.00, USD 1.00 (docs/integrations.md §1.9).
    pub const fn minimum_charge_minor(self) -> i64 {
        match self {
            Self::Inr | Self::Usd => 100,
        }
    }
}

/// Returns the number of decimal digits of a currency's minor unit, by ISO 4217 code. Unmatched payments at the provider can
/// have any currency.
pub fn minor_digits(code: &str) -> usize {
    match code {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX" | "UYI" | "VND"
        | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

/// Converts an amount of any currency to major units, for JSON.
pub fn major_units(amount_minor: i64, code: &str) -> f64 {
    let digits = minor_digits(code);
    let text = format!("{:0>width$}", amount_minor.unsigned_abs(), width = digits.saturating_add(1));
    let (whole, fraction) = text.split_at(text.len().saturating_sub(digits));
    let sign = if amount_minor < 0 { "-" } else { "" };
    format!("{sign}{whole}.{fraction}0").parse().unwrap_or(f64::NAN)
}

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    /// The amount in minor units (paise, cents).
    pub amount_minor: i64,
    /// The currency.
    pub currency: Currency,
}

impl Money {
    /// Creates an amount from minor units.
    pub const fn new(amount_minor: i64, currency: Currency) -> Self {
        Self { amount_minor, currency }
    }

    /// Creates a zero amount.
    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// Whether the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.amount_minor == 0
    }

    /// Returns the sum. `None` for different currencies and on overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        if self.currency != other.currency {
            return None;
        }
        self.amount_minor.checked_add(other.amount_minor).map(|minor| Self::new(minor, self.currency))
    }

    /// Returns the difference. `None` for different currencies and on overflow.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        if self.currency != other.currency {
            return None;
        }
        self.amount_minor.checked_sub(other.amount_minor).map(|minor| Self::new(minor, self.currency))
    }

    /// Returns the negated amount. `None` on overflow.
    pub fn checked_neg(self) -> Option<Self> {
        self.amount_minor.checked_neg().map(|minor| Self::new(minor, self.currency))
    }

    /// Returns the amount multiplied by `count`. `None` on overflow.
    pub fn checked_mul(self, count: u32) -> Option<Self> {
        self.amount_minor.checked_mul(i64::from(count)).map(|minor| Self::new(minor, self.currency))
    }

    /// Returns a share of the amount, given in basis points (hundredths of a percent), rounded half away from zero to the
    /// minor unit (D20). Saturates on overflow, which needs more than 100 %.
    pub fn share(self, basis_points: u32) -> Self {
        let product = i128::from(self.amount_minor) * i128::from(basis_points);
        let half = if product < 0 { -5_000 } else { 5_000 };
        let limit = if product < 0 { i64::MIN } else { i64::MAX };
        Self::new(i64::try_from((product + half) / 10_000).unwrap_or(limit), self.currency)
    }

    /// Parses decimal text in major units (`24.99`, `999`, `-1.5`) exactly. `None` for anything else, also for amounts that
    /// are not a whole number of minor units.
    pub fn from_major_text(text: &str, currency: Currency) -> Option<Self> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let cents = fraction.trim_end_matches('0');
        if !is_number(whole) || !is_number(fraction) || cents.len() > 2 {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let cents: i64 = format!("{cents:0<2}").parse().ok()?;
        let minor = whole.checked_mul(100)?.checked_add(cents)?;
        Some(Self::new(if negative { -minor } else { minor }, currency))
    }

    /// Formats the amount in major units with two decimals (`24.99`), exactly.
    pub fn to_major_text(self) -> String {
        let sign = if self.amount_minor < 0 { "-" } else { "" };
        let abs = self.amount_minor.unsigned_abs();
        format!("{sign}{}.{:02}", abs / 100, abs % 100)
    }

    /// Converts the amount to major units, for JSON. Exact below 2^53 minor units.
    pub fn to_major(self) -> f64 {
        self.to_major_text().parse().unwrap_or(f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Currency::{Inr, Usd};
    use super::*;

    #[test]
    fn major_text_is_exact() {
        for (minor, text) in
            [(0, "0.00"), (5, "0.05"), (2499, "24.99"), (-105, "-1.05"), (i64::MIN, "-92233720368547758.08")]
        {
            assert_eq!(Money::new(minor, Currency::Usd).to_major_text(), text);
        }
    }

    #[test]
    fn decimal_text_parses_exactly_or_is_rejected() {
        for (text, minor) in [
            ("24.99", 2_499),
            ("999", 99_900),
            ("999.0", 99_900),
            ("999.5", 99_950),
            ("0.05", 5),
            ("28.090000", 2_809),
            ("-1.05", -105),
            ("007.10", 710),
            ("92233720368547758.07", i64::MAX),
        ] {
            assert_eq!(Money::from_major_text(text, Usd), Some(Money::new(minor, Usd)), "{text}");
        }
        for text in [
            "",
            "-",
            ".",
            "1.",
            ".5",
            "--1",
            "+1",
            "1.005",
            "0.001",
            "1e3",
            "1,5",
            " 1",
            "1 ",
            "\u{0967}",
            "NaN",
            "1.2.3",
            "1.-5",
            "92233720368547758.08",
            "99999999999999999999",
        ] {
            assert_eq!(Money::from_major_text(text, Usd), None, "{text:?}");
        }
    }

    #[test]
    fn share_is_rounded_half_away_from_zero() {
        for (minor, basis_points, share) in [
            (99_900, 1_000, 9_990),
            (99_900, 240, 2_398),
            (2_499, 1_000, 250),
            (2_499, 240, 60),
            (19_992, 1_000, 1_999),
            (100, 50, 1),
            (100, 49, 0),
            (1, 5_000, 1),
            (1, 4_999, 0),
            (3, 5_000, 2),
            (0, 10_000, 0),
            (7, 0, 0),
            (7, 10_000, 7),
            (-100, 50, -1),
            (-100, 49, 0),
            (-3, 5_000, -2),
            (i64::MAX, 10_000, i64::MAX),
            (i64::MIN, 10_000, i64::MIN),
            (i64::MAX, u32::MAX, i64::MAX),
            (i64::MIN, u32::MAX, i64::MIN),
        ] {
            let found = Money::new(minor, Inr).share(basis_points);
            assert_eq!(found, Money::new(share, Inr), "{basis_points} of {minor}");
        }
    }

    #[test]
    fn arithmetic_is_none_for_different_currencies_and_on_overflow() {
        let money = |minor| Money::new(minor, Inr);
        assert_eq!(money(5).checked_add(money(7)), Some(money(12)));
        assert_eq!(money(5).checked_sub(money(7)), Some(money(-2)));
        assert_eq!(money(5).checked_neg(), Some(money(-5)));
        assert_eq!(money(-5).checked_mul(3), Some(money(-15)));
        assert_eq!(money(5).checked_add(Money::new(7, Usd)), None);
        assert_eq!(money(5).checked_sub(Money::zero(Usd)), None);
        assert_eq!(money(i64::MAX).checked_add(money(1)), None);
        assert_eq!(money(i64::MIN).checked_sub(money(1)), None);
        assert_eq!(money(i64::MIN).checked_neg(), None);
        assert_eq!(money(i64::MAX).checked_mul(2), None);
        assert!(Money::zero(Inr).is_zero() && !money(-1).is_zero());
    }

    proptest! {
        #[test]
        fn major_text_round_trips(minor in any::<i64>().prop_filter("can be negated", |minor| *minor != i64::MIN)) {
            let money = Money::new(minor, Inr);
            prop_assert_eq!(Money::from_major_text(&money.to_major_text(), Inr), Some(money));
        }

        #[test]
        fn share_is_off_by_at_most_half_a_minor_unit(minor in -1_000_000_000..1_000_000_000i64, rate in 0..=10_000u32) {
            let share = Money::new(minor, Inr).share(rate);
            prop_assert!((share.amount_minor * 10_000 - minor * i64::from(rate)).abs() <= 5_000);
            let opposite = Money::new(-minor, Inr).share(rate);
            prop_assert_eq!(share.checked_neg(), Some(opposite));
        }
    }
}
