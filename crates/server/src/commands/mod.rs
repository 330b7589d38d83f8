//! The subcommands of `tala`, one file for each group.

pub(crate) mod admin;
pub(crate) mod backup;
pub(crate) mod coupon;
pub(crate) mod credits;
pub(crate) mod demo;
pub(crate) mod keys;
pub(crate) mod ledger;
pub(crate) mod payout;
pub(crate) mod sandbox;
pub(crate) mod teacher;
