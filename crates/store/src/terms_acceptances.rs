//! Which version of the terms a person accepted, and when.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::{from_micros, to_micros};

/// Records an acceptance. Returns false if the person had accepted the version already; the first instant stays.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, person: PersonId, version: &str, at: Timestamp) -> Result<bool, StoreError> {
    let sql = "INSERT INTO terms_acceptances (person_id, version, accepted_at) VALUES ($1, $2, $3)
               ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, &[person.0.into(), version.into(), to_micros(at).into()]).await? == 1)
}

/// Lists the versions that a person accepted, with the instants, newest last.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list<C: Connection>(conn: &C, person: PersonId) -> Result<Vec<(String, Timestamp)>, StoreError> {
    #[derive(FromRow)]
    struct Acceptance {
        version: String,
        accepted_at: i64,
    }
    let sql = "SELECT version, accepted_at FROM terms_acceptances WHERE person_id = $1 ORDER BY accepted_at, version";
    let rows: Vec<Acceptance> = conn.query(sql, &[person.0.into()]).await?;
    rows.into_iter().map(|row| Ok((row.version, from_micros(row.accepted_at)?))).collect()
}
