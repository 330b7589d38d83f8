//! A temporary database, and plain statements on it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use tempfile::TempDir;
use tokio_postgres::types::FromSqlOwned;
use tokio_postgres::{Client, NoTls};

const ENVIRONMENT: &str = "TALA_TEST_POSTGRES";

/// A database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// A SQLite file.
    Sqlite,
    /// The PostgreSQL server of `scripts/with-postgres`.
    Postgres,
}

/// A temporary database. [`TempDatabase::remove`] removes it; a SQLite file is also removed on drop.
pub enum TempDatabase {
    /// A SQLite file in a temporary directory.
    Sqlite {
        /// Path of the file.
        path: PathBuf,
        /// The directory.
        dir: TempDir,
    },
    /// A database of a PostgreSQL server.
    Postgres {
        /// URL of the server's maintenance database.
        server: String,
        /// Name of the database.
        name: String,
    },
}

impl TempDatabase {
    /// Creates an empty database; a SQLite file below `dir`, or below the system's temporary directory.
    pub async fn create(engine: Engine, dir: Option<&Path>) -> Result<Self> {
        if engine == Engine::Sqlite {
            let mut builder = tempfile::Builder::new();
            let builder = builder.prefix("tala-bench.");
            let dir = dir.map_or_else(|| builder.tempdir(), |dir| builder.tempdir_in(dir))?;
            return Ok(Self::Sqlite { path: dir.path().join("tala.db"), dir });
        }
        let server = std::env::var(ENVIRONMENT)
            .with_context(|| format!("{ENVIRONMENT} is not set: run the benchmark with scripts/with-postgres"))?;
        let name = format!("tala_bench_{}", std::process::id());
        let options = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'";
        run(&server, &format!("CREATE DATABASE {name} {options}")).await?;
        Ok(Self::Postgres { server, name })
    }

    /// Returns the URL for `database.url`.
    pub fn url(&self) -> String {
        match self {
            Self::Sqlite { path, .. } => format!("sqlite://{}", path.display()),
            Self::Postgres { server, name } => {
                format!("{}/{name}", server.rsplit_once('/').map_or(server.as_str(), |(base, _)| base))
            }
        }
    }

    /// Runs a query that returns one number.
    pub async fn query_number(&self, sql: &str) -> Result<i64> {
        match self {
            Self::Sqlite { path, .. } => Ok(rusqlite::Connection::open(path)?.query_row(sql, [], |row| row.get(0))?),
            Self::Postgres { .. } => query_value(&self.url(), sql).await,
        }
    }

    /// Returns the durability settings for the report.
    pub async fn durability(&self) -> Result<String> {
        match self {
            Self::Sqlite { .. } => Ok("WAL, synchronous=FULL".to_owned()),
            Self::Postgres { .. } => {
                let sql = "SELECT 'fsync=' || current_setting('fsync') || ', synchronous_commit=' ||
                           current_setting('synchronous_commit') || ', server ' || current_setting('server_version')";
                query_value(&self.url(), sql).await
            }
        }
    }

    /// Does what PostgreSQL's autovacuum would have done by now. SQLite is left as the product leaves it.
    pub async fn vacuum(&self) -> Result<()> {
        match self {
            Self::Sqlite { .. } => Ok(()),
            Self::Postgres { .. } => run(&self.url(), "VACUUM ANALYZE").await,
        }
    }

    /// Removes the database.
    pub async fn remove(self) -> Result<()> {
        match self {
            Self::Sqlite { dir, .. } => Ok(dir.close()?),
            Self::Postgres { server, name } => run(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await,
        }
    }
}

/// Connects to a PostgreSQL server. The connection closes when the client is dropped.
pub async fn connect(url: &str) -> Result<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

async fn query_value<T: FromSqlOwned>(url: &str, sql: &str) -> Result<T> {
    Ok(connect(url).await?.query_one(sql, &[]).await?.try_get(0)?)
}

async fn run(url: &str, sql: &str) -> Result<()> {
    Ok(connect(url).await?.batch_execute(sql).await?)
}
