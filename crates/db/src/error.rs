//! Database errors, classified by what the caller can do about them, the same on both databases.

use rusqlite::ffi;
use tokio_postgres::error::{DbError, SqlState};

/// Why a statement or a transaction failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A unique index or primary key refused the row. PostgreSQL gives the constraint's name, SQLite the columns.
    #[error("unique violation: {0}")]
    UniqueViolation(String),
    /// A CHECK constraint refused the row; holds the constraint's name.
    #[error("check violation: {0}")]
    CheckViolation(String),
    /// A foreign key refused the row. PostgreSQL gives the constraint's name, SQLite nothing.
    #[error("foreign key violation: {0}")]
    ForeignKeyViolation(String),
    /// A serialization failure, a deadlock, a lock timeout, or a race that the caller has lost: the whole transaction may
    /// be run again.
    #[error("serialization failure: {0}")]
    Serialization(String),
    /// The database cannot be reached, or no connection became free in time.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The database accepts no writes: a standby, a full disk, or a file without write permission.
    #[error("database cannot be written: {0}")]
    NotWritable(String),
    /// A value in a row has another type or form than the program expects.
    #[error("cannot decode row: {0}")]
    Decode(String),
    /// Anything else: a defect.
    #[error("database error: {0}")]
    Other(String),
}

/// Errors that know whether the transaction that failed with them may be run again.
pub trait Retryable {
    /// True for [`Error::Serialization`].
    fn is_retryable(&self) -> bool;
}

impl Retryable for Error {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Serialization(_))
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        let rusqlite::Error::SqliteFailure(failure, _) = &error else {
            return Self::Other(text);
        };
        // "UNIQUE constraint failed: slots.teacher_id, slots.starts_at": what follows the colon is what failed.
        let subject = || text.split_once(": ").map_or_else(|| text.clone(), |(_, subject)| subject.to_owned());
        match failure.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
                return Self::UniqueViolation(subject());
            }
            ffi::SQLITE_CONSTRAINT_CHECK => return Self::CheckViolation(subject()),
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => return Self::ForeignKeyViolation(String::new()),
            _ => {}
        }
        match failure.code {
            ffi::ErrorCode::DatabaseBusy | ffi::ErrorCode::DatabaseLocked => Self::Serialization(text),
            ffi::ErrorCode::ReadOnly | ffi::ErrorCode::DiskFull => Self::NotWritable(text),
            ffi::ErrorCode::SystemIoFailure | ffi::ErrorCode::CannotOpen => Self::Unavailable(text),
            _ => Self::Other(text),
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.as_db_error() {
            Some(refusal) => from_server(refusal),
            // Broken connections, and servers that cannot be reached.
            None if error.is_closed() || is_io(&error) => Self::Unavailable(chain(&error)),
            None => Self::Other(chain(&error)),
        }
    }
}

fn from_server(refusal: &DbError) -> Error {
    let text = refusal.to_string();
    let constraint = || refusal.constraint().unwrap_or_default().to_owned();
    match refusal.code() {
        &SqlState::UNIQUE_VIOLATION => Error::UniqueViolation(constraint()),
        &SqlState::CHECK_VIOLATION => Error::CheckViolation(constraint()),
        &SqlState::FOREIGN_KEY_VIOLATION => Error::ForeignKeyViolation(constraint()),
        &SqlState::T_R_SERIALIZATION_FAILURE | &SqlState::T_R_DEADLOCK_DETECTED | &SqlState::LOCK_NOT_AVAILABLE => {
            Error::Serialization(text)
        }
        &SqlState::READ_ONLY_SQL_TRANSACTION | &SqlState::DISK_FULL => Error::NotWritable(text),
        code if is_outage(code.code()) => Error::Unavailable(text),
        _ => Error::Other(text),
    }
}

/// Connection exceptions (class 08), insufficient resources (53), the server shutting down or starting (57P0x), system
/// errors (58). <https://www.postgresql.org/docs/current/errcodes-appendix.html>
fn is_outage(code: &str) -> bool {
    matches!(code, "57P01" | "57P02" | "57P03") || matches!(code.get(..2), Some("08" | "53" | "58"))
}

fn is_io(error: &tokio_postgres::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if cause.is::<std::io::Error>() {
            return true;
        }
        source = cause.source();
    }
    // `connect` gives its timeouts no type of their own.
    let text = error.to_string();
    text.starts_with("error connecting") || text.starts_with("timeout")
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_of_postgresql_are_unavailable() {
        for code in ["08006", "53100", "53300", "57P01", "57P02", "57P03", "58030"] {
            assert!(is_outage(code), "{code}");
        }
        for code in ["42601", "23505", "22P02", "25P02", "57014", ""] {
            assert!(!is_outage(code), "{code}");
        }
    }

    #[test]
    fn codes_of_sqlite_have_kinds() {
        let kind = |code| Error::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_READONLY, ffi::SQLITE_READONLY_DIRECTORY] {
            assert!(matches!(kind(code), Error::NotWritable(_)), "{code}");
        }
        for code in [ffi::SQLITE_IOERR, ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_CANTOPEN] {
            assert!(matches!(kind(code), Error::Unavailable(_)), "{code}");
        }
        for code in [ffi::SQLITE_BUSY, ffi::SQLITE_BUSY_SNAPSHOT, ffi::SQLITE_LOCKED] {
            assert!(matches!(kind(code), Error::Serialization(_)), "{code}");
        }
        for code in [ffi::SQLITE_ERROR, ffi::SQLITE_CONSTRAINT_NOTNULL, ffi::SQLITE_CONSTRAINT_TRIGGER] {
            assert!(matches!(kind(code), Error::Other(_)), "{code}");
        }
    }
}
