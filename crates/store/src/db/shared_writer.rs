//! SQLite's writer: one connection, one turn at a time, and one commit shared by all turns that were waiting.
//!
//! The cost of a durable commit is the flush to disk. So a turn runs in a savepoint of an open transaction; when it
//! ends, the committer queues behind the turns that already wait (the lock is fair), and then commits for all of them.
//! A turn's `commit` returns only after that: nothing is acknowledged that a power cut could take back.

use std::sync::Arc;

use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use tokio::sync::{Mutex, Notify, OwnedMutexGuard, mpsc, oneshot};

use crate::error::StoreError;

type Finished = oneshot::Sender<Result<(), StoreError>>;

/// After so many turns their pages (some twenty each) are moved from the log into the file.
const TURNS_A_CHECKPOINT: usize = 100;

#[derive(Clone)]
pub(super) struct SharedWriter(Arc<Inner>);

struct Inner {
    connection: DatabaseConnection,
    state: Arc<Mutex<State>>,
    turn_ended: Arc<Notify>,
    /// Says that pages are to be moved.
    checkpoint: mpsc::Sender<()>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.turn_ended.notify_one();
    }
}

#[derive(Default)]
struct State {
    /// A transaction is open on the connection.
    open: bool,
    /// A savepoint is open: its turn is running, or was dropped without an end.
    in_turn: bool,
    /// Turns that have ended well and wait for the shared commit.
    finished: Vec<Finished>,
    /// Turns that have been committed since the last checkpoint was asked for.
    since_checkpoint: usize,
}

/// One writer's exclusive use of the connection, inside a savepoint.
pub(super) struct Turn {
    writer: SharedWriter,
    state: Option<OwnedMutexGuard<State>>,
}

impl SharedWriter {
    /// Takes over the connection (of a pool of exactly one) and starts the committer; on the second connection the log is
    /// moved into the file beside it, which in the middle of a commit would keep everybody waiting.
    pub(super) fn start(connection: DatabaseConnection, second: DatabaseConnection) -> Self {
        let turn_ended = Arc::new(Notify::new());
        let checkpoint = move_pages(second);
        let inner =
            Arc::new(Inner { connection, state: Arc::default(), turn_ended: Arc::clone(&turn_ended), checkpoint });
        let watched = Arc::downgrade(&inner);
        tokio::spawn(async move {
            loop {
                turn_ended.notified().await;
                let Some(inner) = watched.upgrade() else { break };
                Self(inner).commit_finished().await;
            }
        });
        Self(inner)
    }

    pub(super) fn connection(&self) -> &DatabaseConnection {
        &self.0.connection
    }

    /// Waits for its turn; turns are served in the order in which they asked.
    pub(super) async fn begin(&self) -> Result<Turn, StoreError> {
        let state = Arc::clone(&self.0.state).lock_owned().await;
        let writer = self.clone();
        to_its_end(async move { writer.open_turn(state).await }).await
    }

    async fn open_turn(self, mut state: OwnedMutexGuard<State>) -> Result<Turn, StoreError> {
        self.undo_abandoned_turn(&mut state).await;
        if state.open {
            state.in_turn = true;
            self.connection().execute_unprepared("SAVEPOINT turn").await?;
        } else {
            self.begin_with_turn().await?;
            state.open = true;
            state.in_turn = true;
        }
        Ok(Turn { writer: self, state: Some(state) })
    }

    /// A transaction that was left open against our knowledge (an answer that never came) is rolled back first.
    async fn begin_with_turn(&self) -> Result<(), StoreError> {
        let begin = "BEGIN IMMEDIATE; SAVEPOINT turn";
        if self.connection().execute_unprepared(begin).await.is_err() {
            let _ = self.connection().execute_unprepared("ROLLBACK").await;
            self.connection().execute_unprepared(begin).await?;
        }
        Ok(())
    }

    /// Commits what has finished so far.
    pub(super) async fn flush(&self) {
        let writer = self.clone();
        let committed = to_its_end(async move {
            writer.commit_finished().await;
            Ok(())
        });
        if let Err(error) = committed.await {
            tracing::error!(%error, "the shared commit was not finished");
        }
    }

