//! Test cards, UPI ids and banks. Others are rejected; card numbers are not stored.

use crate::model::PlannedOutcome;

/// The bank's response to a test card or UPI id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BankOutcome {
    Approved,
    Declined,
    /// Declines the first attempt of an order and approves later ones.
    DeclinedOnce,
    /// Times out and approves afterwards.
    LateApproval,
}

impl BankOutcome {
    /// The outcome of an attempt. `was_declined`: an earlier attempt of the order with the same instrument failed.
    pub(super) fn plan(self, was_declined: bool) -> PlannedOutcome {
        match self {
            Self::Approved => PlannedOutcome::Approve,
            Self::DeclinedOnce if was_declined => PlannedOutcome::Approve,
            Self::Declined | Self::DeclinedOnce => PlannedOutcome::Decline,
            Self::LateApproval => PlannedOutcome::Late,
        }
    }

    pub(super) fn description(self) -> &'static str {
        match self {
            Self::Approved => "succeeds",
            Self::Declined => "is declined",
            Self::DeclinedOnce => "is declined once, then succeeds",
            Self::LateApproval => "times out, is authorised later",
        }
    }
}

#[derive(Debug)]
pub(super) struct TestCard {
    pub(super) number: &'static str,
    pub(super) network: &'static str,
    pub(super) issuer: &'static str,
    pub(super) international: bool,
    pub(super) outcome: BankOutcome,
}

const fn card(number: &'static str, network: &'static str, issuer: &'static str, outcome: BankOutcome) -> TestCard {
    TestCard { number, network, issuer, international: false, outcome }
}

/// The first three are Razorpay's own.
pub(super) const CARDS: [TestCard; 7] = [
    card("4100280000001007", "Visa", "HDFC", BankOutcome::Approved),
    card("5500670000001002", "MasterCard", "ICIC", BankOutcome::Approved),
    card("6527658900001005", "RuPay", "SBIN", BankOutcome::Approved),
    card("4100280000002005", "Visa", "HDFC", BankOutcome::Declined),
    card("4100280000003003", "Visa", "HDFC", BankOutcome::DeclinedOnce),
    card("4100280000004001", "Visa", "HDFC", BankOutcome::LateApproval),
    TestCard {
        number: "4012888888881881",
        network: "Visa",
        issuer: "CHAS",
        international: true,
        outcome: BankOutcome::Approved,
    },
];

/// The first two are Razorpay's own.
pub(super) const UPI_IDS: [(&str, BankOutcome); 4] = [
    ("success@razorpay", BankOutcome::Approved),
    ("failure@razorpay", BankOutcome::Declined),
    ("retry@razorpay", BankOutcome::DeclinedOnce),
    ("late@razorpay", BankOutcome::LateApproval),
];

pub(super) const BANKS: [(&str, &str); 6] = [
    ("HDFC", "HDFC Bank"),
    ("ICIC", "ICICI Bank"),
    ("SBIN", "State Bank of India"),
    ("UTIB", "Axis Bank"),
    ("KKBK", "Kotak Mahindra Bank"),
    ("PUNB", "Punjab National Bank"),
];

/// Formats a card number in groups of four digits.
pub(super) fn format_card_number(number: &str) -> String {
    let digits: Vec<char> = number.chars().collect();
    digits.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{CARDS, format_card_number};

    #[test]
    fn test_card_numbers_pass_luhn_check() {
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
        assert_eq!(format_card_number(CARDS[0].number), "4100 2800 0000 1007");
    }
}
