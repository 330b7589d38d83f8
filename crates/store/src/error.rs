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
        Some("57P01" | "57P02" | "57P03" | "53300") => StoreError::Unavailable(text),
        _ => StoreError::Other(text),
    }
}
