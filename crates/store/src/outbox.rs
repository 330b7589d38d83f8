//! The outbox: work that follows a change, written with it, done later, at least once.
//!
//! A claim pushes `run_at` forward by the lease, so a worker that dies gives its work back by itself; `attempts` is the
//! fencing token with which a late worker is refused.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::JobId;
use tala_domain::jobs::Job;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{first_id_at, instant, micros};

mod look;

pub use look::{Filed, Pile, find_by_id, list_by_subject, list_pile, revive, send_again};

/// After so many attempts a job is dead and waits for a person.
pub const MAX_ATTEMPTS: i64 = 12;
/// And not before this time, however many attempts were made.
pub const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(8);
/// Work that a person lets be tried again begins another round of attempts. Their number goes on rising, because it is the
/// fencing token: a round is so many.
const ROUND: i64 = 1_000;
const FIRST_BACKOFF_SECONDS: i64 = 15;
const LONGEST_BACKOFF_SECONDS: i64 = 6 * 3600;

/// A claimed piece of work.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Its id.
    pub id: JobId,
    /// What to do.
    pub job: Job,
    /// Which attempt this is, from 1; also the fencing token.
    pub attempt: i64,
    /// When the change happened that asked for it.
    pub created_at: Timestamp,
}

/// Where a piece of work stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing of that kind was ever asked for.
    Unknown,
    /// Waiting for its (next) attempt, or being worked on.
    Waiting(JobId),
    /// Done at this time.
    Done(Timestamp),
    /// Given up.
    Dead,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    payload: String,
    attempts: i64,
    created_at: i64,
}

impl TryFrom<Row> for Claimed {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: JobId(row.id),
            job: serde_json::from_str(&row.payload).map_err(|error| StoreError::Decode(error.to_string()))?,
            attempt: row.attempts,
            created_at: instant(row.created_at)?,
        })
    }
}

/// Enqueues jobs in the transaction of the change that asks for them. The same job for the same subject is enqueued once.
pub async fn enqueue(tx: &Transaction, jobs: &[(JobId, Job)], at: Timestamp) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let mut sql = String::from(
        "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at) VALUES ",
    );
    let mut values: Vec<Value> = vec![micros(at).into()];
    for (index, (id, job)) in jobs.iter().enumerate() {
        debug_assert!(Job::TOPICS.contains(&job.topic()), "{} is missing among Job::TOPICS", job.topic());
        let payload = serde_json::to_string(job).map_err(|error| StoreError::Other(error.to_string()))?;
        let first = values.len() + 1;
        let comma = if index == 0 { "" } else { ", " };
        sql.push_str(&format!("{comma}(${first}, ${}, ${}, ${}, 'ready', $1, 0, $1)", first + 1, first + 2, first + 3));
        values.extend([id.0.into(), job.topic().into(), job.subject().into(), payload.into()]);
    }
    sql.push_str(" ON CONFLICT DO NOTHING");
    tx.execute(&sql, &values).await?;
    Ok(())
}

/// Claims up to `limit` pieces of due work for the length of `lease`.
pub async fn claim_due(
    tx: &Transaction,
    now: Timestamp,
    lease: SignedDuration,
    limit: u32,
) -> Result<Vec<Claimed>, StoreError> {
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "WITH due AS MATERIALIZED
            (SELECT id FROM outbox WHERE state = 'ready' AND run_at <= $2 ORDER BY run_at LIMIT {limit} {skip_locked})
         UPDATE outbox SET run_at = $1, attempts = attempts + 1, last_error = NULL
          WHERE id IN (SELECT id FROM due) AND state = 'ready' AND run_at <= $2
         RETURNING id, payload, attempts, created_at"
    );
    let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
    let rows: Vec<Row> = tx.query(&sql, &[micros(until).into(), micros(now).into()]).await?;
    let mut claimed = Vec::new();
    for row in rows {
        let id = JobId(row.id);
        match Claimed::try_from(row) {
            Ok(job) => claimed.push(job),
            Err(error) => bury_unreadable(tx, id, &error, now).await?,
        }
    }
    Ok(claimed)
}

/// One piece of work that this version cannot read must not keep all others waiting: it is given up by itself.
async fn bury_unreadable(tx: &Transaction, id: JobId, error: &StoreError, now: Timestamp) -> Result<(), StoreError> {
    tracing::error!(job = %id, %error, "unreadable work given up");
    tx.execute(
        "UPDATE outbox SET state = 'dead', last_error = $2, finished_at = $3 WHERE id = $1",
        &[id.0.into(), error.to_string().into(), micros(now).into()],
    )
    .await?;
    Ok(())
}

