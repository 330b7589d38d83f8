//! What happens to orders, payments and refunds, whoever causes it.

pub(crate) mod capture;
pub(crate) mod failures;
pub(crate) mod payments;
pub(crate) mod payouts;
pub(crate) mod refunds;
pub(crate) mod time;
