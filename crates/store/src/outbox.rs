//! The outbox (D30): jobs that are inserted in the transaction that causes them, and run later at least once.
//!
//! A claim moves `run_at` to the end of the lease, so the job of a crashed worker becomes due again. `attempts` is the
//! fencing token: a worker whose lease was lost cannot change the job.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::JobId;
use tala_domain::jobs::Job;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{first_id_at, from_micros, to_micros};

mod admin;

pub use admin::{JobFilter, QueuedJob, count, find_by_id, list, list_by_subjects, requeue_dead};

/// A job that has failed this often is dead, once it has the age of [`MIN_AGE_OF_DEAD_JOB`].
pub const MAX_ATTEMPTS: i64 = 12;
/// Before this age, a job is retried however often it has failed.
pub const MIN_AGE_OF_DEAD_JOB: SignedDuration = SignedDuration::from_hours(8);
/// When an administrator retries a dead job, its attempts continue at the next multiple of this number. The fencing
/// token must grow, while attempts of the new round count from 0.
const ROUND: i64 = 1_000;
const FIRST_BACKOFF_SECONDS: i64 = 15;
const MAX_BACKOFF_SECONDS: i64 = 6 * 3600;

/// A claimed job.
#[derive(Clone, Debug)]
pub struct ClaimedJob {
    /// Primary key.
    pub id: JobId,
    /// The job.
    pub job: Job,
    /// The attempt, from 1: also the fencing token.
    pub attempt: i64,
    /// When it was enqueued.
    pub created_at: Timestamp,
}

/// The status of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobStatus {
    /// No such job was enqueued.
    Unknown,
    /// Ready, or claimed by a worker.
    Waiting(JobId),
    /// Done at this instant.
    Done(Timestamp),
    /// Failed permanently or too often.
    Dead,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    payload: String,
    attempts: i64,
    created_at: i64,
}

impl TryFrom<Row> for ClaimedJob {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: JobId(row.id),
            job: serde_json::from_str(&row.payload).map_err(|error| StoreError::Decode(error.to_string()))?,
            attempt: row.attempts,
            created_at: from_micros(row.created_at)?,
        })
    }
}

/// Enqueues jobs that are due now. A job with the same topic and subject as an existing one is ignored.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn enqueue(tx: &Transaction, jobs: &[(JobId, Job)], at: Timestamp) -> Result<(), StoreError> {
    enqueue_delayed(tx, jobs, at, SignedDuration::ZERO).await
}

/// Enqueues jobs that are due after `delay`, and can be withdrawn until then with [`delete_before_due`].
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn enqueue_delayed(
    tx: &Transaction,
    jobs: &[(JobId, Job)],
    at: Timestamp,
    delay: SignedDuration,
) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let mut sql = String::from(
        "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at, related_id) VALUES ",
    );
    let run_at = at.saturating_add(delay).unwrap_or(Timestamp::MAX);
    let mut values: Vec<Value> = vec![to_micros(at).into(), to_micros(run_at).into()];
    for (index, (id, job)) in jobs.iter().enumerate() {
        debug_assert!(Job::TOPICS.contains(&job.topic()), "{} is missing among Job::TOPICS", job.topic());
        let payload = serde_json::to_string(job).map_err(|error| StoreError::Other(error.to_string()))?;
        let first = values.len() + 1;
        let comma = if index == 0 { "" } else { ", " };
        let (topic, subject, body, related) = (first + 1, first + 2, first + 3, first + 4);
        sql.push_str(&format!("{comma}(${first}, ${topic}, ${subject}, ${body}, 'ready', $2, 0, $1, ${related})"));
        values.extend([id.0.into(), job.topic().into(), job.subject().into(), payload.into(), job.related().into()]);
    }
    sql.push_str(" ON CONFLICT DO NOTHING");
    tx.execute(&sql, &values).await?;
    Ok(())
}

/// Claims up to `limit` due jobs for the length of `lease`. Topics that this version does not know are left to the newer
/// servers that enqueue them during an upgrade.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn claim_due(
    tx: &Transaction,
    now: Timestamp,
    lease: SignedDuration,
    limit: u32,
) -> Result<Vec<ClaimedJob>, StoreError> {
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let topics = Job::TOPICS.join("', '");
    let sql = format!(
        "WITH due AS MATERIALIZED
            (SELECT id FROM outbox WHERE state = 'ready' AND run_at <= $2 AND topic IN ('{topics}')
              ORDER BY run_at LIMIT {limit} {skip_locked})
         UPDATE outbox SET run_at = $1, attempts = attempts + 1, last_error = NULL
          WHERE id IN (SELECT id FROM due) AND state = 'ready' AND run_at <= $2
         RETURNING id, payload, attempts, created_at"
    );
    let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
    let rows: Vec<Row> = tx.query(&sql, &[to_micros(until).into(), to_micros(now).into()]).await?;
    let mut claimed = Vec::new();
    for row in rows {
        let id = JobId(row.id);
        match ClaimedJob::try_from(row) {
            Ok(job) => claimed.push(job),
            Err(error) => mark_unreadable_dead(tx, id, &error, now).await?,
        }
    }
    Ok(claimed)
}

/// A job that this version cannot parse becomes dead, so that it does not block the others.
async fn mark_unreadable_dead(
    tx: &Transaction,
    id: JobId,
    error: &StoreError,
    now: Timestamp,
) -> Result<(), StoreError> {
    tracing::error!(job = %id, %error, "cannot parse job; moved to dead letters");
    tx.execute(
        "UPDATE outbox SET state = 'dead', last_error = $2, finished_at = $3 WHERE id = $1",
        &[id.0.into(), error.to_string().into(), to_micros(now).into()],
    )
    .await?;
    Ok(())
}

