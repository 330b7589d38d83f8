//! Small helpers around SeaORM's raw statements. `$1` placeholders and the text are the same on both databases.

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::error::StoreError;

/// Runs a statement and tells how many rows it changed.
pub(crate) async fn execute<C: ConnectionTrait>(
    conn: &C,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, StoreError> {
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, values);
    Ok(conn.execute_raw(statement).await?.rows_affected())
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
