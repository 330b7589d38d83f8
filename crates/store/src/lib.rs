//! The queries and rows of the marketplace, with one SQL text on SQLite and PostgreSQL (`tala-db`).
//!
//! One file of queries for each area. A function that reads takes any [`Connection`]: `store.read()`, or the
//! [`Transaction`] it belongs to. A function that writes takes the [`Transaction`]. State changes are guarded updates: the
//! statement names the state it expects, and the caller learns whether it changed a row (storage rule 2).

mod database;
mod migrations;
mod read_only;
mod sql;

pub mod admins;
pub mod audit;
pub mod availabilities;
pub mod bank_accounts;
pub mod bookings;
pub mod counters;
pub mod coupons;
pub mod credits;
pub mod drafts;
pub mod feeds;
pub mod idempotency;
pub mod ledger;
pub mod ledger_checks;
pub mod notes;
pub mod orders;
pub mod outbox;
pub mod overview;
pub mod payments;
pub mod payouts;
pub mod people;
pub mod privacy;
pub mod referrals;
pub mod refunds;
pub mod refusals;
pub mod sealed;
pub mod slots;
pub mod students;
pub mod support;
pub mod teachers;
pub mod waitlist;

pub use database::Store;
pub use read_only::{ReadOnlyDatabase, STEP_HISTORY, known_steps};
pub use tala_db::{Backend, Connection, Error as StoreError, Options, Retryable, Transaction};
