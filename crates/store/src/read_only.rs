//! Read-only access to a database for backups, without applying migrations.

use std::path::Path;

use tala_db::{Backend, Connection, Error, Reader};

use crate::migrations;

/// An existing database, opened on one connection for reading.
pub struct ReadOnlyDatabase(Reader);

impl ReadOnlyDatabase {
    /// Opens the database at a `sqlite:` or `postgres:` URL. A SQLite file must exist.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if there is no such database.
    pub async fn open(url: &str) -> Result<Self, Error> {
        Ok(Self(Reader::open(url).await?))
    }

    /// The connection, for queries.
    pub fn reader(&self) -> &Reader {
        &self.0
    }

    /// Lists the migrations in a migrations table, in order. Empty without such a table.
    ///
    /// # Errors
    /// Those of the statements.
    pub async fn applied_migrations(&self, table: &str) -> Result<Vec<String>, Error> {
        if !self.tables().await?.iter().any(|name| name == table) {
            return Ok(Vec::new());
        }
        self.names(&format!("SELECT name FROM {table} ORDER BY name")).await
    }

    /// Lists all tables except the database system's own, in all schemas.
    ///
    /// # Errors
    /// Those of the statement.
    pub async fn tables(&self) -> Result<Vec<String>, Error> {
        self.names(match self.0.backend() {
            Backend::Sqlite => {
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            }
            Backend::Postgres => {
                "SELECT CAST(tablename AS text) AS name FROM pg_catalog.pg_tables
                  WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1"
            }
        })
        .await
    }

    /// SQLite only: writes a snapshot of the database to a new file, while others write.
    ///
    /// # Errors
    /// Those of [`Reader::copy_to`].
    pub async fn copy_to(&self, file: &Path) -> Result<(), Error> {
        self.0.copy_to(file).await
    }

    /// SQLite only: lists defects of the file. Empty if there are none.
    ///
    /// # Errors
    /// Those of the statements.
    pub async fn list_defects(&self) -> Result<Vec<String>, Error> {
        let mut defects = self.names("SELECT integrity_check AS name FROM pragma_integrity_check").await?;
        defects.retain(|line| line != "ok");
        let orphans =
            r#"SELECT "table" || ' refers to a missing row of ' || "parent" AS name FROM pragma_foreign_key_check"#;
        defects.extend(self.names(orphans).await?);
        Ok(defects)
    }

    /// Closes the connection.
    pub fn close(self) {
        self.0.close();
    }

    async fn names(&self, sql: &str) -> Result<Vec<String>, Error> {
        Ok(self.0.query::<(String,)>(sql, &[]).await?.into_iter().map(|(name,)| name).collect())
    }
}

/// The table of applied migrations.
pub const MIGRATIONS_TABLE: &str = migrations::MIGRATIONS_TABLE;

/// The names of the migrations that this version contains, in order.
pub fn known_migrations() -> Vec<String> {
    migrations::MIGRATIONS.iter().map(|(name, _)| (*name).to_owned()).collect()
}
