//! The exchange rate between the two currencies, for combined totals on screens (D26). Obligations are never converted.

use super::{Currency, Money};

/// The maximum number of decimals of a rate.
const DECIMALS: usize = 6;
const SCALE: i128 = 1_000_000;
const MAX_RUPEES: i64 = 100_000;

/// An exchange rate: rupees for one dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExchangeRate {
    /// Millionths of a rupee for one dollar.
    micro_rupees: i64,
}

impl ExchangeRate {
    /// Parses rupees for one dollar as decimal text with up to 6 decimals, such as `83.25`. `None` for anything else, for
    /// zero, and above 100,000.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(fraction) || fraction.len() > DECIMALS {
            return None;
        }
        let micro_rupees: i64 = format!("{whole}{fraction:0<DECIMALS$}").parse().ok()?;
        let max = MAX_RUPEES.checked_mul(i64::try_from(SCALE).ok()?)?;
        (1..=max).contains(&micro_rupees).then_some(Self { micro_rupees })
    }

    /// Formats the rate as decimal text, without trailing zeros.
    pub fn to_text(self) -> String {
        let text = format!("{}.{:06}", i128::from(self.micro_rupees) / SCALE, i128::from(self.micro_rupees) % SCALE);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Converts an amount, rounded half away from zero to the minor unit. Saturates on overflow.
    pub fn convert(self, amount: Money, to: Currency) -> Money {
        let (minor, rate) = (i128::from(amount.amount_minor), i128::from(self.micro_rupees));
        let converted = match (amount.currency, to) {
            (Currency::Inr, Currency::Inr) | (Currency::Usd, Currency::Usd) => minor,
            (Currency::Usd, Currency::Inr) => divide_rounded(minor * rate, SCALE),
            (Currency::Inr, Currency::Usd) => divide_rounded(minor * SCALE, rate),
        };
        let limit = if converted < 0 { i64::MIN } else { i64::MAX };
        Money::new(i64::try_from(converted).unwrap_or(limit), to)
    }
}

fn divide_rounded(value: i128, divisor: i128) -> i128 {
    let sign = value.signum();
    let doubled = value.abs() * 2 + divisor;
    sign * doubled.checked_div(divisor * 2).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Currency::{Inr, Usd};
    use super::*;

    fn rate(text: &str) -> ExchangeRate {
        ExchangeRate::parse(text).unwrap()
    }

    #[test]
    fn rate_parses_exactly_or_is_rejected() {
        for (text, shown) in [
            ("83", "83"),
            ("83.25", "83.25"),
            ("083.250000", "83.25"),
            ("0.000001", "0.000001"),
            ("100000", "100000"),
            ("90.10", "90.1"),
        ] {
            assert_eq!(rate(text).to_text(), shown, "{text}");
        }
        for text in [
            "",
            "0",
            "0.000000",
            "-83",
            "+83",
            "83,25",
            "83.1234567",
            "83.",
            ".5",
            "1e2",
            "100000.000001",
            "99999999999999999999",
            "८३",
        ] {
            assert_eq!(ExchangeRate::parse(text), None, "{text}");
        }
    }

    #[test]
    fn converted_amount_is_rounded_half_away_from_zero() {
        for (text, from, to) in [
            ("83.25", Money::new(2_499, Usd), Money::new(208_042, Inr)),
            ("83.25", Money::new(2, Usd), Money::new(167, Inr)),
            ("83.25", Money::new(99_900, Inr), Money::new(1_200, Usd)),
            ("80", Money::new(40, Inr), Money::new(1, Usd)),
            ("80", Money::new(39, Inr), Money::new(0, Usd)),
            ("80", Money::new(-40, Inr), Money::new(-1, Usd)),
            ("0.5", Money::new(1, Usd), Money::new(1, Inr)),
            ("0.000001", Money::new(i64::MAX, Inr), Money::new(i64::MAX, Usd)),
            ("100000", Money::new(i64::MIN, Usd), Money::new(i64::MIN, Inr)),
            ("83.25", Money::new(7, Inr), Money::new(0, Usd)),
        ] {
            assert_eq!(rate(text).convert(from, to.currency), to, "{from:?} at {text}");
        }
        assert_eq!(rate("83").convert(Money::new(7, Inr), Inr), Money::new(7, Inr), "the same currency is unchanged");
    }

    proptest! {
        #[test]
        fn converting_dollars_to_rupees_and_back_is_lossless(cents in -1_000_000_000..1_000_000_000i64, micro in 1_000_000..200_000_000i64) {
            let rate = ExchangeRate { micro_rupees: micro };
            prop_assert_eq!(ExchangeRate::parse(&rate.to_text()), Some(rate));
            let rupees = rate.convert(Money::new(cents, Usd), Inr);
            prop_assert_eq!(rate.convert(rupees, Usd), Money::new(cents, Usd), "for rates of at least one rupee");
        }

        #[test]
        fn converted_amount_is_off_by_at_most_half_a_minor_unit(minor in -1_000_000_000..1_000_000_000i64, micro in 1..200_000_000i64) {
            let rate = ExchangeRate { micro_rupees: micro };
            let found = i128::from(rate.convert(Money::new(minor, Usd), Inr).amount_minor);
            prop_assert!((found * SCALE - i128::from(minor) * i128::from(micro)).abs() * 2 <= SCALE);
            let found = i128::from(rate.convert(Money::new(minor, Inr), Usd).amount_minor);
            prop_assert!((found * i128::from(micro) - i128::from(minor) * SCALE).abs() * 2 <= i128::from(micro));
        }
    }
}