/// Claims one piece of work now, whenever it was due, unless another worker holds it.
pub async fn claim_now(
    tx: &Transaction,
    id: JobId,
    now: Timestamp,
    lease: SignedDuration,
) -> Result<Option<Claimed>, StoreError> {
    let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
    let row: Option<Row> = tx
        .query_opt(
            "UPDATE outbox SET run_at = $2, attempts = attempts + 1, last_error = NULL
          WHERE id = $1 AND state = 'ready' AND (run_at <= $3 OR last_error IS NOT NULL)
         RETURNING id, payload, attempts, created_at",
            &[id.0.into(), micros(until).into(), micros(now).into()],
        )
        .await?;
    row.map(Claimed::try_from).transpose()
}

/// Marks work done. False when the lease was lost to another worker meanwhile.
pub async fn mark_done(tx: &Transaction, claimed: &Claimed, now: Timestamp) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = 'done', finished_at = $3, last_error = NULL
          WHERE id = $1 AND attempts = $2 AND state = 'ready'",
            &[claimed.id.0.into(), claimed.attempt.into(), micros(now).into()],
        )
        .await?;
    Ok(changed == 1)
}

/// Puts failed work back with a growing delay, or buries it: at once when `permanent`, or after [`MAX_ATTEMPTS`].
pub async fn mark_failed(
    tx: &Transaction,
    claimed: &Claimed,
    error: &str,
    permanent: bool,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // Somebody who asks again and again makes many attempts in a short time; only time gives work up.
    let waited = now.duration_since(claimed.created_at);
    let attempt = in_round(claimed.attempt);
    let dead = permanent || (attempt >= MAX_ATTEMPTS && waited >= GIVE_UP_AFTER);
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
                micros(run_at).into(),
                short_error.into(),
                dead.then_some(micros(now)).into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// Which attempt of its round this is, from 1.
fn in_round(attempt: i64) -> i64 {
    attempt % ROUND
}

/// How long to wait after attempt `attempt` (from 1): 15 s, 30 s, 1 min … at most 6 h.
pub fn backoff(attempt: i64) -> SignedDuration {
    let doublings = u32::try_from(attempt.saturating_sub(1).clamp(0, 20)).unwrap_or(20);
    let seconds = FIRST_BACKOFF_SECONDS.saturating_mul(2_i64.saturating_pow(doublings));
    SignedDuration::from_secs(seconds.min(LONGEST_BACKOFF_SECONDS))
}

/// Where the work of this topic for this subject stands.
pub async fn find_outcome<C: Connection>(conn: &C, topic: &str, subject: Uuid) -> Result<Outcome, StoreError> {
    #[derive(FromRow)]
    struct StateRow {
        id: Uuid,
        state: String,
        finished_at: Option<i64>,
    }
    let sql = "SELECT id, state, finished_at FROM outbox WHERE topic = $1 AND subject_id = $2";
    let Some(row) = conn.query_opt::<StateRow>(sql, &[topic.into(), subject.into()]).await? else {
        return Ok(Outcome::Unknown);
    };
    Ok(match (row.state.as_str(), row.finished_at) {
        ("done", Some(at)) => Outcome::Done(instant(at)?),
        ("dead", _) => Outcome::Dead,
        _ => Outcome::Waiting(JobId(row.id)),
    })
}

/// How many pieces of work wait (and are due), and how many are dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Backlog {
    /// Ready and due.
    pub due: i64,
    /// Given up.
    pub dead: i64,
}

/// Counts for `/metrics`.
pub async fn count_backlog<C: Connection>(conn: &C, now: Timestamp) -> Result<Backlog, StoreError> {
    let sql = "SELECT (SELECT count(*) FROM outbox WHERE state = 'ready' AND run_at <= $1) AS due,
                      (SELECT count(*) FROM outbox WHERE state = 'dead') AS dead";
    Ok(conn.query_opt(sql, &[micros(now).into()]).await?.unwrap_or(Backlog { due: 0, dead: 0 }))
}

/// Forgets up to `limit` pieces of work that were done before `before`. Returns how many. What is done was filed earlier still, and
/// ids are ordered in time, so the oldest are found without looking through all.
pub async fn delete_done_before(tx: &Transaction, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
    let sql = format!(
        "DELETE FROM outbox WHERE id IN
            (SELECT id FROM outbox WHERE id < $1 AND state = 'done' AND finished_at < $2 ORDER BY id LIMIT {limit})"
    );
    tx.execute(&sql, &[first_id_at(before).into(), micros(before).into()]).await
}
