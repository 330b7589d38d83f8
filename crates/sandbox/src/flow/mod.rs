//! State transitions of payments, refunds and payouts.

pub(crate) mod capture;
pub(crate) mod failures;
pub(crate) mod payments;
pub(crate) mod payouts;
pub(crate) mod refunds;
pub(crate) mod timers;
