//! Class credits: lots with an expiry each, used up soonest-expiring first (D17, D18).

use crate::error::ErrorCode;
use crate::ids::LotId;
use crate::money::{Currency, Money};
use crate::time::{SignedDuration, Timestamp, later};

/// The alert appears when this many days or fewer remain (SPEC §9).
pub const WARNING_DAYS: i64 = 7;
/// A credit that comes back lives at least this many days more (D17).
pub const RETURN_GRACE_DAYS: i64 = 7;

const DAY_HOURS: i64 = 24;

/// What is left of a lot of credits. It is alive while `now` is before its expiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    /// Which lot.
    pub id: LotId,
    /// Credits not yet used.
    pub remaining: u32,
    /// The instant from which they can no longer be spent.
    pub expires_at: Timestamp,
}

impl Lot {
    fn is_spendable(&self, now: Timestamp) -> bool {
        self.remaining > 0 && self.expires_at > now
    }
}

/// Credits to take from one lot; never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spend {
    /// From which lot.
    pub lot: LotId,
    /// How many.
    pub count: u32,
}

/// What can be spent now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Credits alive now.
    pub available: u32,
    /// The soonest expiry among lots with something alive in them.
    pub next_expiry: Option<Timestamp>,
}

/// Why credits cannot be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum CreditError {
    /// Fewer are alive than the class costs.
    #[error("not enough credits")]
    Insufficient,
    /// Enough are alive, but not enough of them were bought in one currency.
    #[error("not enough credits of one currency")]
    Mixed,
    /// None is alive, but some have expired unused.
    #[error("the credits have expired")]
    Expired,
}

impl CreditError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Insufficient | Self::Mixed => ErrorCode::InsufficientCredits,
            Self::Expired => ErrorCode::CreditsExpired,
        }
    }
}

/// Chooses the credits for a purchase: soonest-expiring first, equal expiries by id (D17).
///
/// # Errors
/// [`CreditError::Expired`] when nothing is alive but something has expired, otherwise [`CreditError::Insufficient`].
pub fn spend(lots: &[Lot], count: u32, now: Timestamp) -> Result<Vec<Spend>, CreditError> {
    let mut alive: Vec<&Lot> = lots.iter().filter(|lot| lot.is_spendable(now)).collect();
    alive.sort_unstable_by_key(|lot| (lot.expires_at, lot.id));
    let mut missing = count;
    let mut spends = Vec::new();
    for lot in &alive {
        let taken = missing.min(lot.remaining);
        if taken == 0 {
            break;
        }
        missing -= taken;
        spends.push(Spend { lot: lot.id, count: taken });
    }
    let lapsed = alive.is_empty() && lots.iter().any(|lot| lot.remaining > 0);
    match missing {
        0 => Ok(spends),
        _ if lapsed => Err(CreditError::Expired),
        _ => Err(CreditError::Insufficient),
    }
}

/// Chooses the credits for one class, all of them bought in the same currency, because what a class is worth is told in one
/// (D19, D22): that of the soonest-expiring lot if it has enough, and otherwise the next one that does.
///
/// # Errors
/// Those of [`spend`], and [`CreditError::Mixed`] when the currencies have enough only together.
pub fn spend_in_one_currency(lots: &[(Currency, Lot)], count: u32, now: Timestamp) -> Result<Vec<Spend>, CreditError> {
    let all: Vec<Lot> = lots.iter().map(|(_, lot)| *lot).collect();
    let mixed = spend(&all, count, now)?;
    let mut alive: Vec<&(Currency, Lot)> = lots.iter().filter(|(_, lot)| lot.is_spendable(now)).collect();
    alive.sort_unstable_by_key(|(_, lot)| (lot.expires_at, lot.id));
    let of_one = alive.iter().find_map(|(wanted, _)| {
        let same: Vec<Lot> = lots.iter().filter(|(currency, _)| currency == wanted).map(|(_, lot)| *lot).collect();
        spend(&same, count, now).ok()
    });
    of_one.or_else(|| mixed.is_empty().then_some(mixed)).ok_or(CreditError::Mixed)
}

