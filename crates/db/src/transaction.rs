//! A transaction on either database.

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::connection::Connection;
use crate::error::Error;
use crate::options::Backend;
use crate::row::FromRow;
use crate::value::Value;
use crate::{postgres, sqlite};

/// A transaction that may write. Dropping the last handle rolls it back; dropping the future of `commit` leaves the
/// outcome open.
///
/// Statements may run concurrently (`try_join!`). On PostgreSQL they are pipelined in the order of their first poll, so a
/// later one sees the writes of an earlier one. On SQLite each runs when it is polled.
///
/// After a statement has failed the transaction cannot be committed.
pub struct Transaction(Arc<Inner>);

struct Inner {
    kind: Kind,
    /// The first failure. PostgreSQL executes COMMIT in a failed transaction as ROLLBACK, without an error.
    failed: Mutex<Option<Error>>,
    /// Statements in flight. The outcome of one whose future was dropped is unknown, so the transaction cannot be committed.
    unfinished: AtomicU32,
}

enum Kind {
    Sqlite(sqlite::group_commit::Turn),
    Postgres(Box<postgres::Transaction>),
}

impl Transaction {
    pub(crate) fn sqlite(turn: sqlite::group_commit::Turn) -> Self {
        Self::new(Kind::Sqlite(turn))
    }

    pub(crate) fn postgres(transaction: postgres::Transaction) -> Self {
        Self::new(Kind::Postgres(Box::new(transaction)))
    }

    fn new(kind: Kind) -> Self {
        Self(Arc::new(Inner { kind, failed: Mutex::default(), unfinished: AtomicU32::new(0) }))
    }

    /// The same transaction, for the closure that works in it. Owned, because the future of a closure over a reference
    /// cannot be proven `Send` (<https://github.com/rust-lang/rust/issues/110338>).
    pub(crate) fn handle(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// Runs a statement and returns how many rows it changed.
    ///
    /// # Errors
    /// Those of the statement, by kind.
    pub fn execute(&self, sql: &str, params: &[Value]) -> impl Future<Output = Result<u64, Error>> + Send {
        self.watch(sql, async move {
            match &self.0.kind {
                Kind::Sqlite(turn) => turn.execute(sql, params),
                Kind::Postgres(transaction) => Box::pin(transaction.execute(sql, params)).await,
            }
        })
    }

    /// Runs any number of statements without parameters, separated by semicolons.
    ///
    /// # Errors
    /// That of the first statement that fails.
    pub fn batch(&self, sql: &str) -> impl Future<Output = Result<(), Error>> + Send {
        self.watch(sql, async move {
            match &self.0.kind {
                Kind::Sqlite(turn) => turn.batch(sql),
                Kind::Postgres(transaction) => Box::pin(transaction.batch(sql)).await,
            }
        })
    }

    async fn watch<T>(&self, sql: &str, statement: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        self.0.unfinished.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(sql, "statement");
        let outcome = statement.await;
        self.0.unfinished.fetch_sub(1, Ordering::Relaxed);
        if let Err(error) = &outcome {
            self.failed().get_or_insert_with(|| error.clone());
        }
        outcome
    }

    fn failed(&self) -> std::sync::MutexGuard<'_, Option<Error>> {
        self.0.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes everything done in this transaction durable. Nothing may be acknowledged before this returns `Ok`.
    ///
    /// # Errors
    /// That of the first statement that failed; [`Error::Other`] when a statement was dropped before its response;
    /// those of the commit.
    pub async fn commit(self) -> Result<(), Error> {
        let failed = self.failed().take();
        if let Some(error) = failed {
            self.rollback().await;
            return Err(error);
        }
        if self.0.unfinished.load(Ordering::Relaxed) > 0 {
            self.rollback().await;
            return Err(Error::Other("a statement of the transaction was cancelled".to_owned()));
        }
        match &self.0.kind {
            Kind::Sqlite(turn) => turn.commit().await,
            Kind::Postgres(transaction) => Box::pin(transaction.commit()).await,
        }
    }

    /// Rolls the transaction back. On SQLite it also waits for the group commit, because the transaction may have read
    /// uncommitted rows of earlier ones in its group.
    pub async fn rollback(self) {
        let undone = match &self.0.kind {
            Kind::Sqlite(turn) => turn.rollback().await,
            Kind::Postgres(transaction) => transaction.rollback().await,
        };
        if let Err(error) = undone {
            tracing::debug!(%error, "rollback failed");
        }
    }
}

impl Connection for Transaction {
    fn backend(&self) -> Backend {
        match &self.0.kind {
            Kind::Sqlite(_) => Backend::Sqlite,
            Kind::Postgres(_) => Backend::Postgres,
        }
    }

    fn query<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> impl Future<Output = Result<Vec<T>, Error>> + Send {
        self.watch(sql, async move {
            match &self.0.kind {
                Kind::Sqlite(turn) => turn.query(sql, params),
                Kind::Postgres(transaction) => Box::pin(transaction.query(sql, params)).await?.decode(),
            }
        })
    }
}