/// Claims a job before it is due, unless a worker has it.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn claim_now(
    tx: &Transaction,
    id: JobId,
    now: Timestamp,
    lease: SignedDuration,
) -> Result<Option<ClaimedJob>, StoreError> {
    let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
    let row: Option<Row> = tx
        .query_opt(
            "UPDATE outbox SET run_at = $2, attempts = attempts + 1, last_error = NULL
          WHERE id = $1 AND state = 'ready' AND (run_at <= $3 OR last_error IS NOT NULL)
         RETURNING id, payload, attempts, created_at",
            &[id.0.into(), to_micros(until).into(), to_micros(now).into()],
        )
        .await?;
    row.map(ClaimedJob::try_from).transpose()
}

/// Deletes a job that is not due yet. Returns false if it is due, or if a worker has it: then it may have had its effect.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_before_due(
    tx: &Transaction,
    topic: &str,
    subject: Uuid,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // A claim moves `run_at`, so the attempts are compared too.
    let sql = "DELETE FROM outbox
                WHERE topic = $1 AND subject_id = $2 AND state = 'ready' AND attempts = 0 AND run_at > $3";
    Ok(tx.execute(sql, &[topic.into(), subject.into(), to_micros(now).into()]).await? == 1)
}

/// Marks a job as done. Returns false if its lease was lost.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_done(tx: &Transaction, claimed: &ClaimedJob, now: Timestamp) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = 'done', finished_at = $3, last_error = NULL
          WHERE id = $1 AND attempts = $2 AND state = 'ready'",
            &[claimed.id.0.into(), claimed.attempt.into(), to_micros(now).into()],
        )
        .await?;
    Ok(changed == 1)
}

/// Schedules a failed job again with exponential backoff, or makes it dead: immediately if `permanent`, otherwise after
/// [`MAX_ATTEMPTS`]. Returns false if its lease was lost.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_failed(
    tx: &Transaction,
    claimed: &ClaimedJob,
    error: &str,
    permanent: bool,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // Retries by a person cause many attempts in a short time, so the age must be reached too.
    let waited = now.duration_since(claimed.created_at);
    let attempt = in_round(claimed.attempt);
    let dead = permanent || (attempt >= MAX_ATTEMPTS && waited >= MIN_AGE_OF_DEAD_JOB);
    let run_at = now.saturating_add(backoff(attempt)).unwrap_or(Timestamp::MAX);
    let short_error: String = error.chars().take(500).collect();
    let changed = tx
        .execute(
            "UPDATE outbox SET state = $3, run_at = $4, last_error = $5, finished_at = $6
          WHERE id = $1 AND attempts = $2 AND state = 'ready'",
            &[
                claimed.id.0.into(),
                claimed.attempt.into(),
                (if dead { "dead" } else { "ready" }).into(),
                to_micros(run_at).into(),
                short_error.into(),
                dead.then_some(to_micros(now)).into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// The attempt within its round, from 1.
fn in_round(attempt: i64) -> i64 {
    attempt % ROUND
}

/// The delay after an attempt (from 1): 15 s, 30 s, 1 min and so on, at most 6 h.
pub fn backoff(attempt: i64) -> SignedDuration {
    let doublings = u32::try_from(attempt.saturating_sub(1).clamp(0, 20)).unwrap_or(20);
    let seconds = FIRST_BACKOFF_SECONDS.saturating_mul(2_i64.saturating_pow(doublings));
    SignedDuration::from_secs(seconds.min(MAX_BACKOFF_SECONDS))
}

/// Finds the status of a job by topic and subject.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_status<C: Connection>(conn: &C, topic: &str, subject: Uuid) -> Result<JobStatus, StoreError> {
    #[derive(FromRow)]
    struct StateRow {
        id: Uuid,
        state: String,
        finished_at: Option<i64>,
    }
    let sql = "SELECT id, state, finished_at FROM outbox WHERE topic = $1 AND subject_id = $2";
    let Some(row) = conn.query_opt::<StateRow>(sql, &[topic.into(), subject.into()]).await? else {
        return Ok(JobStatus::Unknown);
    };
    match (row.state.as_str(), row.finished_at) {
        ("ready", _) => Ok(JobStatus::Waiting(JobId(row.id))),
        ("done", Some(at)) => Ok(JobStatus::Done(from_micros(at)?)),
        ("dead", _) => Ok(JobStatus::Dead),
        (state, _) => Err(StoreError::Decode(format!("job {} is {state} without a finish time", row.id))),
    }
}

/// Numbers of jobs that need attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Backlog {
    /// Ready and due.
    pub due: i64,
    /// Dead.
    pub dead: i64,
}

/// Counts due and dead jobs, for metrics.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_backlog<C: Connection>(conn: &C, now: Timestamp) -> Result<Backlog, StoreError> {
    let sql = "SELECT (SELECT count(*) FROM outbox WHERE state = 'ready' AND run_at <= $1) AS due,
                      (SELECT count(*) FROM outbox WHERE state = 'dead') AS dead";
    conn.query_one(sql, &[to_micros(now).into()]).await
}

/// Deletes up to `limit` jobs that were done before `before`. Returns how many. Their ids are older than that, so the
/// primary key finds them without a scan.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_done_before(tx: &Transaction, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
    let sql = format!(
        "DELETE FROM outbox WHERE id IN
            (SELECT id FROM outbox WHERE id < $1 AND state = 'done' AND finished_at < $2 ORDER BY id LIMIT {limit})"
    );
    tx.execute(&sql, &[first_id_at(before).into(), to_micros(before).into()]).await
}
