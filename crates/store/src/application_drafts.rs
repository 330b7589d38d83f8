//! Application drafts: the onboarding form in the client's own format, saved under a version.

use jiff::Timestamp;
use serde_json::Value;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::{from_micros, to_micros, to_u32};

/// A stored draft.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The form, not interpreted by the server.
    pub body: Value,
    /// The open step of the form, 0 to 4.
    pub step: u32,
    /// Incremented by each save.
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

/// Finds a person's draft.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_person<C: Connection>(conn: &C, person: PersonId) -> Result<Option<Draft>, StoreError> {
    let sql = "SELECT body, step, version, updated_at FROM application_drafts WHERE person_id = $1";
    let Some(row) = conn.query_opt::<Row>(sql, &[person.0.into()]).await? else { return Ok(None) };
    Ok(Some(Draft {
        body: serde_json::from_str(&row.body).map_err(|error| StoreError::Decode(error.to_string()))?,
        step: to_u32(row.step)?,
        version: row.version,
        updated_at: from_micros(row.updated_at)?,
    }))
}

/// Saves a draft over version `expected`, 0 if there is none. Returns false if another save was first.
///
/// # Errors
/// [`StoreError`] if a statement fails.
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
            "INSERT INTO application_drafts (person_id, body, step, version, updated_at)
         SELECT $1, $2, $3, 1, $4 FROM people p WHERE p.id = $1
            AND ($5 = 0 OR EXISTS (SELECT 1 FROM application_drafts e WHERE e.person_id = $1))
         ON CONFLICT (person_id) DO UPDATE SET body = excluded.body, step = excluded.step,
            version = application_drafts.version + 1, updated_at = excluded.updated_at
         WHERE application_drafts.version = $5",
            &[person.0.into(), body.to_string().into(), i64::from(step).into(), to_micros(at).into(), expected.into()],
        )
        .await?;
    Ok(changed == 1)
}

/// Deletes a draft, after it was submitted.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM application_drafts WHERE person_id = $1", &[person.0.into()]).await?;
    Ok(())
}
