//! The issuer's tables (`issuer_…`), with the same SQL on SQLite and PostgreSQL.
//!
//! State changes are guarded updates: one statement whose `WHERE` clause names the expected state. One affected row means
//! success; zero mean that a concurrent request was faster. No query relies on row locks or isolation levels.

pub(crate) mod accounts;
pub(crate) mod authorization_codes;
pub(crate) mod challenges;
pub(crate) mod cleanup;
pub(crate) mod delete_account;
pub(crate) mod migrations;
pub(crate) mod pending_authorizations;
pub(crate) mod rate_limits;
pub(crate) mod refresh_tokens;
pub(crate) mod sessions;
pub(crate) mod signing_keys;
pub(crate) mod token_families;

use jiff::{SignedDuration, Timestamp};

/// An instant as stored in the database: microseconds since the Unix epoch.
pub(crate) fn micros(instant: Timestamp) -> i64 {
    instant.as_microsecond()
}

pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const HOUR: i64 = 60 * MINUTE;
pub(crate) const DAY: i64 = 24 * HOUR;

/// Converts microseconds to whole seconds, as used in token claims.
pub(crate) fn seconds(micros: i64) -> i64 {
    SignedDuration::from_micros(micros).as_secs()
}
