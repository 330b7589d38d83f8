//! Currencies: how many decimals, the least that can be charged, and a fixed rate for `base_amount`.

/// One currency that the sandbox takes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Currency {
    pub(crate) code: &'static str,
    /// Decimals: 0, 2 or 3.
    pub(crate) exponent: u32,
    pub(crate) minimum_minor: i64,
    /// Indian paise for one major unit. Invented, and the same for ever.
    paise_per_unit: i64,
}

/// Most that one order can ask, in paise or their worth: 9 lakh rupees.
const MAXIMUM_PAISE: i64 = 90_000_000;

const fn of(code: &'static str, exponent: u32, minimum_minor: i64, paise_per_unit: i64) -> Currency {
    Currency { code, exponent, minimum_minor, paise_per_unit }
}

const ALL: [Currency; 27] = [
    of("INR", 2, 100, 100),
    of("USD", 2, 100, 8_400),
    of("EUR", 2, 50, 9_100),
    of("GBP", 2, 30, 10_600),
    of("AUD", 2, 50, 5_500),
    of("CAD", 2, 50, 6_100),
    of("SGD", 2, 50, 6_200),
    of("NZD", 2, 50, 5_000),
    of("AED", 2, 10, 2_280),
    of("SAR", 2, 100, 2_230),
    of("QAR", 2, 100, 2_300),
    of("CHF", 2, 50, 9_400),
    of("SEK", 2, 300, 790),
    of("NOK", 2, 300, 770),
    of("DKK", 2, 250, 1_220),
    of("HKD", 2, 400, 1_070),
    of("MYR", 2, 200, 1_870),
    of("THB", 2, 100, 240),
    of("ZAR", 2, 100, 460),
    of("LKR", 2, 100, 28),
    of("NPR", 2, 100, 62),
    of("BDT", 2, 100, 70),
    of("MUR", 2, 100, 180),
    of("JPY", 0, 50, 56),
    of("KWD", 3, 500, 27_300),
    of("BHD", 3, 500, 22_200),
    of("OMR", 3, 500, 21_800),
];

impl Currency {
    pub(crate) fn find(code: &str) -> Option<&'static Self> {
        ALL.iter().find(|currency| currency.code == code)
    }

    pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|currency| currency.code)
    }

    /// `USD 1.00`, as Razorpay's messages write it.
    pub(crate) fn text(&self, minor: i64) -> String {
        let unit = 10_i64.pow(self.exponent);
        let (whole, rest) = (minor / unit, minor % unit);
        match usize::try_from(self.exponent).unwrap_or(0) {
            0 => format!("{} {whole}", self.code),
            digits => format!("{} {whole}.{rest:0digits$}", self.code),
        }
    }

    /// The worth in Indian paise.
    pub(crate) fn in_paise(&self, minor: i64) -> i64 {
        minor.saturating_mul(self.paise_per_unit) / 10_i64.pow(self.exponent)
    }

    pub(crate) fn is_above_maximum(&self, minor: i64) -> bool {
        self.in_paise(minor) > MAXIMUM_PAISE
    }

    /// Three-decimal amounts end in 0.
    pub(crate) fn is_payable(&self, minor: i64) -> bool {
        self.exponent < 3 || minor % 10 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Currency;

    #[test]
    fn amounts_are_written_with_the_decimals_of_their_currency() {
        let text = |code: &str, minor| Currency::find(code).unwrap().text(minor);
        assert_eq!(text("INR", 100), "INR 1.00");
        assert_eq!(text("JPY", 50), "JPY 50");
        assert_eq!(text("KWD", 500), "KWD 0.500");
        assert!(Currency::find("usd").is_none());
    }

    #[test]
    fn foreign_amounts_have_a_worth_in_paise() {
        assert_eq!(Currency::find("USD").unwrap().in_paise(1_000), 84_000);
        assert_eq!(Currency::find("JPY").unwrap().in_paise(1_000), 56_000);
        assert_eq!(Currency::find("KWD").unwrap().in_paise(1_000), 27_300);
    }
}
