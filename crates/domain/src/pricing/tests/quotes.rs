//! Table tests of quotes.

use super::super::price_per_class;
use super::*;
use crate::error::ErrorCode;
use crate::pricing::PricingError;

/// Returns base, discount, net, service fee, provider fee and total, in minor units.
fn lines(quote: &Quote) -> [i64; 6] {
    [quote.base, quote.discount, quote.net, quote.service_fee, quote.provider_fee, quote.total]
        .map(|money| money.amount_minor)
}

#[test]
fn base_is_rounded_to_whole_rupees_and_fees_to_paise() {
    let (four, eight) = (Item::Package(Package::Four), Item::Package(Package::Eight));
    for (rate, item, discount, service, expected) in [
        (99_900, ONE_CLASS, 0, fee(1_000), [99_900, 0, 99_900, 9_990, 2_398, 112_288]),
        (99_900, four, 0, fee(1_000), [399_600, 0, 399_600, 39_960, 9_590, 449_150]),
        (99_900, eight, 10, fee(800), [799_200, 79_920, 719_280, 57_542, 17_263, 794_085]),
        (99_949, ONE_CLASS, 0, fee(1_000), [99_900, 0, 99_900, 9_990, 2_398, 112_288]),
        (99_950, ONE_CLASS, 0, fee(1_000), [100_000, 0, 100_000, 10_000, 2_400, 112_400]),
        (49_912, four, 0, fee(0), [199_600, 0, 199_600, 0, 4_790, 204_390]),
        (49_913, four, 0, fee(0), [199_700, 0, 199_700, 0, 4_793, 204_493]),
        (99_900, ONE_CLASS, 33, fee(650), [99_900, 32_967, 66_933, 4_351, 1_606, 72_890]),
        (99_900, ONE_CLASS, 0, waived(1_000), [99_900, 0, 99_900, 0, 2_398, 102_298]),
        (99_900, Item::Class { credit_cost: 2 }, 0, fee(500), [199_800, 0, 199_800, 9_990, 4_795, 214_585]),
        (99_900, ONE_CLASS, 100, fee(1_000), [99_900, 99_900, 0, 0, 0, 0]),
    ] {
        assert_eq!(lines(&price(inr(rate), item, discount, service)), expected, "{rate} {item:?} {discount} %");
    }
}

#[test]
fn dollar_amounts_are_rounded_to_cents() {
    let (four, eight) = (Item::Package(Package::Four), Item::Package(Package::Eight));
    for (rate, item, discount, service, expected) in [
        (2_499, ONE_CLASS, 0, fee(1_000), [2_499, 0, 2_499, 250, 60, 2_809]),
        (2_499, eight, 0, fee(1_000), [19_992, 0, 19_992, 1_999, 480, 22_471]),
        (2_499, four, 15, fee(650), [9_996, 1_499, 8_497, 552, 204, 9_253]),
        (999, ONE_CLASS, 5, fee(800), [999, 50, 949, 76, 23, 1_048]),
        (19_999, eight, 1, fee(500), [159_992, 1_600, 158_392, 7_920, 3_801, 170_113]),
        (2_499, ONE_CLASS, 100, fee(1_000), [2_499, 2_499, 0, 0, 0, 0]),
    ] {
        assert_eq!(lines(&price(usd(rate), item, discount, service)), expected, "{rate} {item:?} {discount} %");
    }
}

#[test]
fn waived_fee_is_quoted_but_not_charged() {
    let quote = price(inr(99_900), ONE_CLASS, 0, waived(800));
    assert_eq!(
        (quote.service_fee, quote.service_fee_waived, quote.service_rate),
        (inr(0), inr(7_992), BasisPoints(800))
    );
    let quote = price(inr(99_900), ONE_CLASS, 0, fee(800));
    assert_eq!(
        (quote.service_fee, quote.service_fee_waived, quote.service_rate),
        (inr(7_992), inr(0), BasisPoints(800))
    );
}

