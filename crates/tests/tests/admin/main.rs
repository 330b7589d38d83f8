//! The admin API: access, and administrators' tasks, each test on both databases. The files have the names of the
//! features in `crates/app/src/admin`.

mod accounts;
mod approvals;
mod audit_log;
mod bookings;
mod cockpit;
mod coupons;
mod credits;
mod ledger_check;
mod lists;
mod messages;
mod orders;
mod outbox;
mod payouts;
mod people;
mod query_plans;
mod short_lists;
mod suspension;
mod undo_decisions;
mod waitlist;
