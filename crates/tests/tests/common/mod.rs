//! Shared by the tests of several features.

pub(crate) mod payments;
pub(crate) mod teaching;
