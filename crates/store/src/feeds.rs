//! Private calendar feeds: one secret address for each person, which can be changed (D32).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::micros;

/// The secret part of somebody's feed address.
pub async fn find_token<C: Connection>(conn: &C, person: PersonId) -> Result<Option<String>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        token: String,
    }
    let sql = "SELECT token FROM calendar_feeds WHERE person_id = $1";
    Ok(conn.query_opt::<Row>(sql, &[person.0.into()]).await?.map(|row| row.token))
}

/// Whose feed has this secret.
pub async fn find_owner<C: Connection>(conn: &C, token: &str) -> Result<Option<PersonId>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        person_id: Uuid,
    }
    let sql = "SELECT person_id FROM calendar_feeds WHERE token = $1";
    Ok(conn.query_opt::<Row>(sql, &[token.into()]).await?.map(|row| PersonId(row.person_id)))
}

/// Gives a person's feed a new secret; the address before ends with that.
pub async fn set_token(tx: &Transaction, person: PersonId, token: &str, at: Timestamp) -> Result<(), StoreError> {
    let sql = "INSERT INTO calendar_feeds (person_id, token, created_at) VALUES ($1, $2, $3)
               ON CONFLICT (person_id) DO UPDATE SET token = excluded.token, created_at = excluded.created_at";
    tx.execute(sql, &[person.0.into(), token.into(), micros(at).into()]).await?;
    Ok(())
}

/// Ends a person's feed.
pub async fn delete(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM calendar_feeds WHERE person_id = $1", &[person.0.into()]).await?;
    Ok(())
}
