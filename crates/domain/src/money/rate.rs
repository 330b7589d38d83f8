//! What a teacher may ask for one class (SPEC §5, §9).

use super::{Currency, Money};

/// Why a rate is refused. The text is the sentence to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum RateError {
    /// None was given.
    #[error("Please enter your hourly rate in {}", .0.code())]
    Missing(Currency),
    /// Outside the limits, or finer than the currency's step.
    #[error("{}", limits_sentence(.0))]
    OutOfRange(Currency),
}

const fn limits_sentence(currency: &Currency) -> &'static str {
    match currency {
        Currency::Inr => "Please enter a rate from ₹499 to ₹9,999, in whole rupees",
        Currency::Usd => "Please enter a rate from $9.99 to $199.99, with at most 2 decimals",
    }
}

/// The lowest and the highest rate: INR 499 to 9999, USD 9.99 to 199.99 (SPEC §5).
pub const fn rate_limits(currency: Currency) -> (Money, Money) {
    match currency {
        Currency::Inr => (Money::new(49_900, currency), Money::new(999_900, currency)),
        Currency::Usd => (Money::new(999, currency), Money::new(19_999, currency)),
    }
}

/// Reads a rate as a form sends it: within the limits, INR in whole rupees, USD in cents. Nothing is rounded.
///
/// # Errors
/// [`RateError::Missing`] without a number, [`RateError::OutOfRange`] for any other that is no rate.
pub fn parse_rate(number: Option<f64>, currency: Currency) -> Result<Money, RateError> {
    let number = number.ok_or(RateError::Missing(currency))?;
    // The shortest text that reads back as the number is what the person typed.
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
    fn rates_keep_the_limits_of_the_wizard() {
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
    fn a_missing_rate_is_asked_for_in_the_words_of_the_specification() {
        assert_eq!(parse_rate(None, Inr).unwrap_err().to_string(), "Please enter your hourly rate in INR");
        assert_eq!(parse_rate(None, Usd).unwrap_err().to_string(), "Please enter your hourly rate in USD");
    }

    proptest! {
        #[test]
        fn every_cent_within_the_limits_is_read(minor in 999..=19_999i32) {
            let typed: f64 = format!("{}.{:02}", minor / 100, minor % 100).parse().unwrap();
            prop_assert_eq!(parse_rate(Some(typed), Usd), Ok(Money::new(i64::from(minor), Usd)));
            prop_assert_eq!(parse_rate(Some(f64::from(minor) / 100.0), Usd), Ok(Money::new(i64::from(minor), Usd)));
        }

        #[test]
        fn any_number_is_a_rate_or_refused(number in any::<f64>()) {
            for currency in [Inr, Usd] {
                if let Ok(rate) = parse_rate(Some(number), currency) {
                    let (lowest, highest) = rate_limits(currency);
                    prop_assert!(lowest.amount_minor <= rate.amount_minor && rate.amount_minor <= highest.amount_minor);
                }
            }
        }
    }
}
