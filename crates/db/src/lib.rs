//! One SQL text on SQLite and PostgreSQL, over rusqlite and tokio-postgres.
//!
//! - [`Database::reader`] runs single statements that read; [`Database::transaction`] runs everything that writes.
//! - Parameters are written `$1`, `$2`, … on both databases, and rows are read by column name into structs that derive
//!   [`FromRow`].
//! - Every statement is prepared once per connection and kept.
//! - [`Error`] has the same kinds on both databases.
//!
//! Futures may be dropped at any time: a transaction that was not committed is rolled back before its connection is used
//! again.

// The derive macro names this crate by its path.
extern crate self as tala_db;

mod connection;
mod database;
mod error;
mod migrate;
mod options;
mod postgres;
mod row;
mod sqlite;
mod transaction;
mod value;

use std::time::Duration;

pub use connection::{Connection, Reader};
pub use database::Database;
pub use error::{Error, Retryable};
pub use migrate::Migration;
pub use options::{Backend, Options};
pub use row::{FromRow, RowReader};
pub use transaction::Transaction;
pub use value::{FromValue, Value, ValueRef};

/// How long a request waits for a connection before it fails with [`Error::Unavailable`].
pub const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(8);
