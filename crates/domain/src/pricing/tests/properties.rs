//! What holds for every price.

use proptest::prelude::*;

use super::super::per_class;
use super::*;
use crate::pricing::{PricingError, split};

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
    (0..=2_000u32, any::<bool>()).prop_map(|(rate, waived)| ServiceFee { rate: BasisPoints(rate), waived })
}

proptest! {
    #[test]
    fn the_lines_add_up_and_none_is_negative(
        rate in some_rate(), item in some_item(), discount in 0..=100u32, fee in some_fee(), provider in 0..=1_000u32,
    ) {
        match quote(rate, item, discount, fee, BasisPoints(provider)) {
            Ok(quote) => {
                let [base, off, price, service, waived, provider, total] = [
                    quote.base, quote.discount, quote.price, quote.service_fee, quote.service_fee_waived,
                    quote.provider_fee, quote.total,
                ].map(|money| {
                    assert_eq!(money.currency, rate.currency);
                    assert!(money.amount_minor >= 0);
                    money.amount_minor
                });
                prop_assert_eq!(base - off, price);
                prop_assert_eq!(price + service + provider, total);
                prop_assert!(service == 0 || waived == 0);
                prop_assert!(total == 0 || total >= rate.currency.minimum_charge());
                if rate.currency == Inr {
                    prop_assert_eq!(base % 100, 0);
                }
                prop_assert!((base - rate.amount_minor * i64::from(item.units())).abs() <= 50);
            }
            Err(error) => prop_assert_eq!(error, PricingError::TooSmall),
        }
    }

    #[test]
    fn a_larger_discount_never_costs_more(
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
    fn a_full_discount_leaves_nothing_to_pay(rate in some_rate(), item in some_item(), fee in some_fee()) {
        prop_assert!(price(rate, item, 100, fee).total.is_zero());
    }

    #[test]
    fn credits_are_worth_the_price_but_for_less_than_a_minor_unit_each(rate in some_rate(), discount in 0..=100u32) {
        for package in Package::ALL {
            let Ok(quote) = quote(rate, Item::Package(package), discount, fee(1_000), PROVIDER) else { continue };
            let credits = per_class(quote.price, package.size()).times(package.size()).unwrap();
            let left = quote.price.checked_sub(credits).unwrap();
            prop_assert!((0..i64::from(package.size())).contains(&left.amount_minor));
        }
    }

    #[test]
    fn a_split_loses_nothing(minor in prop_oneof![-1_000..1_000i64, any::<i64>()], rate in prop_oneof![0..=10_000u32, any::<u32>()]) {
        let price = inr(minor);
        let parts = split(price, BasisPoints(rate));
        prop_assert_eq!(parts.commission.checked_add(parts.net), Some(price));
        prop_assert!(parts.commission.amount_minor.unsigned_abs() <= minor.unsigned_abs());
        prop_assert!(parts.net.amount_minor == 0 || (parts.net.amount_minor < 0) == (minor < 0));
    }

    #[test]
    fn a_lower_commission_never_leaves_the_teacher_with_less(minor in 0..10_000_000i64, one in 0..=10_000u32, other in 0..=10_000u32) {
        let net = |rate| split(inr(minor), BasisPoints(rate)).net.amount_minor;
        prop_assert!(net(one.min(other)) >= net(one.max(other)));
    }
}
