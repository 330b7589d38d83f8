//! Shared by the tests of several features.

pub(crate) mod partial_refunds;
pub(crate) mod payments;
pub(crate) mod teaching;