/// What a student can spend now with one teacher (SPEC `classCredits`, `classCreditsExpiry`; D17).
pub fn balance(lots: &[Lot], now: Timestamp) -> Balance {
    let alive = || lots.iter().filter(|lot| lot.is_spendable(now));
    Balance {
        available: alive().fold(0, |sum, lot| sum.saturating_add(lot.remaining)),
        next_expiry: alive().map(|lot| lot.expires_at).min(),
    }
}

/// What the spent credits were bought for, together. `None` when they were bought in different currencies, which cannot
/// be added (D17, D22).
pub fn worth(spent: impl IntoIterator<Item = (u32, Money)>) -> Option<Money> {
    spent.into_iter().map(|(count, price)| (i64::from(count), price)).try_fold(
        None,
        |sum: Option<Money>, (count, price)| {
            let amount_minor = count.checked_mul(price.amount_minor)?;
            match sum {
                None => Some(Some(Money { amount_minor, ..price })),
                Some(sum) if sum.currency == price.currency => {
                    Some(Some(Money { amount_minor: sum.amount_minor.checked_add(amount_minor)?, ..sum }))
                }
                Some(_) => None,
            }
        },
    )?
}

/// The expiry of a spent credit that comes back: its old one, or 7 days from now if that is later (D17).
pub fn return_expiry(old: Timestamp, now: Timestamp) -> Timestamp {
    old.max(later(now, SignedDuration::from_hours(DAY_HOURS * RETURN_GRACE_DAYS)))
}

