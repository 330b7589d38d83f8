//! SQLite's only writer, with group commit.
//!
//! The cost of a durable commit is the flush to disk. Each transaction is a savepoint ("turn") of one open SQLite
//! transaction. When a turn ends, the committer thread queues for the connection behind the turns that already wait (the
//! lock is fair), then commits all of them with one flush. [`Turn::commit`] returns only after that flush, so nothing is
//! acknowledged that a power cut could undo.
//!
//! Statements run in place, on the thread that polls the transaction: each takes microseconds, and handing it to another
//! thread would take longer than running it.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{Mutex as FairMutex, OwnedMutexGuard, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::{execute, read};
use crate::ACQUIRE_TIMEOUT;
use crate::error::Error;
use crate::row::FromRow;
use crate::value::Value;

/// The checkpointer runs when this many pages (40 MB) are in the log only; a booking writes about twenty. Every
/// checkpoint flushes the database file, for which the commits have to wait.
const PAGES_PER_CHECKPOINT: i64 = 10_000;
/// From this size on, in pages (100 MB), the checkpointer makes SQLite restart the log.
const MAX_LOG_PAGES: i64 = 25_000;
/// Pause between two attempts to begin while another process writes.
const BUSY_PAUSE: Duration = Duration::from_millis(5);

type Outcome = Result<(), Error>;

/// The writer. Cheap to clone; its threads end with the last clone.
#[derive(Clone)]
pub(crate) struct Writer {
    state: Arc<FairMutex<State>>,
    committer: SyncSender<()>,
}

struct State {
    connection: Connection,
    /// A SQLite transaction is open.
    is_open: bool,
    /// Turns that have ended and wait for the commit.
    waiting: Vec<oneshot::Sender<Outcome>>,
    checkpointer: SyncSender<()>,
}

/// One transaction: exclusive use of the connection, inside a savepoint. Dropping it undoes what it did.
pub(crate) struct Turn {
    /// `None` once the turn has ended.
    state: Mutex<Option<OwnedMutexGuard<State>>>,
    committer: SyncSender<()>,
}

impl Writer {
    pub(super) fn start(connection: Connection, checkpointer: Connection) -> Result<Self, Error> {
        // Turns wait for other processes asynchronously, in `begin`.
        connection.busy_timeout(Duration::ZERO)?;
        let (checkpoint, due) = sync_channel(1);
        let state = State { connection, is_open: false, waiting: Vec::new(), checkpointer: checkpoint };
        let state = Arc::new(FairMutex::new(state));
        let (committer, ended) = sync_channel(1);
        let weak = Arc::downgrade(&state);
        spawn("sqlite-commit", move || commit_when_ended(&weak, &ended))?;
        let weak = Arc::downgrade(&state);
        spawn("sqlite-checkpoint", move || checkpoint_when_due(&weak, &checkpointer, &due))?;
        Ok(Self { state, committer })
    }

    /// Waits for the connection, first come, first served, and begins a turn.
    pub(crate) async fn begin(&self) -> Result<Turn, Error> {
        let state = timeout(ACQUIRE_TIMEOUT, Arc::clone(&self.state).lock_owned()).await;
        let mut state = state.map_err(|_| Error::Unavailable("the writer did not become free in time".to_owned()))?;
        let deadline = Instant::now() + ACQUIRE_TIMEOUT;
        while let Err(error) = state.begin_turn() {
            if !matches!(error, Error::Serialization(_)) || Instant::now() > deadline {
                return Err(error);
            }
            sleep(BUSY_PAUSE).await;
        }
        Ok(Turn { state: Mutex::new(Some(state)), committer: self.committer.clone() })
    }

    /// Waits until every turn that has ended so far is durable and visible to readers.
    pub(crate) async fn flush(&self) -> Outcome {
        self.begin().await?.rollback().await
    }
}

impl State {
    fn begin_turn(&mut self) -> Outcome {
        if !self.is_open {
            self.run("BEGIN IMMEDIATE")?;
            self.is_open = true;
        }
        self.run("SAVEPOINT turn")
    }

    fn run(&self, sql: &str) -> Outcome {
        Ok(self.connection.prepare_cached(sql)?.raw_execute().map(|_| ())?)
    }

    /// Undoes the current turn, and the whole transaction when nothing else waits in it.
    fn undo_turn(&mut self) {
        if !self.is_open {
            return;
        }
        let undone = if self.waiting.is_empty() {
            self.is_open = false;
            self.run("ROLLBACK")
        } else {
            self.run("ROLLBACK TO turn").and_then(|()| self.run("RELEASE turn"))
        };
        if let Err(error) = undone {
            self.abandon(&error);
        }
    }

    /// Makes all turns that wait durable.
    fn commit(&mut self) {
        if !self.is_open {
            return;
        }
        if let Err(error) = self.run("COMMIT") {
            self.abandon(&error);
            return;
        }
        self.is_open = false;
        self.answer(&Ok(()));
        if pages_to_copy(&self.connection) >= PAGES_PER_CHECKPOINT {
            let _ = self.checkpointer.try_send(());
        }
    }

