//! Helpers for SQL text and rows. `$1` placeholders and the text are the same on both databases.
//!
//! A `LIMIT` is part of the text, not a parameter: PostgreSQL assumes that a bound `LIMIT` returns a tenth of all rows,
//! rejects its generic plan and plans again at each call, which takes nine tenths of the time of a page of bookings.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use uuid::Uuid;

use crate::StoreError;

pub(crate) mod keyset;
pub(crate) mod search_terms;

/// Runs a query that returns at most one row, and converts it.
pub(crate) async fn fetch_optional<R, T>(
    conn: &impl Connection,
    sql: &str,
    values: &[Value],
) -> Result<Option<T>, StoreError>
where
    R: FromRow + Send + 'static,
    T: TryFrom<R, Error = StoreError>,
{
    conn.query_opt::<R>(sql, values).await?.map(T::try_from).transpose()
}

/// Runs a query and converts its rows.
pub(crate) async fn fetch_all<R, T>(conn: &impl Connection, sql: &str, values: &[Value]) -> Result<Vec<T>, StoreError>
where
    R: FromRow + Send + 'static,
    T: TryFrom<R, Error = StoreError>,
{
    conn.query::<R>(sql, values).await?.into_iter().map(T::try_from).collect()
}

/// Runs a query that returns one row with one integer, such as a `COUNT(*)`.
pub(crate) async fn fetch_count(conn: &impl Connection, sql: &str, values: &[Value]) -> Result<i64, StoreError> {
    Ok(conn.query_one::<(i64,)>(sql, values).await?.0)
}

/// Inserts a row with named columns, so that no value can get into another column. `on_conflict` is appended.
pub(crate) async fn insert_row(
    tx: &Transaction,
    table: &str,
    columns: Vec<(&str, Value)>,
    on_conflict: &str,
) -> Result<u64, StoreError> {
    let (names, values): (Vec<&str>, Vec<Value>) = columns.into_iter().unzip();
    let (names, values_sql) = (names.join(", "), placeholders(0, values.len()));
    tx.execute(&format!("INSERT INTO {table} ({names}) VALUES ({values_sql}) {on_conflict}"), &values).await
}

/// Converts a stored instant.
pub(crate) fn from_micros(micros: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(micros).map_err(|error| StoreError::Decode(error.to_string()))
}

/// The stored form of an instant: UTC microseconds.
pub(crate) fn to_micros(at: Timestamp) -> i64 {
    at.as_microsecond()
}

/// Converts a stored count, which cannot be negative.
pub(crate) fn to_u32(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|error| StoreError::Decode(error.to_string()))
}

/// Converts stored text to an enum by its parser.
pub(crate) fn parse_enum<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| StoreError::Decode(format!("unknown value {text:?}")))
}

/// Enum values as a list of SQL literals for `IN (…)`. `NULL` without values, which matches no row.
pub(crate) fn enum_list(values: impl Iterator<Item = &'static str>) -> String {
    let list = values.map(|value| format!("'{value}'")).collect::<Vec<_>>().join(", ");
    if list.is_empty() { "NULL".to_owned() } else { list }
}

/// `count` placeholders after the first `before`: `$3, $4, $5`. `NULL` for none, which matches no row.
pub(crate) fn placeholders(before: usize, count: usize) -> String {
    if count == 0 {
        return "NULL".to_owned();
    }
    let placeholders: Vec<String> = (1..=count).map(|number| format!("${}", before + number)).collect();
    placeholders.join(", ")
}

/// A pattern for `LIKE … ESCAPE '!'` that finds `text` anywhere in lower-case text. Only ASCII letters are folded, as
/// by `LOWER` on both databases.
pub(crate) fn like_pattern(text: &str) -> String {
    let escaped = text.to_ascii_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// SQL expression for the last four bytes of a row's id.
pub(crate) const fn id_suffix(backend: Backend) -> &'static str {
    match backend {
        Backend::Postgres => "substr(uuid_send(id), 13, 4)",
        _ => "substr(id, 13, 4)",
    }
}

/// The smallest id (UUIDv7) that can have been created at this instant or later.
pub(crate) fn first_id_at(at: Timestamp) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(millis, &[0; 10]).into_uuid()
}

/// A subquery for `id IN (…)`: the first `limit` ids for each of several conditions on `table` with the alias `t`.
///
/// Each condition is a query of its own that an index answers in the given order, so a page costs the same however many
/// rows the table has.
pub(crate) fn first_ids_per_condition(table: &str, conditions: &[String], order: &str, limit: u32) -> String {
    if conditions.is_empty() {
        return "NULL".to_owned();
    }
    let queries: Vec<String> = conditions
        .iter()
        .enumerate()
        .map(|(number, condition)| {
            format!(
                "SELECT id FROM
                   (SELECT t.id FROM {table} t WHERE {condition} ORDER BY {order} LIMIT {limit}) AS q{number}"
            )
        })
        .collect();
    queries.join(" UNION ALL ")
}

/// Clears `has_no_role` of a person who becomes a student or applies as a teacher.
pub(crate) async fn clear_has_no_role(tx: &Transaction, person: Uuid) -> Result<(), StoreError> {
    tx.execute("UPDATE people SET has_no_role = FALSE WHERE id = $1 AND has_no_role", &[person.into()]).await?;
    Ok(())
}
