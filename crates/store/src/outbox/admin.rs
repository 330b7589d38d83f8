//! The outbox for administrators.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::JobId;
use uuid::Uuid;

use super::{ROUND, in_round};
use crate::sql::keyset::fetch_capped_count;
use crate::sql::{fetch_all, fetch_optional, from_micros, placeholders, to_micros};
use crate::{CappedCount, StoreError};

/// A job in the outbox.
#[derive(Clone, Debug)]
pub struct QueuedJob {
    /// Primary key.
    pub id: JobId,
    /// The kind of job.
    pub topic: String,
    /// The record that it is about.
    pub subject: Uuid,
    /// `ready`, `done` or `dead`.
    pub state: String,
    /// When it is due.
    pub run_at: Timestamp,
    /// Attempts since the last retry by an administrator.
    pub attempts: i64,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// When it was enqueued.
    pub created_at: Timestamp,
    /// When it became done or dead.
    pub finished_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    topic: String,
    subject_id: Uuid,
    state: String,
    run_at: i64,
    attempts: i64,
    last_error: Option<String>,
    created_at: i64,
    finished_at: Option<i64>,
}

impl TryFrom<Row> for QueuedJob {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: JobId(row.id),
            topic: row.topic,
            subject: row.subject_id,
            state: row.state,
            run_at: from_micros(row.run_at)?,
            attempts: in_round(row.attempts),
            last_error: row.last_error,
            created_at: from_micros(row.created_at)?,
            finished_at: row.finished_at.map(from_micros).transpose()?,
        })
    }
}

const SELECT: &str =
    "SELECT id, topic, subject_id, state, run_at, attempts, last_error, created_at, finished_at FROM outbox";

/// Which jobs to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobFilter {
    /// Ready, and due at this instant.
    Due(Timestamp),
    /// Failed permanently or too often.
    Dead,
}

impl JobFilter {
    /// The condition. Appends its parameters to `values`, which must be empty.
    fn condition(self, values: &mut Vec<Value>) -> String {
        match self {
            Self::Dead => "state = 'dead'".to_owned(),
            Self::Due(now) => {
                values.push(to_micros(now).into());
                "state = 'ready' AND run_at <= $1".to_owned()
            }
        }
    }
}

/// Counts jobs.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(conn: &C, filter: JobFilter) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let condition = filter.condition(&mut values);
    fetch_capped_count(conn, &format!("FROM outbox WHERE {condition}"), &values).await
}

/// Lists jobs, newest first, at most `limit`, after the job `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list<C: Connection>(
    conn: &C,
    filter: JobFilter,
    after: Option<JobId>,
    limit: u32,
) -> Result<Vec<QueuedJob>, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = filter.condition(&mut values);
    if let Some(after) = after {
        values.push(after.0.into());
        conditions.push_str(&format!(" AND id < ${}", values.len()));
    }
    let sql = format!("{SELECT} WHERE {conditions} ORDER BY id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Finds a job by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: JobId) -> Result<Option<QueuedJob>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE id = $1"), &[id.0.into()]).await
}

/// Lists the jobs whose subject or related record is one of `ids`, oldest first, at most 100.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_subjects<C: Connection>(conn: &C, ids: &[Uuid]) -> Result<Vec<QueuedJob>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places = placeholders(0, ids.len());
    let values: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
    // One index for each branch.
    let sql = format!(
        "SELECT * FROM ({SELECT} WHERE subject_id IN ({places}) UNION {SELECT} WHERE related_id IN ({places})) found
          ORDER BY id LIMIT 100"
    );
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Makes a dead job ready again, due now. Returns false if it is not dead.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn requeue_dead(tx: &Transaction, id: JobId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE outbox SET state = 'ready', run_at = $2, finished_at = NULL, attempts = (attempts / $3 + 1) * $3
                WHERE id = $1 AND state = 'dead'";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into(), ROUND.into()]).await? == 1)
}
