//! The database of the marketplace: its connections and its schema.

use tala_db::{Backend, Database, Error, Options, Reader, Retryable, Transaction};

use crate::migrations;

/// The database, with its schema up to date. Cheap to clone.
#[derive(Clone)]
pub struct Store(Database);

impl Store {
    /// Opens the database and applies the migrations that are pending.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it cannot be reached; [`Error::Other`] when its schema belongs to another or a newer
    /// program.
    pub async fn open(options: &Options) -> Result<Self, Error> {
        let database = Database::open(options).await?;
        database.migrate(migrations::HISTORY, &migrations::all(database.backend())).await?;
        Ok(Self(database))
    }

    /// Reads what is committed.
    pub fn read(&self) -> &Reader {
        self.0.reader()
    }

    /// Reads what was committed a moment ago: from the replica if there is one, and without blocking requests. For long
    /// lists, reports and checks.
    pub fn read_replica(&self) -> &Reader {
        self.0.replica()
    }

    /// Which database this is.
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

    /// Verifies that the database answers, for `/readyz`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it does not.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read().ping().await
    }

    /// Waits for the commits that are under way, and closes the connections for reading.
    pub async fn close(self) {
        self.0.close().await;
    }
}
