//! Class credits: lots with an expiry each, used up soonest-expiring first (D17, D18).

use crate::error::ErrorCode;
use crate::ids::LotId;
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
    /// None is alive, but some have expired unused.
    #[error("the credits have expired")]
    Expired,
}

impl CreditError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Insufficient => ErrorCode::InsufficientCredits,
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

/// What a student can spend now with one teacher (SPEC `classCredits`, `classCreditsExpiry`; D17).
pub fn balance(lots: &[Lot], now: Timestamp) -> Balance {
    let alive = || lots.iter().filter(|lot| lot.is_spendable(now));
    Balance {
        available: alive().fold(0, |sum, lot| sum.saturating_add(lot.remaining)),
        next_expiry: alive().map(|lot| lot.expires_at).min(),
    }
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