#[test]
fn quote_contains_its_inputs() {
    let item = Item::Package(Package::Eight);
    let quote = price(usd(2_499), item, 12, fee(650));
    assert_eq!((quote.item, quote.rate, quote.discount_percent), (item, usd(2_499), 12));
    assert_eq!((quote.service_rate, quote.provider_rate), (BasisPoints(650), PROVIDER));
    assert!(price(usd(2_499), item, 100, fee(650)).total.is_zero());
}

#[test]
fn credit_value_is_its_share_of_the_price_rounded_down() {
    for (rate, package, discount, each) in [
        (99_900, Package::Four, 0, 99_900),
        (99_900, Package::Eight, 7, 92_907),
        (50_100, Package::Eight, 13, 43_587),
        (100_100, Package::Eight, 1, 99_099),
    ] {
        let quote = price(inr(rate), Item::Package(package), discount, fee(0));
        assert_eq!(price_per_class(quote.net, package.size()), inr(each), "{rate} {discount} %");
    }
    let quote = price(usd(999), Item::Package(Package::Eight), 33, fee(0));
    assert_eq!(quote.net, usd(5_355));
    assert_eq!(price_per_class(quote.net, 8), usd(669), "three cents remain");
    assert_eq!(price_per_class(quote.net, 0), usd(0));
}

#[test]
fn total_between_zero_and_minimum_charge_is_rejected() {
    let try_quote = |rate, discount| quote(rate, ONE_CLASS, discount, fee(0), BasisPoints(0));
    assert_eq!(try_quote(usd(100), 0).unwrap().total, usd(100));
    assert_eq!(try_quote(usd(99), 0), Err(PricingError::TooSmall));
    assert_eq!(try_quote(usd(1), 0), Err(PricingError::TooSmall));
    assert_eq!(try_quote(usd(999), 91), Err(PricingError::TooSmall));
    assert_eq!(try_quote(usd(999), 90).unwrap().total, usd(100));
    assert_eq!(try_quote(usd(0), 0).unwrap().total, usd(0), "a total of zero is allowed");
    assert_eq!(try_quote(inr(50), 0).unwrap().total, inr(100), "half a rupee is rounded up");
    assert_eq!(try_quote(inr(200), 60), Err(PricingError::TooSmall));
    assert_eq!(PricingError::TooSmall.code(), ErrorCode::AmountTooSmall);
}

#[test]
fn out_of_range_inputs_are_internal_errors() {
    let try_quote = |rate, item, discount| quote(rate, item, discount, fee(1_000), PROVIDER);
    assert_eq!(try_quote(inr(-1), ONE_CLASS, 0), Err(PricingError::OutOfRange));
    assert_eq!(try_quote(inr(99_900), ONE_CLASS, 101), Err(PricingError::OutOfRange));
    assert_eq!(try_quote(inr(99_900), Item::Class { credit_cost: 0 }, 0), Err(PricingError::OutOfRange));
    assert_eq!(try_quote(inr(i64::MAX), ONE_CLASS, 0), Err(PricingError::TooLarge), "overflow when rounding to rupees");
    assert_eq!(try_quote(usd(i64::MAX), ONE_CLASS, 0), Err(PricingError::TooLarge), "overflow when adding the fees");
    assert_eq!(try_quote(usd(i64::MAX / 2), Item::Package(Package::Four), 0), Err(PricingError::TooLarge));
    assert_eq!(PricingError::TooLarge.code(), ErrorCode::Internal);
    assert_eq!(PricingError::OutOfRange.code(), ErrorCode::Internal);
}

#[test]
fn packages_have_four_credits_for_thirty_days_or_eight_for_sixty() {
    assert_eq!(Package::ALL.map(|package| (package.size(), package.days())), [(4, 30), (8, 60)]);
    for size in 0..20 {
        assert_eq!(Package::from_size(size).map(Package::size), [4, 8].contains(&size).then_some(size));
    }
    let bought = at("2026-03-01T10:00:00Z");
    assert_eq!(Package::Four.expires_at(bought), at("2026-03-31T10:00:00Z"));
    assert_eq!(Package::Eight.expires_at(bought), at("2026-04-30T10:00:00Z"));
}
