//! A teacher's rate for one class (SPEC §5, §9).

use super::{Currency, Money};

/// Why a rate is invalid. `Display` gives the message for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum RateError {
    /// The rate is missing.
    #[error("Please enter your hourly rate in {}", .0.code())]
    Missing(Currency),
    /// The rate is outside the limits, or has more decimals than allowed.
    #[error("{}", limits_message(.0))]
    OutOfRange(Currency),
}

const fn limits_message(currency: &Currency) -> &'static str {
    match currency {
        Currency::Inr => "Please enter a rate from ₹499 to ₹9,999, in whole rupees",
        Currency::Usd => "Please enter a rate from $9.99 to $199.99, with at most 2 decimals",
    }
}

/// Returns the minimum and maximum rate: INR 499 to 9999, USD 9.99 to 199.99 (SPEC §5).
pub const fn rate_limits(currency: Currency) -> (Money, Money) {
    match currency {
        Currency::Inr => (Money::new(49_900, currency), Money::new(999_900, currency)),
        Currency::Usd => (Money::new(999, currency), Money::new(19_999, currency)),
    }
}

/// Parses a rate from JSON: within the limits, INR in whole rupees, USD in whole cents, without rounding.
///
/// # Errors
/// [`RateError::Missing`] without a number, otherwise [`RateError::OutOfRange`].
pub fn parse_rate(number: Option<f64>, currency: Currency) -> Result<Money, RateError> {
    let number = number.ok_or(RateError::Missing(currency))?;
    // The shortest decimal text of the float is what the person typed.
    let rate = Money::from_major_text(&number.to_string(), currency);
    let (lowest, highest) = rate_limits(currency);
    rate.filter(|rate| (lowest.amount_minor..=highest.amount_minor).contains(&rate.amount_minor))
        .filter(|rate| currency == Currency::Usd || rate.amount_minor % 100 == 0)
        .ok_or(RateError::OutOfRange(currency))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Currency::{Inr, Usd};
    use super::*;

    #[test]
    fn rate_must_be_within_limits_and_in_allowed_steps() {
        for (number, currency, minor) in [
            (499.0, Inr, 49_900),
            (999.0, Inr, 99_900),
            (9999.0, Inr, 999_900),
            (9.99, Usd, 999),
            (24.99, Usd, 2_499),
            (15.0, Usd, 1_500),
            (15.5, Usd, 1_550),
            (199.99, Usd, 19_999),
        ] {
            assert_eq!(parse_rate(Some(number), currency), Ok(Money::new(minor, currency)), "{number}");
        }
        for (number, currency) in [
            (498.0, Inr),
            (498.99, Inr),
            (999.5, Inr),
            (999.001, Inr),
            (10_000.0, Inr),
            (9.98, Usd),
            (9.989, Usd),
            (24.999, Usd),
            (200.0, Usd),
            (0.0, Usd),
            (-0.0, Usd),
            (-24.99, Usd),
            (f64::NAN, Usd),
            (f64::INFINITY, Inr),
            (1e300, Inr),
            (1e-300, Usd),
        ] {
            assert_eq!(parse_rate(Some(number), currency), Err(RateError::OutOfRange(currency)), "{number}");
        }
    }

    #[test]
    fn missing_rate_has_message_of_spec() {
        assert_eq!(parse_rate(None, Inr).unwrap_err().to_string(), "Please enter your hourly rate in INR");
        assert_eq!(parse_rate(None, Usd).unwrap_err().to_string(), "Please enter your hourly rate in USD");
    }

    proptest! {
        #[test]
        fn every_rate_in_whole_cents_within_limits_parses_exactly(minor in 999..=19_999i32) {
            let typed: f64 = format!("{}.{:02}", minor / 100, minor % 100).parse().unwrap();
            prop_assert_eq!(parse_rate(Some(typed), Usd), Ok(Money::new(i64::from(minor), Usd)));
            prop_assert_eq!(parse_rate(Some(f64::from(minor) / 100.0), Usd), Ok(Money::new(i64::from(minor), Usd)));
        }

        #[test]
        fn parsed_rate_is_always_within_limits(number in any::<f64>()) {
            for currency in [Inr, Usd] {
                if let Ok(rate) = parse_rate(Some(number), currency) {
                    let (lowest, highest) = rate_limits(currency);
                    prop_assert!(lowest.amount_minor <= rate.amount_minor && rate.amount_minor <= highest.amount_minor);
                }
            }
        }
    }
}
