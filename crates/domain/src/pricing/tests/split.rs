//! Table tests of the split between platform and teacher.

use super::*;
use crate::pricing::split_price;

#[test]
fn commission_is_rounded_and_earnings_are_the_rest() {
    for (price, rate, commission, earnings) in [
        (99_900, 2_000, 19_980, 79_920),
        (99_900, 0, 0, 99_900),
        (92_907, 1_800, 16_723, 76_184),
        (669, 1_500, 100, 569),
        (3, 5_000, 2, 1),
        (0, 2_000, 0, 0),
        (100, 10_000, 100, 0),
        (100, 10_001, 100, 0),
        (100, u32::MAX, 100, 0),
        (-669, 1_500, -100, -569),
    ] {
        let split = split_price(usd(price), BasisPoints(rate));
        assert_eq!((split.commission, split.earnings), (usd(commission), usd(earnings)), "{price} at {rate}");
    }
}
