//! The issuer's tables (`issuer_…`), the same on SQLite and PostgreSQL.
//!
//! State changes are guarded updates: one statement that names the state it expects. One changed row means success, none
//! means that another request was first. Nothing relies on row locks or isolation levels.

pub(crate) mod accounts;
pub(crate) mod challenges;
pub(crate) mod cleanup;
pub(crate) mod codes;
pub(crate) mod families;
pub(crate) mod forget;
pub(crate) mod keys;
pub(crate) mod limits;
pub(crate) mod migrations;
pub(crate) mod requests;
pub(crate) mod sessions;

use jiff::{SignedDuration, Timestamp};

/// An instant as stored: UTC microseconds.
pub(crate) fn micros(instant: Timestamp) -> i64 {
    instant.as_microsecond()
}

pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const HOUR: i64 = 60 * MINUTE;
pub(crate) const DAY: i64 = 24 * HOUR;

/// Whole seconds since 1970, as tokens state times.
pub(crate) fn seconds(micros: i64) -> i64 {
    SignedDuration::from_micros(micros).as_secs()
}
