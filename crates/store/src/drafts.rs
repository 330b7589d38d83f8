//! What a wizard has been told so far: kept as the client wrote it, under a version, so that nothing typed is lost.

use jiff::Timestamp;
use serde_json::Value;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::{count, instant, micros};

/// A stored draft.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The client's own form.
    pub body: Value,
    /// The step that was open, 0 to 4.
    pub step: u32,
    /// Rises by one with each save.
    pub version: i64,
    /// When it was saved.
    pub updated_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    body: String,
    step: i64,
    version: i64,
    updated_at: i64,
}

/// Somebody's draft.
pub async fn find_by_person<C: Connection>(conn: &C, person: PersonId) -> Result<Option<Draft>, StoreError> {
    let sql = "SELECT body, step, version, updated_at FROM teacher_drafts WHERE person_id = $1";
    let Some(row) = conn.query_opt::<Row>(sql, &[person.0.into()]).await? else { return Ok(None) };
    Ok(Some(Draft {
        body: serde_json::from_str(&row.body).map_err(|error| StoreError::Decode(error.to_string()))?,
        step: count(row.step)?,
        version: row.version,
        updated_at: instant(row.updated_at)?,
    }))
}

/// Saves over `expected` (0 when there is none yet). False when another tab saved in between.
pub async fn save(
    tx: &Transaction,
    person: PersonId,
    body: &Value,
    step: u32,
    expected: i64,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "INSERT INTO teacher_drafts (person_id, body, step, version, updated_at)
         SELECT $1, $2, $3, 1, $4 FROM people p WHERE p.id = $1
            AND ($5 = 0 OR EXISTS (SELECT 1 FROM teacher_drafts e WHERE e.person_id = $1))
         ON CONFLICT (person_id) DO UPDATE SET body = excluded.body, step = excluded.step,
            version = teacher_drafts.version + 1, updated_at = excluded.updated_at
         WHERE teacher_drafts.version = $5",
            &[person.0.into(), body.to_string().into(), i64::from(step).into(), micros(at).into(), expected.into()],
        )
        .await?;
    Ok(changed == 1)
}

/// Forgets a draft, once it has been submitted.
pub async fn delete(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM teacher_drafts WHERE person_id = $1", &[person.0.into()]).await?;
    Ok(())
}
