//! Property tests of quotes and splits.

use proptest::prelude::*;

use super::super::price_per_class;
use super::*;
use crate::pricing::{PricingError, split_price};

fn some_item() -> impl Strategy<Value = Item> {
    prop_oneof![
        (1..10u32).prop_map(|credit_cost| Item::Class { credit_cost }),
        Just(Item::Package(Package::Four)),
        Just(Item::Package(Package::Eight)),
    ]
}

fn some_rate() -> impl Strategy<Value = Money> {
    (prop_oneof![0..500i64, 0..2_000_000i64], prop_oneof![Just(Inr), Just(Usd)])
        .prop_map(|(minor, currency): (i64, Currency)| Money::new(minor, currency))
}

fn some_fee() -> impl Strategy<Value = ServiceFee> {
    (0..=2_000u32, any::<bool>()).prop_map(|(rate, is_waived)| ServiceFee { rate: BasisPoints(rate), is_waived })
}

proptest! {
    #[test]
    fn lines_add_up_and_are_not_negative(
        rate in some_rate(), item in some_item(), discount in 0..=100u32, fee in some_fee(), provider in 0..=1_000u32,
    ) {
        match quote(rate, item, discount, fee, BasisPoints(provider)) {
            Ok(quote) => {
                let [base, discount, net, service, waived, provider, total] = [
                    quote.base, quote.discount, quote.net, quote.service_fee, quote.service_fee_waived,
                    quote.provider_fee, quote.total,
                ].map(|money| {
                    assert_eq!(money.currency, rate.currency);
                    assert!(money.amount_minor >= 0);
                    money.amount_minor
                });
                prop_assert_eq!(base - discount, net);
                prop_assert_eq!(net + service + provider, total);
                prop_assert!(service == 0 || waived == 0);
                prop_assert!(total == 0 || total >= rate.currency.minimum_charge_minor());
                if rate.currency == Inr {
                    prop_assert_eq!(base % 100, 0);
                }
                prop_assert!((base - rate.amount_minor * i64::from(item.units())).abs() <= 50);
            }
            Err(error) => prop_assert_eq!(error, PricingError::TooSmall),
        }
    }

    #[test]
    fn larger_discount_never_costs_more(
        rate in some_rate(), item in some_item(), fee in some_fee(), one in 0..=100u32, other in 0..=100u32,
    ) {
        let (less, more) = (one.min(other), one.max(other));
        let quotes = [less, more].map(|discount| quote(rate, item, discount, fee, PROVIDER));
        if let [Ok(less), Ok(more)] = quotes {
            prop_assert!(more.discount.amount_minor >= less.discount.amount_minor);
            prop_assert!(more.total.amount_minor <= less.total.amount_minor);
        }
    }

    #[test]
    fn full_discount_makes_total_zero(rate in some_rate(), item in some_item(), fee in some_fee()) {
        prop_assert!(price(rate, item, 100, fee).total.is_zero());
    }

    #[test]
    fn credits_of_a_package_lose_less_than_a_minor_unit_each(rate in some_rate(), discount in 0..=100u32) {
        for package in Package::ALL {
            let Ok(quote) = quote(rate, Item::Package(package), discount, fee(1_000), PROVIDER) else { continue };
            let credits = price_per_class(quote.net, package.size()).checked_mul(package.size()).unwrap();
            let left = quote.net.checked_sub(credits).unwrap();
            prop_assert!((0..i64::from(package.size())).contains(&left.amount_minor));
        }
    }

    #[test]
    fn split_adds_up_to_the_price(minor in prop_oneof![-1_000..1_000i64, any::<i64>()], rate in prop_oneof![0..=10_000u32, any::<u32>()]) {
        let price = inr(minor);
        let parts = split_price(price, BasisPoints(rate));
        prop_assert_eq!(parts.commission.checked_add(parts.earnings), Some(price));
        prop_assert!(parts.commission.amount_minor.unsigned_abs() <= minor.unsigned_abs());
        prop_assert!(parts.earnings.amount_minor == 0 || (parts.earnings.amount_minor < 0) == (minor < 0));
    }

    #[test]
    fn lower_commission_never_reduces_earnings(minor in 0..10_000_000i64, one in 0..=10_000u32, other in 0..=10_000u32) {
        let earnings = |rate| split_price(inr(minor), BasisPoints(rate)).earnings.amount_minor;
        prop_assert!(earnings(one.min(other)) >= earnings(one.max(other)));
    }
}
