//! The only writing connection of this process, with group commit.
//!
//! The cost of a durable commit is the flush to disk. Each transaction is a savepoint ("turn") of one open SQLite
//! transaction. When a turn ends, the committer thread queues for the connection. The lock is fair, so turns that are
//! queued already run first and join the group; then one `COMMIT` makes the whole group durable. [`Turn::commit`] returns
//! only after that, so nothing is acknowledged that a power cut could undo.
//!
//! Statements run on the thread that polls the transaction: most take microseconds, and handing them to another thread
//! would take longer than running them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{Mutex as FairMutex, OwnedMutexGuard, oneshot};
use tokio::time::{Instant, sleep, timeout_at};

use super::statement::{execute, read};
use crate::ACQUIRE_TIMEOUT;
use crate::error::Error;
use crate::row::FromRow;
use crate::value::Value;

/// The checkpointer runs when this many frames of the WAL (40 MB, about 500 bookings) are not in the database file yet. A
/// checkpoint flushes and writes while commits wait for the same disk, so it should be rare.
const FRAMES_PER_CHECKPOINT: i64 = 10_000;
/// From this size of the whole WAL on (100 MB, as `journal_size_limit`), the checkpointer ends with a pass under the
/// writer's lock, so that the next write can restart the WAL unless a reader still uses it.
const MAX_WAL_FRAMES: i64 = 25_000;
/// Delay before the next checkpoint while a reader needs the rest of the WAL.
const READER_PAUSE: Duration = Duration::from_millis(100);
/// Delay before `BEGIN` is tried again while another process holds the write lock.
const BUSY_RETRY_DELAY: Duration = Duration::from_millis(5);

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
    /// Turns that have ended and wait for the commit of the group.
    waiters: Vec<oneshot::Sender<Outcome>>,
    checkpointer: SyncSender<()>,
}

/// One transaction: exclusive use of the connection, inside a savepoint. Dropping it rolls it back.
pub(crate) struct Turn {
    /// `None` once the turn has ended.
    state: Mutex<Option<OwnedMutexGuard<State>>>,
    committer: SyncSender<()>,
}