/// Days left to warn about: begun days until `expiry`, when that is at most 7 days ahead (SPEC §4, §9).
pub fn warning_days(expiry: Timestamp, now: Timestamp) -> Option<i64> {
    let left = expiry.duration_since(now);
    let whole = left.as_hours() / DAY_HOURS;
    let begun = if left > SignedDuration::from_hours(whole * DAY_HOURS) { whole + 1 } else { whole };
    (left.is_positive() && begun <= WARNING_DAYS).then_some(begun)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[test]
    fn the_worth_of_credits_is_added_within_one_currency_only() {
        use crate::money::Currency::{Inr, Usd};
        let (rupees, dollars) = (Money::new(99_900, Inr), Money::new(2_499, Usd));
        assert_eq!(worth([(2, rupees), (1, Money::new(50_000, Inr))]), Some(Money::new(249_800, Inr)));
        assert_eq!(worth([(1, dollars)]), Some(dollars));
        assert_eq!(worth([(1, rupees), (1, dollars)]), None);
        assert_eq!(worth([]), None);
        assert_eq!(worth([(2, Money::new(i64::MAX, Inr))]), None);
    }

    use uuid::Uuid;

    use super::*;

    const NOW: i64 = 1_772_000_000;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn lot(id: u128, remaining: u32, expires_in: i64) -> Lot {
        Lot { id: LotId(Uuid::from_u128(id)), remaining, expires_at: at(NOW + expires_in) }
    }

    fn taken(lots: &[Lot], count: u32) -> Result<Vec<(u128, u32)>, CreditError> {
        let spends = spend(lots, count, at(NOW))?;
        Ok(spends.into_iter().map(|spend| (spend.lot.0.as_u128(), spend.count)).collect())
    }

    #[test]
    fn the_lot_that_expires_first_is_used_first() {
        let lots = [lot(1, 5, 300), lot(2, 2, 100), lot(3, 1, 200)];
        assert_eq!(taken(&lots, 1), Ok(vec![(2, 1)]));
        assert_eq!(taken(&lots, 3), Ok(vec![(2, 2), (3, 1)]));
        assert_eq!(taken(&lots, 8), Ok(vec![(2, 2), (3, 1), (1, 5)]));
        assert_eq!(taken(&lots, 0), Ok(vec![]));
    }

    #[test]
    fn a_class_is_paid_with_credits_of_one_currency() {
        use Currency::{Inr, Usd};
        let taken = |lots: &[(Currency, Lot)], count| {
            let spends = spend_in_one_currency(lots, count, at(NOW))?;
            Ok(spends.into_iter().map(|spend| (spend.lot.0.as_u128(), spend.count)).collect::<Vec<_>>())
        };
        let lots = [(Inr, lot(1, 1, 100)), (Usd, lot(2, 1, 200)), (Usd, lot(3, 2, 300)), (Inr, lot(4, 9, -5))];
        assert_eq!(taken(&lots, 0), Ok(vec![]));
        assert_eq!(taken(&lots, 1), Ok(vec![(1, 1)]), "the soonest to expire");
        assert_eq!(taken(&lots, 2), Ok(vec![(2, 1), (3, 1)]), "rupees have not enough");
        assert_eq!(taken(&lots, 4), Err(CreditError::Mixed));
        assert_eq!(taken(&lots, 5), Err(CreditError::Insufficient));
        assert_eq!(taken(&lots[3..], 1), Err(CreditError::Expired));
        assert_eq!(CreditError::Mixed.code(), ErrorCode::InsufficientCredits);
    }

    #[test]
    fn equal_expiries_go_by_id() {
        assert_eq!(taken(&[lot(9, 1, 100), lot(4, 1, 100), lot(7, 1, 100)], 2), Ok(vec![(4, 1), (7, 1)]));
    }

    #[test]
    fn a_lot_is_dead_from_the_instant_of_its_expiry() {
        assert_eq!(taken(&[lot(1, 1, 1)], 1), Ok(vec![(1, 1)]));
        assert_eq!(taken(&[lot(1, 1, 0)], 1), Err(CreditError::Expired));
        assert_eq!(taken(&[lot(1, 1, -1)], 1), Err(CreditError::Expired));
        assert_eq!(taken(&[lot(1, 1, -1), lot(2, 1, 5)], 1), Ok(vec![(2, 1)]));
    }

    #[test]
    fn too_few_credits_are_told_apart_from_expired_ones() {
        assert_eq!(taken(&[], 1), Err(CreditError::Insufficient));
        assert_eq!(taken(&[lot(1, 0, -5)], 1), Err(CreditError::Insufficient), "nothing was left to expire");
        assert_eq!(taken(&[lot(1, 1, 5)], 2), Err(CreditError::Insufficient));
        assert_eq!(taken(&[lot(1, 1, 5), lot(2, 9, -5)], 2), Err(CreditError::Insufficient));
        assert_eq!(CreditError::Insufficient.code(), ErrorCode::InsufficientCredits);
        assert_eq!(CreditError::Expired.code(), ErrorCode::CreditsExpired);
    }

    #[test]
    fn the_balance_counts_what_is_alive_and_shows_its_soonest_expiry() {
        let lots = [lot(1, 3, 300), lot(2, 0, 50), lot(3, 2, 100), lot(4, 9, 0)];
        assert_eq!(balance(&lots, at(NOW)), Balance { available: 5, next_expiry: Some(at(NOW + 100)) });
        assert_eq!(balance(&lots[3..], at(NOW)), Balance::default());
        assert_eq!(balance(&[lot(1, u32::MAX, 5), lot(2, u32::MAX, 5)], at(NOW)).available, u32::MAX);
    }

    #[test]
    fn a_returned_credit_lives_at_least_seven_days_more() {
        let week = 7 * 86_400;
        for (old, new) in [(-1, week), (0, week), (week - 1, week), (week, week), (week + 1, week + 1)] {
            assert_eq!(return_expiry(at(NOW + old), at(NOW)), at(NOW + new));
        }
    }

    #[test]
    fn the_warning_begins_seven_days_before_and_counts_begun_days() {
        let day = 86_400;
        for (left, warning) in [
            (-1, None),
            (0, None),
            (1, Some(1)),
            (day, Some(1)),
            (day + 1, Some(2)),
            (6 * day + 1, Some(7)),
            (7 * day, Some(7)),
            (7 * day + 1, None),
            (30 * day, None),
        ] {
            assert_eq!(warning_days(at(NOW + left), at(NOW)), warning, "{left} seconds left");
        }
        assert_eq!(warning_days(Timestamp::MAX, Timestamp::MIN), None);
        assert_eq!(warning_days(Timestamp::MIN, Timestamp::MAX), None);
    }

    fn some_lots() -> impl Strategy<Value = Vec<Lot>> {
        let row = (0..20u32, prop_oneof![-3..4i64, -1000..1000i64]);
        prop::collection::vec(row, 0..12).prop_map(|rows| {
            rows.into_iter().zip(1..).map(|((remaining, expires_in), id)| lot(id, remaining, expires_in)).collect()
        })
    }

    /// Takes the credits out of the lots, failing where a lot has too few.
    fn apply(lots: &[Lot], spends: &[Spend]) -> Vec<Lot> {
        let mut after = lots.to_vec();
        for spend in spends {
            let lot = after.iter_mut().find(|lot| lot.id == spend.lot).unwrap();
            lot.remaining = lot.remaining.checked_sub(spend.count).unwrap();
        }
        after
    }

    fn total(lots: &[Lot]) -> u32 {
        lots.iter().map(|lot| lot.remaining).sum()
    }

    proptest! {
        #[test]
        fn credits_are_never_lost_never_made_and_no_lot_goes_below_zero(lots in some_lots(), count in 0..120u32) {
            let now = at(NOW);
            let before = balance(&lots, now);
            match spend(&lots, count, now) {
                Ok(spends) => {
                    let after = apply(&lots, &spends);
                    prop_assert_eq!(total(&after) + count, total(&lots));
                    prop_assert_eq!(balance(&after, now).available + count, before.available);
                    let mut returned = after;
                    for spend in &spends {
                        returned.iter_mut().find(|lot| lot.id == spend.lot).unwrap().remaining += spend.count;
                    }
                    prop_assert_eq!(returned, lots);
                }
                Err(_) => prop_assert!(before.available < count),
            }
        }

        #[test]
        fn only_live_lots_are_spent_and_the_soonest_are_emptied_first(lots in some_lots(), count in 1..120u32) {
            let Ok(spends) = spend(&lots, count, at(NOW)) else { return Ok(()) };
            let after = apply(&lots, &spends);
            for spend in &spends {
                let used = lots.iter().find(|lot| lot.id == spend.lot).unwrap();
                prop_assert!(spend.count > 0 && used.expires_at > at(NOW));
                for other in &after {
                    let sooner = (other.expires_at, other.id) < (used.expires_at, used.id);
                    prop_assert!(!(sooner && other.is_spendable(at(NOW))), "{other:?} was left over");
                }
            }
        }

        #[test]
        fn the_order_of_the_lots_does_not_matter(lots in some_lots().prop_shuffle(), count in 0..60u32) {
            let mut sorted = lots.clone();
            sorted.sort_unstable_by_key(|lot| lot.id);
            prop_assert_eq!(spend(&lots, count, at(NOW)), spend(&sorted, count, at(NOW)));
        }

        #[test]
        fn credits_spent_one_by_one_come_from_the_same_lots(lots in some_lots(), count in 0..60u32) {
            let Ok(at_once) = spend(&lots, count, at(NOW)) else { return Ok(()) };
            let one_by_one = (0..count).fold(lots.clone(), |left, _| apply(&left, &spend(&left, 1, at(NOW)).unwrap()));
            prop_assert_eq!(one_by_one, apply(&lots, &at_once));
        }

        #[test]
        fn a_return_never_shortens_a_credit(old in -10_000_000..10_000_000i64) {
            let expiry = return_expiry(at(NOW + old), at(NOW));
            prop_assert!(expiry >= at(NOW + old) && expiry >= at(NOW + 7 * 86_400));
        }
    }
}
