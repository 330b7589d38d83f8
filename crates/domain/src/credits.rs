//! Class credits: lots with an expiry, debited soonest-expiring first (D17, D18).

use crate::error::ErrorCode;
use crate::ids::LotId;
use crate::money::{Currency, Money};
use crate::time::{SignedDuration, Timestamp, saturating_add};

/// The expiry warning appears when this many days or fewer remain (SPEC §9).
pub const WARNING_DAYS: i64 = 7;
/// A restored credit is valid for at least this many days more (D17).
pub const RESTORE_GRACE_DAYS: i64 = 7;

const DAY_HOURS: i64 = 24;

/// A credit lot with its remaining credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lot {
    /// The id of the lot.
    pub id: LotId,
    /// Credits not yet spent.
    pub remaining: u32,
    /// The first instant at which the credits can no longer be spent.
    pub expires_at: Timestamp,
}

impl Lot {
    fn is_spendable(&self, now: Timestamp) -> bool {
        self.remaining > 0 && self.expires_at > now
    }
}

/// A debit from one lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Debit {
    /// The lot to debit.
    pub lot: LotId,
    /// The number of credits, at least 1.
    pub count: u32,
}

/// What a student can spend now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Unexpired credits.
    pub available: u32,
    /// The soonest expiry among lots with unexpired credits.
    pub next_expiry: Option<Timestamp>,
}

/// Why credits cannot be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum CreditError {
    /// There are fewer unexpired credits than the class costs.
    #[error("not enough credits")]
    Insufficient,
    /// There are enough unexpired credits, but not in one currency.
    #[error("not enough credits in one currency")]
    MixedCurrencies,
    /// All unspent credits have expired.
    #[error("credits have expired")]
    Expired,
}

impl CreditError {
    /// Returns the stable error code.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Insufficient | Self::MixedCurrencies => ErrorCode::InsufficientCredits,
            Self::Expired => ErrorCode::CreditsExpired,
        }
    }
}

/// Selects the lots to debit: soonest-expiring first, equal expiries by id (D17).
///
/// # Errors
/// [`CreditError::Expired`] when all unspent credits have expired, otherwise [`CreditError::Insufficient`].
pub fn select_debits(lots: &[Lot], count: u32, now: Timestamp) -> Result<Vec<Debit>, CreditError> {
    let mut spendable: Vec<&Lot> = lots.iter().filter(|lot| lot.is_spendable(now)).collect();
    spendable.sort_unstable_by_key(|lot| (lot.expires_at, lot.id));
    let mut missing = count;
    let mut debits = Vec::new();
    for lot in &spendable {
        let debited = missing.min(lot.remaining);
        if debited == 0 {
            break;
        }
        missing -= debited;
        debits.push(Debit { lot: lot.id, count: debited });
    }
    let all_expired = spendable.is_empty() && lots.iter().any(|lot| lot.remaining > 0);
    match missing {
        0 => Ok(debits),
        _ if all_expired => Err(CreditError::Expired),
        _ => Err(CreditError::Insufficient),
    }
}

/// Selects the lots to debit for one class, all of one currency, because the value of a class has one currency (D19, D22).
/// The currency is that of the soonest-expiring lot if it has enough credits, otherwise the next one that has.
///
/// # Errors
/// Those of [`select_debits`], and [`CreditError::MixedCurrencies`] when no single currency has enough credits.
pub fn select_debits_in_one_currency(
    lots: &[(Currency, Lot)],
    count: u32,
    now: Timestamp,
) -> Result<Vec<Debit>, CreditError> {
    let all: Vec<Lot> = lots.iter().map(|(_, lot)| *lot).collect();
    let in_any_currency = select_debits(&all, count, now)?;
    let mut spendable: Vec<&(Currency, Lot)> = lots.iter().filter(|(_, lot)| lot.is_spendable(now)).collect();
    spendable.sort_unstable_by_key(|(_, lot)| (lot.expires_at, lot.id));
    let in_one_currency = spendable.iter().find_map(|(candidate, _)| {
        let same: Vec<Lot> = lots.iter().filter(|(currency, _)| currency == candidate).map(|(_, lot)| *lot).collect();
        select_debits(&same, count, now).ok()
    });
    in_one_currency
        .or_else(|| in_any_currency.is_empty().then_some(in_any_currency))
        .ok_or(CreditError::MixedCurrencies)
}

/// Returns the balance of a student with one teacher (SPEC `classCredits`, `classCreditsExpiry`; D17).
pub fn balance(lots: &[Lot], now: Timestamp) -> Balance {
    let spendable = || lots.iter().filter(|lot| lot.is_spendable(now));
    Balance {
        available: spendable().fold(0, |sum, lot| sum.saturating_add(lot.remaining)),
        next_expiry: spendable().map(|lot| lot.expires_at).min(),
    }
}

