//! Connections: readers, and the one way to write.
//!
//! On SQLite there is one writer connection whose turns share commits (see [`shared_writer`]), one that moves what they wrote
//! from the log into the file, and a pool of readers; on PostgreSQL there is one pool. Every write goes through [`Store::begin_write`] (storage rule 1).

mod pending;
mod shared_writer;
mod untouched;

use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, Statement, Value,
};
use sea_orm_migration::MigratorTrait;

use crate::error::StoreError;
use crate::migrations::Migrator;
use pending::Pending;
use shared_writer::{SharedWriter, Turn};
pub use untouched::{STEP_HISTORY, Untouched, known_steps};

/// How often a transaction is tried again after a deadlock or a serialization failure.
const WRITE_ATTEMPTS: u32 = 5;
/// Waiting for a connection longer than this is answered with 503.
pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(8);
/// Any number; it only has to be ours. All servers take it before they migrate.
const MIGRATION_LOCK: i64 = 7_461_732;

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    reader: DatabaseConnection,
    writer: Writer,
}

#[derive(Clone)]
enum Writer {
    Sqlite(SharedWriter),
    Postgres(DatabaseConnection),
}

/// A write transaction. Dropping it without [`WriteTx::commit`] undoes everything done in it.
pub struct WriteTx {
    kind: Kind,
    pending: Pending,
    /// What a statement failed with, the first one: PostgreSQL would answer COMMIT with a rollback that looks like success.
    spoilt: Mutex<Option<StoreError>>,
}

enum Kind {
    Sqlite(Turn),
    Postgres(DatabaseTransaction),
}

impl Store {
    /// Opens the database at a `sqlite:` or `postgres:` URL with at most `max_connections` connections, and brings its
    /// schema up to date.
    pub async fn open(url: &str, max_connections: u32) -> Result<Self, StoreError> {
        let store = if url.starts_with("sqlite:") {
            Self::open_sqlite(url, max_connections).await?
        } else {
            let pool = Database::connect(options(url, max_connections)).await?;
            Self { reader: pool.clone(), writer: Writer::Postgres(pool) }
        };
        store.migrate().await?;
        Ok(store)
    }

    async fn open_sqlite(url: &str, max_connections: u32) -> Result<Self, StoreError> {
        let mut writer_options = options(url, 1);
        writer_options.map_sqlx_sqlite_opts(|sqlite| {
            sqlite
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(Duration::from_secs(10))
                .statement_cache_capacity(256)
                // What a savepoint would restore stays in memory instead of a file; 32 MiB of pages; checkpoints in a commit
                // only where those beside it do not keep up.
                .pragma("temp_store", "memory")
                .pragma("cache_size", "-32768")
                .pragma("wal_autocheckpoint", "4000")
        });
        // The writer's transaction state belongs to this one connection: it is never closed for age or idleness.
        writer_options.idle_timeout(None).max_lifetime(None);
        let second = Database::connect(writer_options.clone()).await?;
        let writer = Database::connect(writer_options).await?;

        let mut reader_options = options(url, max_connections);
        reader_options.map_sqlx_sqlite_opts(|sqlite| {
            sqlite
                .read_only(true)
                .busy_timeout(Duration::from_secs(10))
                .foreign_keys(true)
                .statement_cache_capacity(256)
        });
        let reader = Database::connect(reader_options).await?;
        Ok(Self { reader, writer: Writer::Sqlite(SharedWriter::start(writer, second)) })
    }

    /// The pool for reading.
    pub fn read(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// Which database this is.
    pub fn backend(&self) -> DbBackend {
        self.reader.get_database_backend()
    }

    /// Begins the only kind of transaction that may write: `BEGIN IMMEDIATE` on SQLite.
    pub async fn begin_write(&self) -> Result<WriteTx, StoreError> {
        match &self.writer {
            Writer::Sqlite(shared) => Ok(WriteTx::new(Kind::Sqlite(shared.begin().await?))),
            Writer::Postgres(pool) => {
                // In a task of its own: broken off in the middle, the driver would give a connection back to the pool with
                // a transaction open that it knows nothing of.
                let pool = pool.clone();
                #[expect(clippy::disallowed_methods, reason = "this is the place that the ban points to")]
                let begun = tokio::spawn(async move { sea_orm::TransactionTrait::begin(&pool).await }).await;
                let transaction = begun.map_err(|error| StoreError::Other(error.to_string()))??;
                Ok(WriteTx::new(Kind::Postgres(transaction)))
            }
        }
    }

    /// Runs `body` in a write transaction, commits when it gives the transaction back, and tries again after a deadlock.
    pub async fn write<T, E, F, R>(&self, mut body: F) -> Result<T, E>
    where
        E: From<StoreError> + IsRetry,
        F: FnMut(WriteTx) -> R,
        R: Future<Output = Result<(WriteTx, T), E>>,
    {
        let mut attempt = 1;
        loop {
            let outcome = match body(self.begin_write().await?).await {
                Ok((tx, value)) => tx.commit().await.map(|()| value).map_err(E::from),
                Err(error) => Err(error),
            };
            match outcome {
                Err(error) if error.is_retry() && attempt < WRITE_ATTEMPTS => attempt += 1,
                Err(refusal) => {
                    self.settle().await;
                    return Err(refusal);
                }
                done => return done,
            }
        }
    }

    /// Waits until everything that earlier turns have ended well is durable and visible to readers. A refusal rests on
    /// what those turns wrote, so whoever explains it by reading must not look before.
    async fn settle(&self) {
        if let Writer::Sqlite(shared) = &self.writer {
            shared.flush().await;
        }
    }

    /// Brings the schema up to date. Several servers may do this at once: PostgreSQL's advisory lock lets one at a time.
    async fn migrate(&self) -> Result<(), StoreError> {
        match &self.writer {
            Writer::Sqlite(shared) => {
                // Nobody has a turn yet, so the one connection is ours: its transaction keeps other processes out.
                let connection = shared.connection();
                connection.execute_unprepared("BEGIN IMMEDIATE").await?;
                let outcome = Migrator::up(connection, None).await;
                let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
                connection.execute_unprepared(end).await?;
                Ok(outcome?)
            }
            Writer::Postgres(pool) => {
                #[expect(clippy::disallowed_methods, reason = "holds the advisory lock, writes nothing itself")]
                let lock = sea_orm::TransactionTrait::begin(pool).await?;
                lock.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).await?;
                Migrator::up(pool, None).await?;
                lock.commit().await?;
                Ok(())
            }
        }
    }