    /// Ends a transaction that cannot be committed (a full disk, an I/O error), with all turns in it.
    fn abandon(&mut self, error: &Error) {
        if !self.connection.is_autocommit()
            && let Err(error) = self.run("ROLLBACK")
        {
            tracing::error!(%error, "rollback failed");
        }
        self.is_open = false;
        self.answer(&Err(error.clone()));
    }

    fn answer(&mut self, outcome: &Outcome) {
        for waiting in self.waiting.drain(..) {
            // The receiver is gone when its request was cancelled; its work is committed all the same.
            let _ = waiting.send(outcome.clone());
        }
    }
}

impl Turn {
    pub(crate) fn query<T: FromRow>(&self, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
        self.with(|connection| read(connection, sql, params))
    }

    pub(crate) fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, Error> {
        self.with(|connection| execute(connection, sql, params))
    }

    pub(crate) fn batch(&self, sql: &str) -> Outcome {
        self.with(|connection| Ok(connection.execute_batch(sql)?))
    }

    fn with<T>(&self, run: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // A transaction that SQLite has rolled back has ended too: its statements would be committed one by one.
        let state = state.as_mut().filter(|state| state.is_open);
        let state = state.ok_or_else(|| Error::Other("the transaction has ended".to_owned()))?;
        let outcome = run(&state.connection);
        if let Err(error) = &outcome
            && state.connection.is_autocommit()
        {
            // SQLite has rolled the whole transaction back, with the turns that wait in it.
            state.abandon(error);
        }
        outcome
    }

    fn take(&self) -> Option<OwnedMutexGuard<State>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends the turn, and waits for the commit.
    pub(crate) async fn commit(&self) -> Outcome {
        let ended = {
            let mut state = self.take().ok_or_else(|| Error::Other("the transaction has ended".to_owned()))?;
            if let Err(error) = state.run("RELEASE turn") {
                state.undo_turn();
                return Err(error);
            }
            state.wait_for_commit()
        };
        self.committed(ended).await
    }

    /// Undoes the turn, and waits for the commit of the turns before it: the reason for undoing may rest on what they
    /// wrote, and the request must be able to read that to explain it.
    pub(crate) async fn rollback(&self) -> Outcome {
        let ended = {
            let Some(mut state) = self.take() else { return Ok(()) };
            state.undo_turn();
            if state.waiting.is_empty() {
                return Ok(());
            }
            state.wait_for_commit()
        };
        self.committed(ended).await
    }

    async fn committed(&self, ended: oneshot::Receiver<Outcome>) -> Outcome {
        let _ = self.committer.try_send(());
        ended.await.unwrap_or_else(|_| Err(Error::Unavailable("the writer has stopped".to_owned())))
    }
}

impl State {
    fn wait_for_commit(&mut self) -> oneshot::Receiver<Outcome> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.push(sender);
        receiver
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(mut state) = self.take() {
            state.undo_turn();
        }
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Outcome {
    let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(run);
    spawned.map(|_| ()).map_err(|error| Error::Unavailable(error.to_string()))
}

fn commit_when_ended(state: &Weak<FairMutex<State>>, ended: &Receiver<()>) {
    while ended.recv().is_ok() {
        let Some(state) = state.upgrade() else { return };
        state.blocking_lock().commit();
    }
}

/// Copies pages from the log to the database file beside the writer. Inside a commit the copying would delay every turn
/// of the group. SQLite before 3.51.3 could damage the log when two connections checkpoint
/// (<https://sqlite.org/wal.html#walresetbug>).
fn checkpoint_when_due(state: &Weak<FairMutex<State>>, connection: &Connection, due: &Receiver<()>) {
    while due.recv().is_ok() {
        if checkpoint(connection) < MAX_LOG_PAGES {
            continue;
        }
        // SQLite restarts the log once every page of it has been copied, which never happens while turns go on writing.
        // A second pass leaves few pages for the last one, during which turns wait.
        checkpoint(connection);
        let Some(state) = state.upgrade() else { return };
        let mut state = state.blocking_lock();
        state.commit();
        checkpoint(connection);
    }
}

/// Copies what readers do not hold back. Returns the size of the log in pages.
fn checkpoint(connection: &Connection) -> i64 {
    log_pages(connection, "PRAGMA wal_checkpoint(PASSIVE)").0
}

/// How many pages the log has that the database file does not.
fn pages_to_copy(connection: &Connection) -> i64 {
    let (pages, copied) = log_pages(connection, "PRAGMA wal_checkpoint(NOOP)");
    pages - copied
}

/// The pages in the log, and how many of them are in the database file too.
fn log_pages(connection: &Connection, pragma: &str) -> (i64, i64) {
    let counted = connection
        .prepare_cached(pragma)
        .and_then(|mut statement| statement.query_row([], |row| Ok((row.get(1)?, row.get(2)?))));
    counted.unwrap_or_else(|error| {
        tracing::warn!(%error, "checkpoint failed");
        (0, 0)
    })
}