    async fn commit_finished(&self) {
        let mut state = self.0.state.lock().await;
        self.undo_abandoned_turn(&mut state).await;
        if !state.open {
            return;
        }
        let outcome = self.connection().execute_unprepared("COMMIT").await.map(|_| ()).map_err(StoreError::from);
        if outcome.is_err() {
            self.abandon_transaction(&mut state, &outcome).await;
            return;
        }
        state.open = false;
        state.since_checkpoint += state.finished.len();
        if state.since_checkpoint >= TURNS_A_CHECKPOINT && self.0.checkpoint.try_send(()).is_ok() {
            state.since_checkpoint = 0;
        }
        answer(&mut state, &outcome);
    }

    /// A turn that was dropped (an error, a cancelled request) has left its savepoint: undo just that.
    async fn undo_abandoned_turn(&self, state: &mut State) {
        if !state.in_turn {
            return;
        }
        state.in_turn = false;
        let undone = self.connection().execute_unprepared("ROLLBACK TO turn; RELEASE turn").await;
        if let Err(error) = undone {
            // SQLite has given up the whole transaction (disk full, I/O error), and the finished turns with it.
            self.abandon_transaction(state, &Err(StoreError::from(error))).await;
        }
    }

    async fn abandon_transaction(&self, state: &mut State, outcome: &Result<(), StoreError>) {
        if let Err(error) = self.connection().execute_unprepared("ROLLBACK").await {
            tracing::debug!(%error, "no transaction left to roll back");
        }
        state.open = false;
        answer(state, outcome);
    }
}

/// Moves pages from the log into the file whenever it is told to, until nobody is left to tell. What it leaves the writer
/// moves, once there is too much of it. Two connections that do this need SQLite 3.51.3 or newer: before, a log that was begun
/// anew at that moment could be damaged.
fn move_pages(connection: DatabaseConnection) -> mpsc::Sender<()> {
    let (checkpoint, mut due) = mpsc::channel(1);
    tokio::spawn(async move {
        while due.recv().await.is_some() {
            if let Err(error) = connection.execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)").await {
                tracing::warn!(%error, "the log could not be moved into the file");
            }
        }
    });
    checkpoint
}

fn answer(state: &mut State, outcome: &Result<(), StoreError>) {
    for finished in state.finished.drain(..) {
        // A receiver that has gone away was a cancelled request; its work is committed all the same.
        let _ = finished.send(outcome.clone());
    }
}

impl Turn {
    pub(super) fn connection(&self) -> &DatabaseConnection {
        self.writer.connection()
    }

    /// Ends the turn well, after a last statement if there is one, and waits for the shared commit.
    pub(super) async fn commit(self, last: Option<Statement>) -> Result<(), StoreError> {
        let committed = to_its_end(self.release(last)).await?;
        committed.await.unwrap_or_else(|_| Err(StoreError::Unavailable("the writer has stopped".into())))
    }

    /// Puts the turn among the finished ones. When that fails, dropping it undoes it.
    async fn release(
        mut self,
        last: Option<Statement>,
    ) -> Result<oneshot::Receiver<Result<(), StoreError>>, StoreError> {
        let connection = self.connection();
        match last {
            Some(last) => {
                let sql = format!("{}; RELEASE turn", last.sql);
                connection.execute_raw(Statement { sql, ..last }).await?
            }
            None => connection.execute_unprepared("RELEASE turn").await?,
        };
        let (finished, committed) = oneshot::channel();
        if let Some(mut state) = self.state.take() {
            state.in_turn = false;
            state.finished.push(finished);
        }
        self.writer.0.turn_ended.notify_one();
        Ok(committed)
    }
}

/// Runs steps that belong together to their end, also when the request that asked for them is cancelled meanwhile:
/// otherwise the connection could be in another state than [`State`] says.
async fn to_its_end<T: Send + 'static>(
    steps: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(steps).await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
}

impl Drop for Turn {
    fn drop(&mut self) {
        // The guard is released, and the committer undoes what this turn left behind.
        if self.state.take().is_some() {
            self.writer.0.turn_ended.notify_one();
        }
    }
}
