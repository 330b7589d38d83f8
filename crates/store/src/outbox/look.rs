//! What a person sees of the outbox, and may do with work that got stuck.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::JobId;
use uuid::Uuid;

use super::{ROUND, in_round};
use crate::StoreError;
use crate::sql::{instant, micros};

/// A filed piece of work.
#[derive(Clone, Debug)]
pub struct Filed {
    /// Its id.
    pub id: JobId,
    /// What kind.
    pub topic: String,
    /// What it is about.
    pub subject: Uuid,
    /// `ready`, `done` or `dead`.
    pub state: String,
    /// When it is tried next.
    pub run_at: Timestamp,
    /// How often it was tried, since a person let it be tried again if anybody did.
    pub attempts: i64,
    /// What went wrong last.
    pub last_error: Option<String>,
    /// When it was filed.
    pub created_at: Timestamp,
    /// When it was done or given up.
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

impl TryFrom<Row> for Filed {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: JobId(row.id),
            topic: row.topic,
            subject: row.subject_id,
            state: row.state,
            run_at: instant(row.run_at)?,
            attempts: in_round(row.attempts),
            last_error: row.last_error,
            created_at: instant(row.created_at)?,
            finished_at: row.finished_at.map(instant).transpose()?,
        })
    }
}

const SELECT: &str =
    "SELECT id, topic, subject_id, state, run_at, attempts, last_error, created_at, finished_at FROM outbox";

/// Which work to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    /// Waiting, and due by now.
    Due(Timestamp),
    /// Given up.
    Dead,
}

/// Work of a pile, newest first, at most `limit`, continuing after the work `after`.
pub async fn list_pile<C: Connection>(
    conn: &C,
    pile: Pile,
    after: Option<JobId>,
    limit: u32,
) -> Result<Vec<Filed>, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut wheres = match pile {
        Pile::Dead => "state = 'dead'".to_owned(),
        Pile::Due(now) => {
            values.push(micros(now).into());
            "state = 'ready' AND run_at <= $1".to_owned()
        }
    };
    if let Some(after) = after {
        values.push(after.0.into());
        wheres.push_str(&format!(" AND id < ${}", values.len()));
    }
    let sql = format!("{SELECT} WHERE {wheres} ORDER BY id DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Filed::try_from).collect()
}

/// A piece of work by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: JobId) -> Result<Option<Filed>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE id = $1"), &[id.0.into()]).await?.map(Filed::try_from).transpose()
}

/// All work about a subject, oldest first.
pub async fn list_by_subject<C: Connection>(conn: &C, subject: Uuid) -> Result<Vec<Filed>, StoreError> {
    let sql = format!("{SELECT} WHERE subject_id = $1 ORDER BY id LIMIT 100");
    conn.query::<Row>(&sql, &[subject.into()]).await?.into_iter().map(Filed::try_from).collect()
}

/// Lets work that was given up be tried once more, now. False when it was not given up.
pub async fn revive(tx: &Transaction, id: JobId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE outbox SET state = 'ready', run_at = $2, finished_at = NULL, attempts = (attempts / $3 + 1) * $3
                WHERE id = $1 AND state = 'dead'";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into(), ROUND.into()]).await? == 1)
}

/// Does the work of this topic for this subject again, whether it was done or given up. False when it has yet to be done.
pub async fn send_again(tx: &Transaction, topic: &str, subject: Uuid, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE outbox SET state = 'ready', run_at = $3, finished_at = NULL, attempts = (attempts / $4 + 1) * $4
                WHERE topic = $1 AND subject_id = $2 AND state IN ('done', 'dead')";
    Ok(tx.execute(sql, &[topic.into(), subject.into(), micros(now).into(), ROUND.into()]).await? == 1)
}
