//! A database as it stands, for copies of it: looked at and copied, never changed and never brought up to date.

use std::path::Path;
use std::time::Duration;

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, FromQueryResult, Statement};
use sea_orm_migration::MigratorTrait;

use super::options;
use crate::error::StoreError;
use crate::migrations::Migrator;

/// A database that is there, opened on one connection, for reading.
#[derive(Debug)]
pub struct Untouched(DatabaseConnection);

#[derive(FromQueryResult)]
struct Named {
    name: String,
}

impl Untouched {
    /// Opens the database at a `sqlite:` or `postgres:` URL as it is. A SQLite file must be there.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let mut options = options(url, 1);
        options.map_sqlx_sqlite_opts(|sqlite| sqlite.read_only(true).busy_timeout(Duration::from_secs(10)));
        Ok(Self(Database::connect(options).await?))
    }

    /// The schema steps that this table says were made, in order; none without such a table.
    pub async fn steps(&self, history: &'static str) -> Result<Vec<String>, StoreError> {
        if !self.tables().await?.iter().any(|table| table == history) {
            return Ok(Vec::new());
        }
        self.names(&format!("SELECT version AS name FROM {history} ORDER BY version")).await
    }

    /// The tables of people's making, in all schemas.
    pub async fn tables(&self) -> Result<Vec<String>, StoreError> {
        self.names(match self.0.get_database_backend() {
            DbBackend::Sqlite => {
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
            }
            _ => {
                "SELECT CAST(tablename AS text) AS name FROM pg_catalog.pg_tables
                  WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1"
            }
        })
        .await
    }

    /// SQLite alone: writes the database as it is at one instant into a new file, while others go on writing.
    pub async fn copy_to(&self, file: &Path) -> Result<(), StoreError> {
        let file = file.to_str().ok_or_else(|| StoreError::Other("the path is not UTF-8".to_owned()))?;
        self.0.execute_raw(Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO $1", [file.into()])).await?;
        Ok(())
    }

    /// SQLite alone: what is wrong with the file; nothing, if all is well.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let mut said = self.names("SELECT integrity_check AS name FROM pragma_integrity_check").await?;
        said.retain(|line| line != "ok");
        let orphans =
            r#"SELECT "table" || ' refers to a missing row of ' || "parent" AS name FROM pragma_foreign_key_check"#;
        said.extend(self.names(orphans).await?);
        Ok(said)
    }

    /// Closes the connection.
    pub async fn close(self) -> Result<(), StoreError> {
        Ok(self.0.close().await?)
    }

    async fn names(&self, sql: &str) -> Result<Vec<String>, StoreError> {
        let statement = Statement::from_string(self.0.get_database_backend(), sql);
        let rows = Named::find_by_statement(statement).all(&self.0).await?;
        Ok(rows.into_iter().map(|row| row.name).collect())
    }
}

/// The table that says which steps a database of ours has.
pub const STEP_HISTORY: &str = "seaql_migrations";

/// The schema steps that this program knows, in order.
pub fn known_steps() -> Vec<String> {
    Migrator::migrations().iter().map(|step| step.name().to_owned()).collect()
}
