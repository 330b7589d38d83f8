//! The connections to the database.

use tala_db::{Backend, Database, Error, Options, Reader, Retryable, Transaction};

use crate::migrations;

/// The database of the marketplace, with its schema up to date. Cheap to clone.
#[derive(Clone)]
pub struct Store(Database);

impl Store {
    /// Opens the database and applies pending migrations.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if it cannot be reached. [`Error::Other`] if another or a newer program created its
    /// schema.
    pub async fn open(options: &Options) -> Result<Self, Error> {
        let database = Database::open(options).await?;
        database.migrate(migrations::MIGRATIONS_TABLE, &migrations::migrations(database.backend())).await?;
        Ok(Self(database))
    }

    /// For reads of committed data.
    pub fn read(&self) -> &Reader {
        self.0.reader()
    }

    /// For reads that may be a moment old: from the replica if there is one. Use it for long lists, reports and checks,
    /// because it does not block requests.
    pub fn read_replica(&self) -> &Reader {
        self.0.replica()
    }

    /// The kind of the database.
    pub fn backend(&self) -> Backend {
        self.0.backend()
    }

    /// Begins a transaction. Prefer [`Store::transaction`].
    ///
    /// # Errors
    /// As [`Database::begin`].
    pub async fn begin(&self) -> Result<Transaction, Error> {
        self.0.begin().await
    }

    /// Runs `body` in a transaction: committed on `Ok`, rolled back on `Err`, run again after a serialization failure.
    ///
    /// # Errors
    /// As [`Database::transaction`].
    pub async fn transaction<T, E, R>(&self, body: impl FnMut(Transaction) -> R) -> Result<T, E>
    where
        E: From<Error> + Retryable,
        R: Future<Output = Result<T, E>>,
    {
        self.0.transaction(body).await
    }

    /// Checks the connection, for `/readyz`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the database does not respond.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read().ping().await
    }

    /// Waits for running commits and closes the connections.
    pub async fn close(self) {
        self.0.close().await;
    }
}
