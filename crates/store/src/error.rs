//! Database errors, sorted by what the caller can do about them, the same on both engines.

use sea_orm::{DbErr, RuntimeErr, sqlx};

/// What a statement ran into.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique index or primary key said no.
    #[error("unique constraint: {0}")]
    Unique(String),
    /// A CHECK said no.
    #[error("check constraint: {0}")]
    Check(String),
    /// A foreign key said no.
    #[error("foreign key: {0}")]
    ForeignKey(String),
    /// A deadlock, a serialization failure or a busy file: the whole transaction may be tried again.
    #[error("try again: {0}")]
    Retry(String),
    /// The database cannot be reached, or no connection came free in time.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// A stored value that the program cannot read: a defect or damage.
    #[error("unreadable row: {0}")]
    Corrupt(String),
    /// Anything else: a defect.
    #[error("database error: {0}")]
    Other(String),
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        let text = error.to_string();
        match &error {
            DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => Self::Unavailable(text),
            DbErr::Exec(RuntimeErr::SqlxError(inner)) | DbErr::Query(RuntimeErr::SqlxError(inner)) => {
                match inner.as_ref() {
                    sqlx::Error::Database(database) => from_driver(database.as_ref(), text),
                    sqlx::Error::Io(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed => Self::Unavailable(text),
                    sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Corrupt(text),
                    _ => Self::Other(text),
                }
            }
            DbErr::Type(_) | DbErr::TryIntoErr { .. } => Self::Corrupt(text),
            _ => Self::Other(text),
        }
    }
}

fn from_driver(database: &dyn sqlx::error::DatabaseError, text: String) -> StoreError {
    use sqlx::error::ErrorKind;
    match database.kind() {
        ErrorKind::UniqueViolation => return StoreError::Unique(text),
        ErrorKind::CheckViolation => return StoreError::Check(text),
        ErrorKind::ForeignKeyViolation => return StoreError::ForeignKey(text),
        _ => {}
    }
    // PostgreSQL: serialization failure, deadlock, lock timeout. SQLite: BUSY and LOCKED with their extended forms.
    match database.code().as_deref() {
        Some("40001" | "40P01" | "55P03" | "5" | "6" | "261" | "262" | "517" | "773") => StoreError::Retry(text),
        Some(code) if is_out_of_order(code) => StoreError::Unavailable(text),
        _ => StoreError::Other(text),
    }
}

/// Whether a code says that the machine under the database is at its end, and not that a statement is wrong. PostgreSQL:
/// connection (08), no room (53, a full disk too), shutting down (57P0x), I/O (58030), only to be read since another has taken
/// over (25006). SQLite: I/O, FULL, CANTOPEN, READONLY, whatever stands in their upper bits.
fn is_out_of_order(code: &str) -> bool {
    if code.len() == 5 {
        return matches!(code, "57P01" | "57P02" | "57P03" | "58030" | "25006")
            || matches!(code.get(..2), Some("08" | "53"));
    }
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 8 | 10 | 13 | 14))
}

#[cfg(test)]
mod tests {
    use super::is_out_of_order;

    #[test]
    fn a_machine_at_its_end_is_told_from_a_wrong_statement() {
        for code in ["13", "10", "778", "8458", "14", "8", "1032", "53100", "53300", "08006", "57P01", "58030", "25006"]
        {
            assert!(is_out_of_order(code), "{code}");
        }
        for code in ["1", "19", "2067", "1555", "42601", "23505", "22P02", "25P02", ""] {
            assert!(!is_out_of_order(code), "{code}");
        }
    }
}
