//! A database of either kind, and how it is read.

use std::future::Future;
use std::path::Path;

use crate::error::Error;
use crate::postgres::{Connections, Sharing};
use crate::row::FromRow;
use crate::sqlite::{Readers, Writer};
use crate::transaction::Transaction;
use crate::value::Value;
use crate::{Retryable, postgres, sqlite};

/// How often a transaction runs at most while it fails with [`Error::Serialization`].
const TRANSACTION_ATTEMPTS: u32 = 5;

/// The kind of a database, where its SQL differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// How to open a database.
#[derive(Clone, Debug)]
pub struct Options {
    /// `sqlite:<path>` or `postgres://…`, as libpq reads it. Of several hosts the one that accepts writes is used.
    pub url: String,
    /// A PostgreSQL standby for [`Database::replica`]; it may lag behind.
    pub replica_url: Option<String>,
    /// The size of each connection pool; on SQLite, how many long reads run simultaneously.
    pub max_connections: u32,
}

impl Options {
    /// The database at `url`, with at most `max_connections` connections and no replica.
    pub fn new(url: impl Into<String>, max_connections: u32) -> Self {
        Self { url: url.into(), replica_url: None, max_connections }
    }
}

/// A database. Cheap to clone; clones share the connections.
#[derive(Clone)]
pub struct Database {
    reader: Reader,
    replica: Reader,
    writer: DatabaseWriter,
}

#[derive(Clone)]
enum DatabaseWriter {
    Sqlite(Writer),
    Postgres(Connections),
}

/// Reads outside of transactions: each statement sees everything committed before it began. Cheap to clone.
#[derive(Clone)]
pub struct Reader(Kind);

#[derive(Clone)]
enum Kind {
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

/// What can run statements that return rows: a [`Reader`] or a [`Transaction`].
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

impl Database {
    /// Opens the database. A SQLite file is created if it does not exist.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when there is no such database or it cannot be reached.
    pub async fn open(options: &Options) -> Result<Self, Error> {
        if options.url.starts_with("sqlite:") {
            let (readers, writer) = sqlite::open(options).await?;
            return Ok(Self {
                reader: Reader(Kind::Sqlite(readers.clone())),
                replica: Reader(Kind::SqliteOnThread(readers)),
                writer: DatabaseWriter::Sqlite(writer),
            });
        }
        let connections = postgres::open(options, false)?;
        let replica = match &options.replica_url {
            Some(url) => Kind::PostgresStandby {
                standby: postgres::open(&Options { url: url.clone(), ..options.clone() }, true)?,
                primary: connections.clone(),
            },
            None => Kind::Postgres(connections.clone(), Sharing::Alone),
        };
        let opened = Self {
            reader: Reader(Kind::Postgres(connections.clone(), Sharing::Shared)),
            replica: Reader(replica),
            writer: DatabaseWriter::Postgres(connections),
        };
        opened.reader.ping().await?;
        Ok(opened)
    }

    /// Reads what is committed. For statements that requests wait for.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Reads what was committed a moment ago, from the replica if there is one. For long lists and reports.
    pub fn replica(&self) -> &Reader {
        &self.replica
    }

    /// The kind of the database.
    pub fn backend(&self) -> Backend {
        self.reader.backend()
    }

    /// Begins a transaction that may write: `BEGIN IMMEDIATE` on SQLite, read committed on PostgreSQL.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the database cannot be reached, or is busy for longer than
    /// [`ACQUIRE_TIMEOUT`](crate::ACQUIRE_TIMEOUT).
    pub async fn begin(&self) -> Result<Transaction, Error> {
        Ok(match &self.writer {
            DatabaseWriter::Sqlite(writer) => Transaction::sqlite(writer.begin().await?),
            DatabaseWriter::Postgres(connections) => {
                Transaction::postgres(postgres::Transaction::begin(connections).await?)
            }
        })
    }

    /// Runs `body` in a transaction: commits when it returns `Ok`, rolls back when it returns `Err`. Runs again, up to
    /// five times, after a serialization failure, so `body` must have no effects outside the transaction.
    ///
    /// When this returns an error, everything that `body` may have read is visible to readers.
    ///
    /// # Errors
    /// Those of `body` and of the commit. After a failed commit nothing of the transaction is stored, unless the
    /// connection broke during it.
    pub async fn transaction<T, E, R>(&self, mut body: impl FnMut(Transaction) -> R) -> Result<T, E>
    where
        E: From<Error> + Retryable,
        R: Future<Output = Result<T, E>>,
    {
        let mut attempt = 1;
        loop {
            let tx = self.begin().await?;
            let outcome = match body(tx.handle()).await {
                Ok(value) => tx.commit().await.map(|()| value).map_err(E::from),
                Err(error) => {
                    tx.rollback().await;
                    Err(error)
                }
            };
            match outcome {
                Err(error) if error.is_retryable() && attempt < TRANSACTION_ATTEMPTS => attempt += 1,
                outcome => return outcome,
            }
        }
    }

    /// Waits for the commits that are under way, and closes the idle connections.
    pub async fn close(self) {
        match (&self.writer, &self.reader.0) {
            (DatabaseWriter::Sqlite(writer), Kind::Sqlite(readers)) => {
                if let Err(error) = writer.flush().await {
                    tracing::error!(%error, "the last commit failed");
                }
                readers.close();
            }
            (DatabaseWriter::Postgres(connections), _) => {
                connections.close();
                self.replica.close();
            }
            _ => {}
        }
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
