//! Supported currencies with exponent, minimum amount and a fixed exchange rate for `base_amount`.

/// A supported currency.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Currency {
    pub(crate) code: &'static str,
    /// Number of decimals: 0, 2 or 3.
    pub(crate) exponent: u32,
    pub(crate) minimum_minor: i64,
    /// Indian paise per major unit; a fictitious fixed rate.
    paise_per_unit: i64,
}

/// Maximum amount of an order, converted to paise: 9 lakh rupees.
const MAX_PAISE: i64 = 90_000_000;

const fn currency(code: &'static str, exponent: u32, minimum_minor: i64, paise_per_unit: i64) -> Currency {
    Currency { code, exponent, minimum_minor, paise_per_unit }
}

const ALL: [Currency; 27] = [
    currency("INR", 2, 100, 100),
    currency("USD", 2, 100, 8_400),
    currency("EUR", 2, 50, 9_100),
    currency("GBP", 2, 30, 10_600),
    currency("AUD", 2, 50, 5_500),
    currency("CAD", 2, 50, 6_100),
    currency("SGD", 2, 50, 6_200),
    currency("NZD", 2, 50, 5_000),
    currency("AED", 2, 10, 2_280),
    currency("SAR", 2, 100, 2_230),
    currency("QAR", 2, 100, 2_300),
    currency("CHF", 2, 50, 9_400),
    currency("SEK", 2, 300, 790),
    currency("NOK", 2, 300, 770),
    currency("DKK", 2, 250, 1_220),
    currency("HKD", 2, 400, 1_070),
    currency("MYR", 2, 200, 1_870),
    currency("THB", 2, 100, 240),
    currency("ZAR", 2, 100, 460),
    currency("LKR", 2, 100, 28),
    currency("NPR", 2, 100, 62),
    currency("BDT", 2, 100, 70),
    currency("MUR", 2, 100, 180),
    currency("JPY", 0, 50, 56),
    currency("KWD", 3, 500, 27_300),
    currency("BHD", 3, 500, 22_200),
    currency("OMR", 3, 500, 21_800),
];

impl Currency {
    pub(crate) fn find(code: &str) -> Option<&'static Self> {
        ALL.iter().find(|currency| currency.code == code)
    }

    pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|currency| currency.code)
    }

    /// Formats an amount like Razorpay's messages: `USD 1.00`.
    pub(crate) fn format_amount(&self, minor: i64) -> String {
        let unit = 10_i64.pow(self.exponent);
        let (whole, rest) = (minor / unit, minor % unit);
        match usize::try_from(self.exponent).unwrap_or(0) {
            0 => format!("{} {whole}", self.code),
            digits => format!("{} {whole}.{rest:0digits$}", self.code),
        }
    }

    /// Converts an amount to Indian paise.
    pub(crate) fn to_paise(&self, minor: i64) -> i64 {
        minor.saturating_mul(self.paise_per_unit) / 10_i64.pow(self.exponent)
    }

    pub(crate) fn is_above_maximum(&self, minor: i64) -> bool {
        self.to_paise(minor) > MAX_PAISE
    }

    /// Amounts with three decimals must end in 0.
    pub(crate) fn is_valid_amount(&self, minor: i64) -> bool {
        self.exponent < 3 || minor % 10 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Currency;

    #[test]
    fn amounts_are_formatted_with_decimals_of_currency() {
        let format = |code: &str, minor| Currency::find(code).unwrap().format_amount(minor);
        assert_eq!(format("INR", 100), "INR 1.00");
        assert_eq!(format("JPY", 50), "JPY 50");
        assert_eq!(format("KWD", 500), "KWD 0.500");
        assert!(Currency::find("usd").is_none());
    }

    #[test]
    fn foreign_amounts_are_converted_to_paise() {
        assert_eq!(Currency::find("USD").unwrap().to_paise(1_000), 84_000);
        assert_eq!(Currency::find("JPY").unwrap().to_paise(1_000), 56_000);
        assert_eq!(Currency::find("KWD").unwrap().to_paise(1_000), 27_300);
    }
}
