//! Helpers for SQL text. `$1` placeholders and the text are the same on both databases.
//!
//! A `LIMIT` is part of the text, not a parameter: PostgreSQL's generic plan expects a bound `LIMIT` to return a tenth of
//! all rows, so it plans again at each call, which takes nine tenths of the time of a page of bookings.

use jiff::Timestamp;
use tala_db::{Backend, Connection, Transaction, Value};
use uuid::Uuid;

use crate::StoreError;

pub(crate) mod words;

/// The last four bytes of a row's id.
pub(crate) const fn id_end(backend: Backend) -> &'static str {
    match backend {
        Backend::Postgres => "substr(uuid_send(id), 13, 4)",
        _ => "substr(id, 13, 4)",
    }
}

/// The smallest id (UUIDv7) that can have been made at this instant or later.
pub(crate) fn first_id_at(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}

/// Says that a person has become a student or has applied as a teacher: no newcomer any more.
pub(crate) async fn set_arrived(tx: &Transaction, person: Uuid) -> Result<(), StoreError> {
    tx.execute("UPDATE people SET newcomer = FALSE WHERE id = $1 AND newcomer", &[person.into()]).await?;
    Ok(())
}

/// Reads a stored instant.
pub(crate) fn instant(micros: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(micros).map_err(|error| StoreError::Decode(error.to_string()))
}

/// An instant as it is stored: UTC microseconds.
pub(crate) fn micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// Reads a stored count that can never be negative.
pub(crate) fn count(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|error| StoreError::Decode(error.to_string()))
}

/// Reads stored text through a parser that knows the allowed words.
pub(crate) fn word<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| StoreError::Decode(format!("unknown word {text:?}")))
}

/// `$3, $4, $5` for so many values after `before` others; `NULL` for none.
pub(crate) fn places(before: usize, count: usize) -> String {
    if count == 0 {
        return "NULL".to_owned();
    }
    let places: Vec<String> = (1..=count).map(|place| format!("${}", before + place)).collect();
    places.join(", ")
}

/// The newest ids of each of several kinds of rows, as the inside of `id IN (…)`: an index gives each kind's first `limit` ids,
/// so that a page costs the same however many rows there are. `wheres` are the conditions on `table`, called `t`, one for each
/// kind, and `order` is what an index of each kind ends with.
pub(crate) fn newest_of_each(table: &str, wheres: &[String], order: &str, limit: u32) -> String {
    if wheres.is_empty() {
        return "NULL".to_owned();
    }
    let kinds: Vec<String> = wheres
        .iter()
        .enumerate()
        .map(|(number, condition)| {
            format!(
                "SELECT id FROM (SELECT t.id FROM {table} t WHERE {condition} ORDER BY {order} LIMIT {limit}) AS kind{number}"
            )
        })
        .collect();
    kinds.join(" UNION ALL ")
}

/// What to look for anywhere in a text, as a pattern for `LIKE … ESCAPE '!'` on text in lower case (ASCII, as both databases do it).
pub(crate) fn pattern(text: &str) -> String {
    let escaped = text.to_ascii_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// The number in the first column of the first row, or zero.
pub(crate) async fn number<C: Connection>(conn: &C, sql: &str, values: &[Value]) -> Result<i64, StoreError> {
    Ok(conn.query_opt::<(i64,)>(sql, values).await?.map_or(0, |(number,)| number))
}

/// Words of our own as a list in SQL. None at all are a list that nothing is in.
pub(crate) fn words(words: impl Iterator<Item = &'static str>) -> String {
    let list = words.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ");
    if list.is_empty() { "NULL".to_owned() } else { list }
}
