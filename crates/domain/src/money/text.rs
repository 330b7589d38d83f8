//! Amounts as text, in the formats of screens and emails; the client's `lib/money.ts` writes the same.

use super::{Currency, Money};

impl Money {
    /// Formats an amount for people: `₹1,022.98`, `₹1,23,456`, `$24.99`. Rupees have paise only if there are any.
    pub fn to_display(self) -> String {
        let abs = self.amount_minor.unsigned_abs();
        let (whole, cents) = ((abs / 100).to_string(), abs % 100);
        let sign = if self.amount_minor < 0 { "-" } else { "" };
        match self.currency {
            Currency::Inr if cents == 0 => format!("{sign}₹{}", group(&whole, 2)),
            Currency::Inr => format!("{sign}₹{}.{cents:02}", group(&whole, 2)),
            Currency::Usd => format!("{sign}${}.{cents:02}", group(&whole, 3)),
        }
    }
}

/// Inserts commas: before the last three digits, and from there on before every `size` digits.
fn group(digits: &str, size: usize) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 2);
    for (index, digit) in digits.chars().enumerate() {
        let left = digits.len() - index;
        if index > 0 && (left == 3 || (left > 3 && (left - 3).is_multiple_of(size))) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_the_formats_of_the_style_guide() {
        for (minor, inr, usd) in [
            (0, "₹0", "$0.00"),
            (5, "₹0.05", "$0.05"),
            (2_499, "₹24.99", "$24.99"),
            (99_900, "₹999", "$999.00"),
            (102_298, "₹1,022.98", "$1,022.98"),
            (12_345_600, "₹1,23,456", "$123,456.00"),
            (12_345_678_900, "₹12,34,56,789", "$123,456,789.00"),
            (-818_381, "-₹8,183.81", "-$8,183.81"),
        ] {
            assert_eq!(Money::new(minor, Currency::Inr).to_display(), inr);
            assert_eq!(Money::new(minor, Currency::Usd).to_display(), usd);
        }
    }
}