impl Writer {
    pub(super) fn start(connection: Connection, checkpointer: Connection) -> Result<Self, Error> {
        // No busy timeout: `begin` tries again asynchronously instead of blocking the thread.
        connection.busy_timeout(Duration::ZERO)?;
        let (checkpoint, due) = sync_channel(1);
        let state = State { connection, is_open: false, waiters: Vec::new(), checkpointer: checkpoint };
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
        let deadline = Instant::now() + ACQUIRE_TIMEOUT;
        let unavailable = || Error::Unavailable("the writer did not become free in time".to_owned());
        let state = timeout_at(deadline, Arc::clone(&self.state).lock_owned()).await;
        let mut state = state.map_err(|_| unavailable())?;
        while let Err(error) = state.begin_turn() {
            // Another process writes (SQLITE_BUSY).
            if !matches!(error, Error::Serialization(_)) {
                return Err(error);
            }
            if Instant::now() > deadline {
                return Err(unavailable());
            }
            sleep(BUSY_RETRY_DELAY).await;
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

    /// Rolls the current turn back, and the whole transaction when no other turn waits in it.
    fn roll_back_turn(&mut self) {
        if !self.is_open {
            return;
        }
        let undone = if self.waiters.is_empty() {
            self.is_open = false;
            self.run("ROLLBACK")
        } else {
            self.run("ROLLBACK TO turn").and_then(|()| self.run("RELEASE turn"))
        };
        if let Err(error) = undone {
            self.abort_group(&error);
        }
    }

    /// Makes all turns that wait durable.
    fn commit(&mut self) {
        if !self.is_open {
            return;
        }
        if let Err(error) = self.run("COMMIT") {
            self.abort_group(&error);
            return;
        }
        self.is_open = false;
        self.notify_waiters(&Ok(()));
        if count_frames(&self.connection).uncopied() >= FRAMES_PER_CHECKPOINT {
            let _ = self.checkpointer.try_send(());
        }
    }

    /// Ends a transaction that cannot be committed (a full disk, an I/O error), with all turns in it.
    fn abort_group(&mut self, error: &Error) {
        if !self.connection.is_autocommit()
            && let Err(error) = self.run("ROLLBACK")
        {
            tracing::error!(%error, "rollback failed");
        }
        self.is_open = false;
        self.notify_waiters(&Err(error.clone()));
    }

    fn notify_waiters(&mut self, outcome: &Outcome) {
        for waiter in self.waiters.drain(..) {
            // A cancelled request has dropped its receiver; its transaction is committed anyway.
            let _ = waiter.send(outcome.clone());
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
        // After SQLite's own rollback the connection is in autocommit mode: no further statement of the turn may run.
        let state = state.as_mut().filter(|state| state.is_open);
        let state = state.ok_or_else(|| Error::Other("the transaction has ended".to_owned()))?;
        let outcome = run(&state.connection);
        if let Err(error) = &outcome
            && state.connection.is_autocommit()
        {
            // SQLite has rolled the whole transaction back, with the turns that wait in it.
            state.abort_group(error);
        }
        outcome
    }

    fn take(&self) -> Option<OwnedMutexGuard<State>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends the turn, and waits for the commit.
    pub(crate) async fn commit(&self) -> Outcome {
        let commit = {
            let mut state = self.take().ok_or_else(|| Error::Other("the transaction has ended".to_owned()))?;
            if let Err(error) = state.run("RELEASE turn") {
                state.roll_back_turn();
                return Err(error);
            }
            state.join_group()
        };
        self.group_committed(commit).await
    }

    /// Rolls the turn back, and waits for the commit of the turns before it in the group: it may have read their rows, and
    /// the request must be able to read them too when it explains why it failed.
    pub(crate) async fn rollback(&self) -> Outcome {
        let commit = {
            let Some(mut state) = self.take() else { return Ok(()) };
            state.roll_back_turn();
            if state.waiters.is_empty() {
                return Ok(());
            }
            state.join_group()
        };
        self.group_committed(commit).await
    }

    async fn group_committed(&self, commit: oneshot::Receiver<Outcome>) -> Outcome {
        let _ = self.committer.try_send(());
        commit.await.unwrap_or_else(|_| Err(Error::Unavailable("the writer has stopped".to_owned())))
    }
}

impl State {
    fn join_group(&mut self) -> oneshot::Receiver<Outcome> {
        let (sender, receiver) = oneshot::channel();
        self.waiters.push(sender);
        receiver
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(mut state) = self.take() {
            state.roll_back_turn();
        }
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Outcome {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(run);
    spawned.map(|_| ()).map_err(|error| Error::Unavailable(error.to_string()))
}

fn commit_when_ended(state: &Weak<FairMutex<State>>, ended: &Receiver<()>) {
    while ended.recv().is_ok() {
        let Some(state) = state.upgrade() else { return };
        state.blocking_lock().commit();
    }
}

/// Copies frames from the WAL to the database file beside the writer; inside a commit that would delay every turn of the
/// group. No other connection may checkpoint before SQLite 3.51.3: <https://sqlite.org/wal.html#walresetbug>.
fn checkpoint_when_due(state: &Weak<FairMutex<State>>, connection: &Connection, due: &Receiver<()>) {
    while due.recv().is_ok() {
        let before = count_frames(connection);
        if before.uncopied() < FRAMES_PER_CHECKPOINT {
            // The signal came during the last checkpoint.
            continue;
        }
        let first = checkpoint(connection);
        if first.in_wal < MAX_WAL_FRAMES && first.copied != before.copied {
            continue;
        }
        // The WAL can restart only when all of it has been copied, which never happens while turns go on writing. The
        // second pass leaves little for the third, which blocks them.
        let second = checkpoint(connection);
        if second.copied == first.copied && second.uncopied() > 0 {
            // A reader needs the rest of the WAL. Copying it later must not block the turns either.
            thread::sleep(READER_PAUSE);
            continue;
        }
        let Some(state) = state.upgrade() else { return };
        let mut state = state.blocking_lock();
        state.commit();
        checkpoint(connection);
    }
}

/// The state of the WAL, in frames.
struct Frames {
    in_wal: i64,
    /// Frames that are in the database file too.
    copied: i64,
}

impl Frames {
    fn uncopied(&self) -> i64 {
        self.in_wal - self.copied
    }
}

/// Copies the frames that no reader needs any more.
fn checkpoint(connection: &Connection) -> Frames {
    run_checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)")
}

/// `NOOP` (SQLite 3.51) only counts; an older version would run a passive checkpoint here.
fn count_frames(connection: &Connection) -> Frames {
    run_checkpoint(connection, "PRAGMA wal_checkpoint(NOOP)")
}

fn run_checkpoint(connection: &Connection, pragma: &str) -> Frames {
    let frames = connection.prepare_cached(pragma).and_then(|mut statement| {
        statement.query_row([], |row| Ok(Frames { in_wal: row.get(1)?, copied: row.get(2)? }))
    });
    frames.unwrap_or_else(|error| {
        tracing::warn!(%error, "{pragma} failed");
        Frames { in_wal: 0, copied: 0 }
    })
}