    /// Proves that the database answers, for `/readyz`.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.reader.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Closes the connections for reading, on SQLite after the last turn has been committed; those for writing close with the
    /// last clone.
    pub async fn close(self) -> Result<(), StoreError> {
        if let Writer::Sqlite(shared) = &self.writer {
            shared.flush().await;
        }
        Ok(self.reader.close().await?)
    }
}

/// Errors that know whether the transaction may simply be tried again.
pub trait IsRetry {
    /// True for deadlocks and serialization failures.
    fn is_retry(&self) -> bool;
}

impl IsRetry for StoreError {
    fn is_retry(&self) -> bool {
        matches!(self, Self::Retry(_))
    }
}

fn options(url: &str, max_connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(max_connections.max(2))
        .min_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .sqlx_logging(false);
    if url.starts_with("sqlite:") && max_connections == 1 {
        options.max_connections(1);
    }
    options
}

impl WriteTx {
    fn new(kind: Kind) -> Self {
        Self { kind, pending: Pending::default(), spoilt: Mutex::default() }
    }

    fn spoilt(&self) -> MutexGuard<'_, Option<StoreError>> {
        self.spoilt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watched<T>(&self, outcome: Result<T, DbErr>) -> Result<T, DbErr> {
        outcome.inspect_err(|error| {
            self.spoilt().get_or_insert_with(|| error.clone().into());
        })
    }

    /// Adds rows, together with others that are added next to them, before the next other statement of this transaction or at
    /// its end; only then it is known whether they could be. `sql` is an `INSERT … VALUES` of its own, without `RETURNING`.
    pub(crate) fn insert_soon(&self, sql: impl Into<String>, values: impl IntoIterator<Item = Value>) {
        self.pending.push(sql.into(), values.into_iter().collect());
    }

    async fn insert_pending(&self) -> Result<(), DbErr> {
        while let Some(statement) = self.pending.take(self.get_database_backend()) {
            self.insert(statement).await?;
        }
        Ok(())
    }

    /// Whoever gives up waiting in the middle has lost the rows, and must not commit without them.
    async fn insert(&self, statement: Statement) -> Result<(), DbErr> {
        let unfinished = StoreError::Other("given up while rows were added".to_owned());
        let before = self.spoilt().replace(unfinished);
        let outcome = match &self.kind {
            Kind::Sqlite(turn) => turn.connection().execute_raw(statement).await,
            Kind::Postgres(transaction) => transaction.execute_raw(statement).await,
        };
        *self.spoilt() = before;
        self.watched(outcome).map(|_| ())
    }

    /// Makes everything done in this transaction durable. Nothing may be acknowledged before this returns `Ok`.
    pub async fn commit(self) -> Result<(), StoreError> {
        if let Some(error) = self.spoilt().take() {
            return Err(error);
        }
        let mut last = self.pending.take(self.get_database_backend());
        while let Some(more) = self.pending.take(self.get_database_backend()) {
            if let Some(statement) = last.replace(more) {
                self.insert(statement).await?;
            }
        }
        match self.kind {
            Kind::Sqlite(turn) => turn.commit(last).await,
            Kind::Postgres(transaction) => {
                if let Some(statement) = last {
                    transaction.execute_raw(statement).await?;
                }
                Ok(transaction.commit().await?)
            }
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for WriteTx {
    fn get_database_backend(&self) -> DbBackend {
        match &self.kind {
            Kind::Sqlite(_) => DbBackend::Sqlite,
            Kind::Postgres(_) => DbBackend::Postgres,
        }
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.insert_pending().await?;
        self.watched(match &self.kind {
            Kind::Sqlite(turn) => turn.connection().execute_raw(statement).await,
            Kind::Postgres(transaction) => transaction.execute_raw(statement).await,
        })
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.insert_pending().await?;
        self.watched(match &self.kind {
            Kind::Sqlite(turn) => turn.connection().execute_unprepared(sql).await,
            Kind::Postgres(transaction) => transaction.execute_unprepared(sql).await,
        })
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.insert_pending().await?;
        self.watched(match &self.kind {
            Kind::Sqlite(turn) => turn.connection().query_one_raw(statement).await,
            Kind::Postgres(transaction) => transaction.query_one_raw(statement).await,
        })
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.insert_pending().await?;
        self.watched(match &self.kind {
            Kind::Sqlite(turn) => turn.connection().query_all_raw(statement).await,
            Kind::Postgres(transaction) => transaction.query_all_raw(statement).await,
        })
    }
}
