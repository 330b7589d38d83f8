//! Tests of the sandbox over HTTP: API, checkout, webhooks and control commands.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod authentication;
mod checkout;
mod control;
mod faults;
mod orders;
mod payments;
mod payouts;
mod refunds;
mod signatures;
mod state_file;
mod test_sandbox;
mod timers;
mod webhooks;
