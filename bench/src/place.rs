//! A database of the bench's own, and plain statements on it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use tempfile::TempDir;
use tokio_postgres::types::FromSqlOwned;
use tokio_postgres::{Client, NoTls};

const ENVIRONMENT: &str = "TALA_TEST_POSTGRES";

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// A file.
    Sqlite,
    /// The server that `scripts/with-postgres` has started.
    Postgres,
}

/// Where the database is. [`Place::remove`] removes it; a file is also removed on drop.
pub enum Place {
    /// A file in a folder of its own.
    File {
        /// The file.
        path: PathBuf,
        /// Removes everything when dropped.
        folder: TempDir,
    },
    /// A database of its own on a server.
    Server {
        /// The server's maintenance database.
        server: String,
        /// Its name.
        name: String,
    },
}

impl Place {
    /// Makes an empty one; a file in `folder`, or in the system's folder for temporary files.
    pub async fn make(engine: Engine, folder: Option<&Path>) -> Result<Self> {
        if engine == Engine::Sqlite {
            let mut builder = tempfile::Builder::new();
            let builder = builder.prefix("tala-bench.");
            let folder = folder.map_or_else(|| builder.tempdir(), |folder| builder.tempdir_in(folder))?;
            return Ok(Self::File { path: folder.path().join("tala.db"), folder });
        }
        let server = std::env::var(ENVIRONMENT)
            .with_context(|| format!("{ENVIRONMENT} is not set: run the bench under scripts/with-postgres"))?;
        let name = format!("tala_bench_{}", std::process::id());
        let options = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'";
        run(&server, &format!("CREATE DATABASE {name} {options}")).await?;
        Ok(Self::Server { server, name })
    }

    /// The URL as the product takes it.
    pub fn url(&self) -> String {
        match self {
            Self::File { path, .. } => format!("sqlite://{}", path.display()),
            Self::Server { server, name } => {
                format!("{}/{name}", server.rsplit_once('/').map_or(server.as_str(), |(base, _)| base))
            }
        }
    }

    /// One number that a statement gives.
    pub async fn number(&self, sql: &str) -> Result<i64> {
        match self {
            Self::File { path, .. } => Ok(rusqlite::Connection::open(path)?.query_row(sql, [], |row| row.get(0))?),
            Self::Server { .. } => value(&self.url(), sql).await,
        }
    }

    /// How durable a commit is, in the database's own words.
    pub async fn durability(&self) -> Result<String> {
        match self {
            Self::File { .. } => Ok("WAL, synchronous=FULL".to_owned()),
            Self::Server { .. } => {
                let sql = "SELECT 'fsync=' || current_setting('fsync') || ', synchronous_commit=' ||
                           current_setting('synchronous_commit') || ', server ' || current_setting('server_version')";
                value(&self.url(), sql).await
            }
        }
    }

    /// What PostgreSQL's own housekeeping would have done by now. SQLite is left as the product leaves it.
    pub async fn settle(&self) -> Result<()> {
        match self {
            Self::File { .. } => Ok(()),
            Self::Server { .. } => run(&self.url(), "VACUUM ANALYZE").await,
        }
    }

    /// Removes it.
    pub async fn remove(self) -> Result<()> {
        match self {
            Self::File { folder, .. } => Ok(folder.close()?),
            Self::Server { server, name } => run(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await,
        }
    }
}

/// Connects to a PostgreSQL server. The connection ends with the client.
pub async fn connect(url: &str) -> Result<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

async fn value<T: FromSqlOwned>(url: &str, sql: &str) -> Result<T> {
    Ok(connect(url).await?.query_one(sql, &[]).await?.try_get(0)?)
}

async fn run(url: &str, sql: &str) -> Result<()> {
    Ok(connect(url).await?.batch_execute(sql).await?)
}
