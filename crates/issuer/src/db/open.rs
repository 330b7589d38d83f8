//! Opening the issuer's own connections, for programs that do not share theirs.

use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{ConnectOptions, Database};

use crate::error::IssuerError;
use crate::ports::IssuerDb;

const READERS: u32 = 4;

impl IssuerDb {
    /// Opens a database at a `sqlite:` or `postgres:` URL: on SQLite one writing connection and a few readers, on
    /// PostgreSQL one small pool.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn open(url: &str) -> Result<Self, IssuerError> {
        let mut options = ConnectOptions::new(url);
        options.sqlx_logging(false).test_before_acquire(false).acquire_timeout(Duration::from_secs(8));
        if !url.starts_with("sqlite:") {
            options.max_connections(READERS);
            let pool = Database::connect(options).await?;
            return Ok(Self { writer: pool.clone(), reader: pool });
        }
        options.map_sqlx_sqlite_opts(|sqlite| {
            sqlite
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(Duration::from_secs(10))
        });
        let mut writing = options.clone();
        writing.max_connections(1);
        let writer = Database::connect(writing).await?;
        options.max_connections(READERS);
        let reader = Database::connect(options).await?;
        Ok(Self { writer, reader })
    }
}