/// Returns the total purchase value of debits, given as count and price for each lot. `None` for an empty list, for
/// different currencies, and on overflow (D17, D22).
pub fn total_value(debits: impl IntoIterator<Item = (u32, Money)>) -> Option<Money> {
    debits.into_iter().map(|(count, price)| (i64::from(count), price)).try_fold(
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

/// Returns the expiry of a restored credit: the old one, or 7 days from now if that is later (D17).
pub fn restored_expiry(old: Timestamp, now: Timestamp) -> Timestamp {
    old.max(saturating_add(now, SignedDuration::from_hours(DAY_HOURS * RESTORE_GRACE_DAYS)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[test]
    fn total_value_is_none_for_mixed_currencies() {
        use crate::money::Currency::{Inr, Usd};
        let (rupees, dollars) = (Money::new(99_900, Inr), Money::new(2_499, Usd));
        assert_eq!(total_value([(2, rupees), (1, Money::new(50_000, Inr))]), Some(Money::new(249_800, Inr)));
        assert_eq!(total_value([(1, dollars)]), Some(dollars));
        assert_eq!(total_value([(1, rupees), (1, dollars)]), None);
        assert_eq!(total_value([]), None);
        assert_eq!(total_value([(2, Money::new(i64::MAX, Inr))]), None);
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

    fn debits(lots: &[Lot], count: u32) -> Result<Vec<(u128, u32)>, CreditError> {
        let debits = select_debits(lots, count, at(NOW))?;
        Ok(debits.into_iter().map(|debit| (debit.lot.0.as_u128(), debit.count)).collect())
    }

    #[test]
    fn lot_that_expires_first_is_debited_first() {
        let lots = [lot(1, 5, 300), lot(2, 2, 100), lot(3, 1, 200)];
        assert_eq!(debits(&lots, 1), Ok(vec![(2, 1)]));
        assert_eq!(debits(&lots, 3), Ok(vec![(2, 2), (3, 1)]));
        assert_eq!(debits(&lots, 8), Ok(vec![(2, 2), (3, 1), (1, 5)]));
        assert_eq!(debits(&lots, 0), Ok(vec![]));
    }

    #[test]
    fn debits_for_a_class_have_one_currency() {
        use Currency::{Inr, Usd};
        let debits = |lots: &[(Currency, Lot)], count| {
            let debits = select_debits_in_one_currency(lots, count, at(NOW))?;
            Ok(debits.into_iter().map(|debit| (debit.lot.0.as_u128(), debit.count)).collect::<Vec<_>>())
        };
        let lots = [(Inr, lot(1, 1, 100)), (Usd, lot(2, 1, 200)), (Usd, lot(3, 2, 300)), (Inr, lot(4, 9, -5))];
        assert_eq!(debits(&lots, 0), Ok(vec![]));
        assert_eq!(debits(&lots, 1), Ok(vec![(1, 1)]), "the currency of the soonest expiry");
        assert_eq!(debits(&lots, 2), Ok(vec![(2, 1), (3, 1)]), "not enough rupee credits");
        assert_eq!(debits(&lots, 4), Err(CreditError::MixedCurrencies));
        assert_eq!(debits(&lots, 5), Err(CreditError::Insufficient));
        assert_eq!(debits(&lots[3..], 1), Err(CreditError::Expired));
        assert_eq!(CreditError::MixedCurrencies.code(), ErrorCode::InsufficientCredits);
    }

    #[test]
    fn equal_expiries_are_debited_by_id() {
        assert_eq!(debits(&[lot(9, 1, 100), lot(4, 1, 100), lot(7, 1, 100)], 2), Ok(vec![(4, 1), (7, 1)]));
    }

    #[test]
    fn lot_cannot_be_debited_from_the_instant_of_its_expiry() {
        assert_eq!(debits(&[lot(1, 1, 1)], 1), Ok(vec![(1, 1)]));
        assert_eq!(debits(&[lot(1, 1, 0)], 1), Err(CreditError::Expired));
        assert_eq!(debits(&[lot(1, 1, -1)], 1), Err(CreditError::Expired));
        assert_eq!(debits(&[lot(1, 1, -1), lot(2, 1, 5)], 1), Ok(vec![(2, 1)]));
    }

    #[test]
    fn insufficient_and_expired_credits_have_different_errors() {
        assert_eq!(debits(&[], 1), Err(CreditError::Insufficient));
        assert_eq!(
            debits(&[lot(1, 0, -5)], 1),
            Err(CreditError::Insufficient),
            "an empty lot does not count as expired"
        );
        assert_eq!(debits(&[lot(1, 1, 5)], 2), Err(CreditError::Insufficient));
        assert_eq!(debits(&[lot(1, 1, 5), lot(2, 9, -5)], 2), Err(CreditError::Insufficient));
        assert_eq!(CreditError::Insufficient.code(), ErrorCode::InsufficientCredits);
        assert_eq!(CreditError::Expired.code(), ErrorCode::CreditsExpired);
    }

    #[test]
    fn balance_counts_unexpired_credits_and_returns_soonest_expiry() {
        let lots = [lot(1, 3, 300), lot(2, 0, 50), lot(3, 2, 100), lot(4, 9, 0)];
        assert_eq!(balance(&lots, at(NOW)), Balance { available: 5, next_expiry: Some(at(NOW + 100)) });
        assert_eq!(balance(&lots[3..], at(NOW)), Balance::default());
        assert_eq!(balance(&[lot(1, u32::MAX, 5), lot(2, u32::MAX, 5)], at(NOW)).available, u32::MAX);
    }

    #[test]
    fn restored_credit_is_valid_for_at_least_seven_days() {
        let week = 7 * 86_400;
        for (old, new) in [(-1, week), (0, week), (week - 1, week), (week, week), (week + 1, week + 1)] {
            assert_eq!(restored_expiry(at(NOW + old), at(NOW)), at(NOW + new));
        }
    }

    fn some_lots() -> impl Strategy<Value = Vec<Lot>> {
        let row = (0..20u32, prop_oneof![-3..4i64, -1000..1000i64]);
        prop::collection::vec(row, 0..12).prop_map(|rows| {
            rows.into_iter().zip(1..).map(|((remaining, expires_in), id)| lot(id, remaining, expires_in)).collect()
        })
    }

    /// Applies the debits to the lots; panics when a lot has too few credits.
    fn apply(lots: &[Lot], debits: &[Debit]) -> Vec<Lot> {
        let mut after = lots.to_vec();
        for debit in debits {
            let lot = after.iter_mut().find(|lot| lot.id == debit.lot).unwrap();
            lot.remaining = lot.remaining.checked_sub(debit.count).unwrap();
        }
        after
    }

    fn total(lots: &[Lot]) -> u32 {
        lots.iter().map(|lot| lot.remaining).sum()
    }

    proptest! {
        #[test]
        fn debits_conserve_credits_and_never_overdraw_a_lot(lots in some_lots(), count in 0..120u32) {
            let now = at(NOW);
            let before = balance(&lots, now);
            match select_debits(&lots, count, now) {
                Ok(debits) => {
                    let after = apply(&lots, &debits);
                    prop_assert_eq!(total(&after) + count, total(&lots));
                    prop_assert_eq!(balance(&after, now).available + count, before.available);
                    let mut restored = after;
                    for debit in &debits {
                        restored.iter_mut().find(|lot| lot.id == debit.lot).unwrap().remaining += debit.count;
                    }
                    prop_assert_eq!(restored, lots);
                }
                Err(_) => prop_assert!(before.available < count),
            }
        }

        #[test]
        fn only_unexpired_lots_are_debited_soonest_expiry_first(lots in some_lots(), count in 1..120u32) {
            let Ok(debits) = select_debits(&lots, count, at(NOW)) else { return Ok(()) };
            let after = apply(&lots, &debits);
            for debit in &debits {
                let debited = lots.iter().find(|lot| lot.id == debit.lot).unwrap();
                prop_assert!(debit.count > 0 && debited.expires_at > at(NOW));
                for other in &after {
                    let sooner = (other.expires_at, other.id) < (debited.expires_at, debited.id);
                    prop_assert!(!(sooner && other.is_spendable(at(NOW))), "{other:?} was left over");
                }
            }
        }

        #[test]
        fn debits_do_not_depend_on_the_order_of_lots(lots in some_lots().prop_shuffle(), count in 0..60u32) {
            let mut sorted = lots.clone();
            sorted.sort_unstable_by_key(|lot| lot.id);
            prop_assert_eq!(select_debits(&lots, count, at(NOW)), select_debits(&sorted, count, at(NOW)));
        }

        #[test]
        fn single_debits_use_the_same_lots_as_one_debit(lots in some_lots(), count in 0..60u32) {
            let Ok(debits) = select_debits(&lots, count, at(NOW)) else { return Ok(()) };
            let single = (0..count).fold(lots.clone(), |left, _| apply(&left, &select_debits(&left, 1, at(NOW)).unwrap()));
            prop_assert_eq!(single, apply(&lots, &debits));
        }

        #[test]
        fn restoring_never_shortens_validity(old in -10_000_000..10_000_000i64) {
            let expiry = restored_expiry(at(NOW + old), at(NOW));
            prop_assert!(expiry >= at(NOW + old) && expiry >= at(NOW + 7 * 86_400));
        }
    }
}
