//! Read-only connections, whose short statements run in place.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::statement::{BUSY_TIMEOUT, keep_statements, read};
use crate::ACQUIRE_TIMEOUT;
use crate::error::Error;
use crate::row::FromRow;
use crate::value::Value;

/// A statement that is read in place is interrupted after this many steps of SQLite's virtual machine, about two
/// milliseconds, and starts again on a thread where it blocks no request.
const STEPS_IN_PLACE: i64 = 50_000;
/// How often the steps are counted.
const STEPS_PER_CHECK: i32 = 1_000;
/// Pages that each reader keeps at most, in KiB.
const READER_CACHE_KIB: i64 = 8 * 1024;

/// Read-only connections. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Readers(Arc<Inner>);

struct Inner {
    file: PathBuf,
    idle: Mutex<Vec<Reader>>,
    /// Limits the statements that run on blocking threads.
    threads: Arc<Semaphore>,
}

struct Reader {
    connection: Connection,
    steps_left: Arc<AtomicI64>,
}

/// Runs blocking work on a thread where it blocks no request.
pub(crate) async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(Error::Other(error.to_string())))
}

impl Readers {
    pub(super) fn new(file: PathBuf, max_threads: u32) -> Self {
        let threads = usize::try_from(max_threads.max(1)).unwrap_or(1);
        Self(Arc::new(Inner { file, idle: Mutex::default(), threads: Arc::new(Semaphore::new(threads)) }))
    }

    /// Reads in place, on a thread if that takes long.
    pub(crate) async fn query<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<T>, Error> {
        let reader = self.take()?;
        reader.steps_left.store(STEPS_IN_PLACE, Ordering::Relaxed);
        let outcome = read(&reader.connection, sql, params);
        let was_interrupted = reader.steps_left.load(Ordering::Relaxed) < 0;
        self.put_back(reader);
        match outcome {
            Err(_) if was_interrupted => Box::pin(self.query_on_thread(sql, params)).await,
            outcome => outcome,
        }
    }

    /// Reads on a thread, however long it takes.
    pub(crate) async fn query_on_thread<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<T>, Error> {
        let permit = tokio::time::timeout(ACQUIRE_TIMEOUT, Arc::clone(&self.0.threads).acquire_owned()).await;
        let permit = permit.map_err(|_| Error::Unavailable("no connection became free in time".to_owned()))?;
        let (readers, sql, params) = (self.clone(), sql.to_owned(), params.to_vec());
        on_thread(move || {
            // A cancelled request cannot stop the thread, which still counts.
            let _permit = permit;
            let reader = readers.take()?;
            reader.steps_left.store(i64::MAX, Ordering::Relaxed);
            let outcome = read(&reader.connection, &sql, &params);
            readers.put_back(reader);
            outcome
        })
        .await
    }

    /// Verifies that the file can be opened.
    pub(super) async fn check(&self) -> Result<(), Error> {
        let readers = self.clone();
        on_thread(move || readers.take().map(|reader| readers.put_back(reader))).await
    }

    /// Closes the connections that are not in use.
    pub(crate) fn close(&self) {
        self.idle().clear();
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Reader>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Result<Reader, Error> {
        let idle = self.idle().pop();
        idle.map_or_else(|| Reader::open(&self.0.file), Ok)
    }

    fn put_back(&self, reader: Reader) {
        self.idle().push(reader);
    }
}

impl Reader {
    fn open(file: &Path) -> Result<Self, Error> {
        // One thread at a time uses it, so it needs no mutex.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
        keep_statements(&connection)?;
        let steps_left = Arc::new(AtomicI64::new(i64::MAX));
        let steps = Arc::clone(&steps_left);
        let count = move || steps.fetch_sub(i64::from(STEPS_PER_CHECK), Ordering::Relaxed) < i64::from(STEPS_PER_CHECK);
        connection.progress_handler(STEPS_PER_CHECK, Some(count))?;
        Ok(Self { connection, steps_left })
    }
}
