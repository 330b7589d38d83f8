//! The sandbox from outside: over HTTP as a shop and a browser meet it, and as its operator.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may stop at any surprise")]

mod access;
mod checkout;
mod faults;
mod late;
mod operator;
mod orders;
mod payments;
mod payouts;
mod refunds;
mod restart;
mod signatures;
mod webhooks;
mod world;
