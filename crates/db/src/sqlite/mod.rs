//! SQLite: read-only connections whose short statements run in place, and one writer with group commit.

pub(crate) mod group_commit;
pub(crate) mod readers;
mod statement;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use percent_encoding::percent_decode_str;
use rusqlite::Connection;

use crate::error::Error;
use crate::options::Options;
use group_commit::Writer;
use readers::{Readers, on_thread};
use statement::{BUSY_TIMEOUT, keep_statements};

const OPEN_RETRY_DELAY: Duration = Duration::from_millis(20);

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
    readers.check().await?;
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

/// Opens a writing connection. SQLite does not wait for other processes while it switches to the WAL, so this tries again.
fn open_writer(file: &Path) -> Result<Connection, Error> {
    let deadline = Instant::now() + BUSY_TIMEOUT;
    loop {
        match try_open_writer(file) {
            Err(Error::Serialization(_)) if Instant::now() < deadline => thread::sleep(OPEN_RETRY_DELAY),
            outcome => return outcome,
        }
    }
}

fn try_open_writer(file: &Path) -> Result<Connection, Error> {
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
