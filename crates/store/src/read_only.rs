//! A database as it is, for backups: read and copied, never changed, and never migrated.

use std::path::Path;

use tala_db::{Backend, Connection, Error, Reader};

use crate::migrations;

/// An existing database, opened on one connection for reading.
pub struct ReadOnlyDatabase(Reader);

impl ReadOnlyDatabase {
    /// Opens the database at a `sqlite:` or `postgres:` URL. A SQLite file must exist.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when there is no such database.
    pub async fn open(url: &str) -> Result<Self, Error> {
        Ok(Self(Reader::open(url).await?))
    }

    /// For queries on it.
    pub fn reader(&self) -> &Reader {
        &self.0
    }

    /// The schema steps in a history table, in order; none without such a table.
    ///
    /// # Errors
    /// Those of the statements.
    pub async fn steps(&self, history: &str) -> Result<Vec<String>, Error> {
        if !self.tables().await?.iter().any(|table| table == history) {
            return Ok(Vec::new());
        }
        self.names(&format!("SELECT name FROM {history} ORDER BY name")).await
    }

    /// All tables that are not the database's own, in all schemas.
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

    /// SQLite only: writes the database as it is at one instant into a new file, while others go on writing.
    ///
    /// # Errors
    /// As [`Reader::copy_to`].
    pub async fn copy_to(&self, file: &Path) -> Result<(), Error> {
        self.0.copy_to(file).await
    }

    /// SQLite only: the defects of the file; none if all is well.
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

/// The table that names the schema steps of a database.
pub const STEP_HISTORY: &str = migrations::HISTORY;

/// The schema steps that this program knows, in order.
pub fn known_steps() -> Vec<String> {
    migrations::NAMES_AND_TEXTS.iter().map(|(name, _)| (*name).to_owned()).collect()
}
