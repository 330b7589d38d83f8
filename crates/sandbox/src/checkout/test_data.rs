//! What customers may pay with. Nothing else is accepted, and numbers are not kept.

use crate::model::Plan;

/// What the bank says to a test card or UPI id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Yes,
    No,
    /// No the first time at an order, yes from then on.
    NoThenYes,
    /// Nothing, and yes when it is too late.
    Late,
}

impl Says {
    /// What happens to an attempt, when the same was tried before at this order.
    pub(super) fn plan(self, tried_before: bool) -> Plan {
        match self {
            Self::Yes => Plan::Approve,
            Self::NoThenYes if tried_before => Plan::Approve,
            Self::No | Self::NoThenYes => Plan::Decline,
            Self::Late => Plan::Late,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Yes => "succeeds",
            Self::No => "is declined",
            Self::NoThenYes => "is declined once, then succeeds",
            Self::Late => "times out, is authorised later",
        }
    }
}

#[derive(Debug)]
pub(super) struct TestCard {
    pub(super) number: &'static str,
    pub(super) network: &'static str,
    pub(super) issuer: &'static str,
    pub(super) international: bool,
    pub(super) says: Says,
}

const fn card(number: &'static str, network: &'static str, issuer: &'static str, says: Says) -> TestCard {
    TestCard { number, network, issuer, international: false, says }
}

/// The first three are Razorpay's own.
pub(super) const CARDS: [TestCard; 7] = [
    card("4100280000001007", "Visa", "HDFC", Says::Yes),
    card("5500670000001002", "MasterCard", "ICIC", Says::Yes),
    card("6527658900001005", "RuPay", "SBIN", Says::Yes),
    card("4100280000002005", "Visa", "HDFC", Says::No),
    card("4100280000003003", "Visa", "HDFC", Says::NoThenYes),
    card("4100280000004001", "Visa", "HDFC", Says::Late),
    TestCard { number: "4012888888881881", network: "Visa", issuer: "CHAS", international: true, says: Says::Yes },
];

/// The first two are Razorpay's own.
pub(super) const UPI_IDS: [(&str, Says); 4] = [
    ("success@razorpay", Says::Yes),
    ("failure@razorpay", Says::No),
    ("retry@razorpay", Says::NoThenYes),
    ("late@razorpay", Says::Late),
];

pub(super) const BANKS: [(&str, &str); 6] = [
    ("HDFC", "HDFC Bank"),
    ("ICIC", "ICICI Bank"),
    ("SBIN", "State Bank of India"),
    ("UTIB", "Axis Bank"),
    ("KKBK", "Kotak Mahindra Bank"),
    ("PUNB", "Punjab National Bank"),
];

/// `4100 2800 0000 1007`.
pub(super) fn spaced(number: &str) -> String {
    let digits: Vec<char> = number.chars().collect();
    digits.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{CARDS, spaced};

    #[test]
    fn test_cards_have_numbers_that_card_fields_accept() {
        for card in &CARDS {
            let sum: u32 = card
                .number
                .chars()
                .rev()
                .enumerate()
                .map(|(place, digit)| {
                    let digit = digit.to_digit(10).unwrap();
                    if place % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
                })
                .sum();
            assert_eq!(sum % 10, 0, "{}", card.number);
        }
        assert_eq!(spaced(CARDS[0].number), "4100 2800 0000 1007");
    }
}
