//! What runs statements that return rows, and the reader among them.

use std::future::Future;
use std::path::Path;

use crate::error::Error;
use crate::options::{Backend, Options};
use crate::postgres::{Connections, Sharing};
use crate::row::FromRow;
use crate::sqlite::readers::Readers;
use crate::value::Value;
use crate::{postgres, sqlite};

/// Reads outside of transactions: each statement sees everything committed before it began. Cheap to clone.
#[derive(Clone)]
pub struct Reader(pub(crate) Kind);

#[derive(Clone)]
pub(crate) enum Kind {
    /// Short statements run in place.
    Sqlite(Readers),
    /// Every statement runs on a thread.
    SqliteOnThread(Readers),
    Postgres(Connections, Sharing),
    /// A standby, and the primary for as long as the standby does not answer.
    PostgresStandby {
        standby: Connections,
        primary: Connections,
    },
}

/// What can run statements that return rows: a [`Reader`] or a [`Transaction`](crate::Transaction).
pub trait Connection: Sync {
    /// The kind of the database.
    fn backend(&self) -> Backend;

    /// Runs a statement and reads all its rows.
    fn query<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> impl Future<Output = Result<Vec<T>, Error>> + Send;

    /// Runs a statement and reads its first row, if there is one.
    fn query_opt<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> impl Future<Output = Result<Option<T>, Error>> + Send {
        let rows = self.query::<T>(sql, params);
        async move { Ok(rows.await?.into_iter().next()) }
    }

    /// Runs a statement and reads its first row; none is a defect.
    fn query_one<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> impl Future<Output = Result<T, Error>> + Send {
        let row = self.query_opt::<T>(sql, params);
        async move { row.await?.ok_or_else(|| Error::Other("the statement returned no row".to_owned())) }
    }
}

impl Reader {
    /// Opens an existing database for reading only, on one connection. Of several hosts the one that accepts writes is used.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when there is no such database or it cannot be reached.
    pub async fn open(url: &str) -> Result<Self, Error> {
        if url.starts_with("sqlite:") {
            return Ok(Self(Kind::SqliteOnThread(sqlite::open_read_only(url).await?)));
        }
        let reader = Self(Kind::Postgres(postgres::open(&Options::new(url, 1), false)?, Sharing::Alone));
        reader.ping().await?;
        Ok(reader)
    }

    /// Verifies that the database answers.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it does not.
    pub async fn ping(&self) -> Result<(), Error> {
        self.query_one::<(i32,)>("SELECT 1", &[]).await.map(|_| ())
    }

    /// Writes a copy of a SQLite database, as it is at one instant, into a new file.
    ///
    /// # Errors
    /// [`Error::Other`] on PostgreSQL and when the file exists; [`Error::NotWritable`] when the disk is full.
    pub async fn copy_to(&self, file: &Path) -> Result<(), Error> {
        let (Kind::Sqlite(readers) | Kind::SqliteOnThread(readers)) = &self.0 else {
            return Err(Error::Other("only a SQLite database can be copied to a file".to_owned()));
        };
        let file = file.to_str().ok_or_else(|| Error::Other("the path is not UTF-8".to_owned()))?;
        readers.query_on_thread::<()>("VACUUM INTO $1", &[file.into()]).await.map(|_| ())
    }

    /// Closes the connections.
    pub fn close(&self) {
        match &self.0 {
            Kind::Sqlite(readers) | Kind::SqliteOnThread(readers) => readers.close(),
            Kind::Postgres(connections, _) => connections.close(),
            Kind::PostgresStandby { standby, .. } => standby.close(),
        }
    }
}

impl Connection for Reader {
    fn backend(&self) -> Backend {
        match self.0 {
            Kind::Sqlite(_) | Kind::SqliteOnThread(_) => Backend::Sqlite,
            Kind::Postgres(..) | Kind::PostgresStandby { .. } => Backend::Postgres,
        }
    }

    async fn query<T: FromRow + Send + 'static>(&self, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
        tracing::debug!(sql, "statement");
        match &self.0 {
            Kind::Sqlite(readers) => readers.query(sql, params).await,
            Kind::SqliteOnThread(readers) => readers.query_on_thread(sql, params).await,
            Kind::Postgres(connections, sharing) => {
                Box::pin(postgres::query(connections, *sharing, sql, params)).await?.decode()
            }
            Kind::PostgresStandby { standby, primary } => {
                match Box::pin(postgres::query(standby, Sharing::Alone, sql, params)).await {
                    // A standby that is away, or that cancelled the statement to apply what the primary sent.
                    Err(error @ (Error::Unavailable(_) | Error::Serialization(_))) => {
                        tracing::warn!(%error, "the replica does not answer; reading from the primary");
                        Box::pin(postgres::query(primary, Sharing::Alone, sql, params)).await?.decode()
                    }
                    outcome => outcome?.decode(),
                }
            }
        }
    }
}
