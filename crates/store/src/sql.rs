//! Small helpers around SeaORM's raw statements. `$1` placeholders and the text are the same on both databases.
//!
//! A `LIMIT` stands in the text: of one that is a parameter PostgreSQL's general plan expects a tenth of all rows, so it plans
//! anew at each call, and for a page of bookings that is nine tenths of the time.

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement, Value};
use uuid::Uuid;

use crate::error::StoreError;

pub(crate) mod words;

/// The last four bytes of a row's id.
pub(crate) const fn id_end(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "substr(uuid_send(id), 13, 4)",
        _ => "substr(id, 13, 4)",
    }
}

/// The smallest id (UUIDv7) that can have been made at this instant or later.
pub(crate) fn first_id_at(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}

/// Runs a statement and tells how many rows it changed.
pub(crate) async fn execute<C: ConnectionTrait>(
    conn: &C,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, StoreError> {
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, values);
    Ok(conn.execute_raw(statement).await?.rows_affected())
}

/// Says that a person has become a student or has applied as a teacher: no newcomer any more.
pub(crate) async fn set_arrived<C: ConnectionTrait>(conn: &C, person: Uuid) -> Result<(), StoreError> {
    execute(conn, "UPDATE people SET newcomer = FALSE WHERE id = $1 AND newcomer", [person.into()]).await?;
    Ok(())
}

/// The first row, if there is one.
pub(crate) async fn find<T: FromQueryResult, C: ConnectionTrait>(
    conn: &C,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Option<T>, StoreError> {
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, values);
    match conn.query_one_raw(statement).await? {
        Some(row) => Ok(Some(T::from_query_result(&row, "")?)),
        None => Ok(None),
    }
}

/// All rows.
pub(crate) async fn list<T: FromQueryResult, C: ConnectionTrait>(
    conn: &C,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<T>, StoreError> {
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, values);
    let rows = conn.query_all_raw(statement).await?;
    rows.iter().map(|row| T::from_query_result(row, "").map_err(StoreError::from)).collect()
}

/// Reads a stored instant.
pub(crate) fn instant(micros: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(micros).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// An instant as it is stored: UTC microseconds.
pub(crate) fn micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// Reads a stored count that can never be negative.
pub(crate) fn count(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// Reads stored text through a parser that knows the allowed words.
pub(crate) fn word<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| StoreError::Corrupt(format!("unknown word {text:?}")))
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

/// The one number that a statement selects as `number`.
pub(crate) async fn number<C: ConnectionTrait>(
    conn: &C,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<i64, StoreError> {
    #[derive(FromQueryResult)]
    struct Number {
        number: i64,
    }
    Ok(find::<Number, _>(conn, sql, values).await?.map_or(0, |row| row.number))
}

/// Words of our own as a list in SQL. None at all are a list that nothing is in.
pub(crate) fn words(words: impl Iterator<Item = &'static str>) -> String {
    let list = words.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ");
    if list.is_empty() { "NULL".to_owned() } else { list }
}
