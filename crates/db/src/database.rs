//! A database of either kind: opening it, and its transactions.

use std::future::Future;

use crate::connection::{Connection as _, Kind, Reader};
use crate::error::{Error, Retryable};
use crate::options::{Backend, Options};
use crate::postgres::{Connections, Sharing};
use crate::sqlite::group_commit::Writer;
use crate::transaction::Transaction;
use crate::{postgres, sqlite};

/// How often a transaction runs at most while it fails with [`Error::Serialization`].
const TRANSACTION_ATTEMPTS: u32 = 5;

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
