//! Calendar feeds: one private address for each person, which can be replaced (D32).

use jiff::Timestamp;
use tala_db::{Connection, Transaction};
use tala_domain::ids::PersonId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::to_micros;

/// Finds the secret part of a person's feed address.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_token<C: Connection>(conn: &C, person: PersonId) -> Result<Option<String>, StoreError> {
    let sql = "SELECT token FROM calendar_feeds WHERE person_id = $1";
    Ok(conn.query_opt::<(String,)>(sql, &[person.0.into()]).await?.map(|(token,)| token))
}

/// Finds the person whose feed has this token.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_owner<C: Connection>(conn: &C, token: &str) -> Result<Option<PersonId>, StoreError> {
    let sql = "SELECT person_id FROM calendar_feeds WHERE token = $1";
    Ok(conn.query_opt::<(Uuid,)>(sql, &[token.into()]).await?.map(|(person,)| PersonId(person)))
}

/// Sets a new token. The previous address stops working.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_token(tx: &Transaction, person: PersonId, token: &str, at: Timestamp) -> Result<(), StoreError> {
    let sql = "INSERT INTO calendar_feeds (person_id, token, created_at) VALUES ($1, $2, $3)
               ON CONFLICT (person_id) DO UPDATE SET token = excluded.token, created_at = excluded.created_at";
    tx.execute(sql, &[person.0.into(), token.into(), to_micros(at).into()]).await?;
    Ok(())
}

/// Deletes a person's feed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM calendar_feeds WHERE person_id = $1", &[person.0.into()]).await?;
    Ok(())
}
