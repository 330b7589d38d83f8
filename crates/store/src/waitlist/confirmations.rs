//! The email that confirms a waitlist entry, once for each address.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{PersonId, WaitlistConfirmationId, WaitlistId};
use tala_domain::time::Language;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_micros};

/// A confirmation and its recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// The address, as entered.
    pub email: String,
    /// The language of the page on which the visitor joined.
    pub language: Language,
}

#[derive(FromRow)]
struct Row {
    email: String,
    language: String,
}

/// Records the confirmation of an address. Returns false if the address has one.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_confirmation(
    tx: &Transaction,
    id: WaitlistConfirmationId,
    email_key: &str,
    language: Language,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO waitlist_confirmations (email_key, id, language, created_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (email_key) DO NOTHING";
    let values = [email_key.into(), id.0.into(), language.as_str().into(), to_micros(now).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Finds a confirmation whose address is on the waitlist.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_confirmation<C: Connection>(
    conn: &C,
    id: WaitlistConfirmationId,
) -> Result<Option<Confirmation>, StoreError> {
    let sql = "SELECT w.email, c.language FROM waitlist_confirmations c JOIN waitlist w ON w.email_key = c.email_key
                WHERE c.id = $1 ORDER BY w.id LIMIT 1";
    let row: Option<Row> = conn.query_opt(sql, &[id.0.into()]).await?;
    row.map(|row| Ok(Confirmation { email: row.email, language: parse_enum(&row.language, Language::parse)? }))
        .transpose()
}

/// Finds the confirmation of a person's address: its language, and when it was sent.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_confirmation_by_person<C: Connection>(
    conn: &C,
    person: PersonId,
) -> Result<Option<(Language, Timestamp)>, StoreError> {
    let sql = "SELECT language, created_at FROM waitlist_confirmations
                WHERE email_key = (SELECT email_key FROM people WHERE id = $1)";
    let row: Option<(String, i64)> = conn.query_opt(sql, &[person.0.into()]).await?;
    row.map(|(language, at)| Ok((parse_enum(&language, Language::parse)?, from_micros(at)?))).transpose()
}

/// Returns the language in which the person of an entry joined the waitlist.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_language<C: Connection>(conn: &C, entry: WaitlistId) -> Result<Language, StoreError> {
    let sql = "SELECT c.language FROM waitlist_confirmations c JOIN waitlist w ON w.email_key = c.email_key
                WHERE w.id = $1";
    let row: Option<(String,)> = conn.query_opt(sql, &[entry.0.into()]).await?;
    row.map_or(Ok(Language::English), |(language,)| parse_enum(&language, Language::parse))
}

/// Deletes all entries of a confirmation's address, with their invitations, and the confirmation. Does nothing if it is gone.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_by_confirmation(tx: &Transaction, id: WaitlistConfirmationId) -> Result<(), StoreError> {
    let entries = "email_key = (SELECT email_key FROM waitlist_confirmations WHERE id = $1)";
    for sql in [
        // Locks the entries first, as `mark_invited` does, so that a concurrent invitation is deleted too.
        format!("UPDATE waitlist SET updated_at = updated_at WHERE {entries}"),
        format!("DELETE FROM waitlist_invitations WHERE entry_id IN (SELECT id FROM waitlist WHERE {entries})"),
        format!("DELETE FROM waitlist WHERE {entries}"),
        "DELETE FROM waitlist_confirmations WHERE id = $1".to_owned(),
    ] {
        tx.execute(&sql, &[id.0.into()]).await?;
    }
    Ok(())
}
