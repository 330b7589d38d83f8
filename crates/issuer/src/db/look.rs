//! Looking at a database that may be somebody else's.

use std::time::Duration;

use sea_orm::{ConnectOptions, Database};
use sea_orm_migration::SchemaManager;

use crate::error::IssuerError;
use crate::ports::IssuerDb;

impl IssuerDb {
    /// Opens a database that is there at a `sqlite:` or `postgres:` URL, on one connection, without making or changing
    /// anything in it. Both handles are for reading.
    ///
    /// # Errors
    /// When there is no such database, or it cannot be reached.
    pub async fn open_to_look(url: &str) -> Result<Self, IssuerError> {
        let mut options = ConnectOptions::new(url);
        options.max_connections(1).sqlx_logging(false).acquire_timeout(Duration::from_secs(8));
        options.map_sqlx_sqlite_opts(|sqlite| sqlite.read_only(true).busy_timeout(Duration::from_secs(10)));
        let reader = Database::connect(options).await?;
        Ok(Self { writer: reader.clone(), reader })
    }

    /// Whether the database has a table of this name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_table(&self, name: &str) -> Result<bool, IssuerError> {
        Ok(SchemaManager::new(&self.reader).has_table(name).await?)
    }
}
