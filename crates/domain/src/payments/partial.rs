//! Partial refunds: an administrator returns an amount of a payment, and the class or the package stays (ADR 11).

/// The smallest refund that the provider carries out, in minor units: 1.00 of a currency (docs/integrations.md §1.4).
pub const MIN_REFUND_MINOR: i64 = 100;

string_enum! {
    /// Who bears a partial refund.
    RefundBearer {
        /// The platform: prices, earnings and fees stay as they are.
        Platform = "platform",
        /// Everyone who has a share of the payment, in proportion: the teacher, the commission and the fees.
        Teacher = "teacher",
    }
}

/// The parts of a payment, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChargeParts {
    /// Price after discount.
    pub price: i64,
    /// Service fee.
    pub service_fee: i64,
    /// Provider fee.
    pub provider_fee: i64,
}

impl ChargeParts {
    /// Returns the sum.
    pub const fn total(self) -> i64 {
        self.price.saturating_add(self.service_fee).saturating_add(self.provider_fee)
    }

    /// Returns what is left after `refunded`.
    #[must_use]
    pub const fn minus(self, refunded: Self) -> Self {
        Self {
            price: self.price.saturating_sub(refunded.price),
            service_fee: self.service_fee.saturating_sub(refunded.service_fee),
            provider_fee: self.provider_fee.saturating_sub(refunded.provider_fee),
        }
    }
}

/// Why an amount cannot be refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefundAmountError {
    /// Below [`MIN_REFUND_MINOR`].
    #[error("below the provider's minimum")]
    TooLittle,
    /// More than what is left of the payment.
    #[error("more than can be refunded")]
    TooMuch,
    /// The rest would be below the provider's minimum, so that it could never be refunded.
    #[error("the rest would be below the provider's minimum")]
    LeavesTooLittle,
}

/// Checks the amount of a partial refund of a payment of which `refundable` is left.
///
/// # Errors
/// A [`RefundAmountError`].
pub const fn check_refund_amount(amount: i64, refundable: i64) -> Result<(), RefundAmountError> {
    let rest = refundable.saturating_sub(amount);
    if amount < MIN_REFUND_MINOR {
        Err(RefundAmountError::TooLittle)
    } else if rest < 0 {
        Err(RefundAmountError::TooMuch)
    } else if rest != 0 && rest < MIN_REFUND_MINOR {
        Err(RefundAmountError::LeavesTooLittle)
    } else {
        Ok(())
    }
}

/// Divides a refund among the parts in proportion to what is left of each. Minor units that remain after rounding down
/// go to the first part that can bear them. `None` if the amount is negative or above the total.
pub fn split_refund(amount: i64, left: ChargeParts) -> Option<ChargeParts> {
    let total = left.total();
    if !(0..=total).contains(&amount) {
        return None;
    }
    let share = |part: i64| {
        let share = i128::from(amount).checked_mul(i128::from(part))?.checked_div(i128::from(total.max(1)))?;
        i64::try_from(share).ok()
    };
    let mut parts = ChargeParts {
        price: share(left.price)?,
        service_fee: share(left.service_fee)?,
        provider_fee: share(left.provider_fee)?,
    };
    let mut rest = amount.saturating_sub(parts.total());
    for (part, limit) in [
        (&mut parts.price, left.price),
        (&mut parts.service_fee, left.service_fee),
        (&mut parts.provider_fee, left.provider_fee),
    ] {
        let added = rest.min(limit.saturating_sub(*part));
        *part = part.saturating_add(added);
        rest = rest.saturating_sub(added);
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn parts(price: i64, service_fee: i64, provider_fee: i64) -> ChargeParts {
        ChargeParts { price, service_fee, provider_fee }
    }

    #[test]
    fn refund_is_divided_in_proportion_and_rounding_goes_to_the_price() {
        let left = parts(99_900, 9_990, 2_398);
        assert_eq!(split_refund(11_229, left), Some(parts(9_991, 999, 239)));
        assert_eq!(split_refund(left.total(), left), Some(left));
        assert_eq!(split_refund(left.total() + 1, left), None);
        assert_eq!(split_refund(-1, left), None);
        assert_eq!(split_refund(1, parts(0, 1, 1)), Some(parts(0, 1, 0)), "the price has nothing left to bear");
        assert_eq!(split_refund(0, parts(0, 0, 0)), Some(parts(0, 0, 0)));
    }

    #[test]
    fn amount_must_be_sendable_and_leave_nothing_or_a_sendable_rest() {
        use RefundAmountError::{LeavesTooLittle, TooLittle, TooMuch};
        for (amount, expected) in [
            (i64::MIN, Err(TooLittle)),
            (0, Err(TooLittle)),
            (99, Err(TooLittle)),
            (100, Ok(())),
            (900, Ok(())),
            (901, Err(LeavesTooLittle)),
            (999, Err(LeavesTooLittle)),
            (1_000, Ok(())),
            (1_001, Err(TooMuch)),
            (i64::MAX, Err(TooMuch)),
        ] {
            assert_eq!(check_refund_amount(amount, 1_000), expected, "{amount}");
        }
    }

    proptest! {
        #[test]
        fn parts_of_a_refund_add_up_and_never_exceed_what_is_left(
            price in 0_i64..100_000_000, service in 0_i64..10_000_000, provider in 0_i64..10_000_000, share in 0_u32..=1_000,
        ) {
            let left = parts(price, service, provider);
            let amount = left.total() * i64::from(share) / 1_000;
            let found = split_refund(amount, left).unwrap();
            prop_assert_eq!(found.total(), amount);
            let rest = left.minus(found);
            prop_assert!(rest.price >= 0 && rest.service_fee >= 0 && rest.provider_fee >= 0, "{:?}", rest);
            prop_assert!(found.price >= 0 && found.service_fee >= 0 && found.provider_fee >= 0, "{:?}", found);
        }
    }
}
