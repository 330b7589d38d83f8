//! The queries and rows of the marketplace, with one SQL text for SQLite and PostgreSQL (`tala-db`).
//!
//! Each area has its file of queries. Functions that read take any [`Connection`]: `store.read()` or a [`Transaction`].
//! Functions that write take the [`Transaction`]. State transitions are guarded updates: the statement names the
//! expected state, and the result says whether a row was changed.
//!
//! Functions that return a [`StoreError`] return that of the statement: [`StoreError::Unavailable`] without a
//! connection, [`StoreError::Decode`] for a stored value that cannot be read. Their documentation names other kinds
//! only.

mod database;
mod migrations;
mod read_only;
mod sql;

pub mod admins;
pub mod application_drafts;
pub mod audit;
pub mod availabilities;
pub mod bank_accounts;
pub mod bookings;
pub mod calendar_feeds;
pub mod counters;
pub mod coupons;
pub mod credits;
pub mod encrypted_columns;
pub mod failed_attempts;
pub mod guardian_invitations;
pub mod idempotency;
pub mod identity_links;
pub mod ledger;
pub mod ledger_checks;
pub mod master_key_checks;
pub mod orders;
pub mod outbox;
pub mod overview;
pub mod payments;
pub mod payouts;
pub mod people;
pub mod privacy;
pub mod provider_events;
pub mod referrals;
pub mod refunds;
pub mod slots;
pub mod student_notes;
pub mod students;
pub mod support;
pub mod teachers;
pub mod terms_acceptances;
pub mod waitlist;

pub use database::Store;
pub use read_only::{MIGRATIONS_TABLE, ReadOnlyDatabase, known_migrations};
pub use sql::keyset::{ByCreation, CappedCount, Direction, Position, SortColumn, SortKind, SortValue, SortedPage};
pub use tala_db::{Backend, Connection, Error as StoreError, Options, Retryable, Transaction};
