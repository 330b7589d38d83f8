//! SQLite: read-only connections whose short statements run in place, and one writer with group commit.

mod group_commit;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use percent_encoding::percent_decode_str;
use rusqlite::config::DbConfig;
use rusqlite::{CachedStatement, Connection, OpenFlags};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::row::{Columns, FromRow, Layout};
use crate::value::{Value, ValueRef};
use crate::{ACQUIRE_TIMEOUT, Options};
pub(crate) use group_commit::{Turn, Writer};

/// Waiting for another process while a file is opened.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// A statement that is read in place is interrupted after this many steps of SQLite's virtual machine, about two
/// milliseconds, and starts again on a thread where it blocks no request.
const STEPS_IN_PLACE: i64 = 50_000;
/// How often the steps are counted.
const STEPS_PER_CHECK: i32 = 1_000;
/// Pages that each reader keeps at most, in KiB.
const READER_CACHE_KIB: i64 = 8 * 1024;
/// Prepared statements that each connection keeps.
const PREPARED_STATEMENTS: usize = 256;

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

/// Opens the file that `url` names, and creates it if there is none.
pub(crate) async fn open(options: &Options) -> Result<(Readers, Writer), Error> {
    let file = file_of(&options.url)?;
    let path = file.clone();
    let open = move || Ok::<_, Error>((open_writer(&path)?, open_writer(&path)?));
    let (writer, checkpointer) = on_thread(open).await?;
    Ok((Readers::new(file, options.max_connections), Writer::start(writer, checkpointer)?))
}

/// Opens an existing file for reading only.
pub(crate) async fn open_read_only(url: &str) -> Result<Readers, Error> {
    let readers = Readers::new(file_of(url)?, 1);
    let first = readers.clone();
    on_thread(move || first.take().map(|reader| first.put_back(reader))).await?;
    Ok(readers)
}

fn file_of(url: &str) -> Result<PathBuf, Error> {
    let rest = url.strip_prefix("sqlite:").unwrap_or(url);
    let path = rest.strip_prefix("//").unwrap_or(rest);
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let path = percent_decode_str(path).decode_utf8();
    let path = path.map_err(|_| Error::Other("the path of the SQLite file is not UTF-8".to_owned()))?;
    if path.is_empty() || path == ":memory:" {
        return Err(Error::Other("the SQLite URL names no file".to_owned()));
    }
    Ok(PathBuf::from(path.as_ref()))
}

fn open_writer(file: &Path) -> Result<Connection, Error> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Savepoints keep their undo data in memory; 32 MiB of pages; only the checkpointer checkpoints.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 0;
         PRAGMA journal_size_limit = 102400000",
    )?;
    keep_statements(&connection)?;
    Ok(connection)
}

/// Prepared statements stay as they are. Otherwise SQLite prepares a statement again whenever a parameter that it
/// compared with the condition of a partial index gets another value, which is nearly every time
/// (<https://sqlite.org/queryplanner-ng.html#qpstab>).
fn keep_statements(connection: &Connection) -> Result<(), Error> {
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Runs blocking work on a thread where it blocks no request.
pub(crate) async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(Error::Other(error.to_string())))
}

impl Readers {
    fn new(file: PathBuf, max_threads: u32) -> Self {
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

/// Runs a statement that returns rows.
pub(crate) fn read<T: FromRow>(connection: &Connection, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
    let mut statement = prepare(connection, sql, params)?;
    let layout = Layout::resolve::<T>(statement.column_names())?;
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(layout.read(row)?);
    }
    Ok(found)
}

/// Runs a statement, and returns how many rows it changed.
pub(crate) fn execute(connection: &Connection, sql: &str, params: &[Value]) -> Result<u64, Error> {
    let changed = prepare(connection, sql, params)?.raw_execute()?;
    u64::try_from(changed).map_err(|error| Error::Other(error.to_string()))
}

/// SQLite reads `$1` as a name, and numbers parameters by their first appearance: bind by the number in the name.
fn prepare<'c>(connection: &'c Connection, sql: &str, params: &[Value]) -> Result<CachedStatement<'c>, Error> {
    let mut statement = connection.prepare_cached(sql)?;
    for index in 1..=statement.parameter_count() {
        let number = statement.parameter_name(index).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
        let value = params.get(number.unwrap_or(index).wrapping_sub(1));
        let value = value.ok_or_else(|| Error::Other(format!("parameter {index} has no value")))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(statement)
}

impl Columns for rusqlite::Row<'_> {
    fn value(&self, index: usize) -> Result<ValueRef<'_>, Error> {
        let value = self.get_ref(index)?;
        value.try_into().map_err(|_| Error::Decode("text that is not UTF-8".to_owned()))
    }
}
