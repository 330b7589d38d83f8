//! Running prepared statements on a connection.

use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{CachedStatement, Connection};

use crate::error::Error;
use crate::row::{Columns, FromRow, Layout};
use crate::value::{Value, ValueRef};

/// How long a connection waits for another process that opens or recovers the file.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Prepared statements that each connection keeps.
const PREPARED_STATEMENTS: usize = 256;

/// Prepared statements stay as they are. Otherwise SQLite prepares a statement again whenever a parameter that it
/// compared with the condition of a partial index gets another value, which is nearly every time
/// (<https://sqlite.org/queryplanner-ng.html#qpstab>).
pub(super) fn keep_statements(connection: &Connection) -> Result<(), Error> {
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Runs a statement that returns rows.
pub(crate) fn read<T: FromRow>(connection: &Connection, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
    let mut statement = prepare(connection, sql, params)?;
    let layout = Layout::resolve::<T>(statement.column_names())?;
    let mut rows = statement.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(layout.read(row)?);
    }
    Ok(found)
}

/// Runs a statement, and returns how many rows it changed.
pub(crate) fn execute(connection: &Connection, sql: &str, params: &[Value]) -> Result<u64, Error> {
    let changed = prepare(connection, sql, params)?.raw_execute()?;
    u64::try_from(changed).map_err(|error| Error::Other(error.to_string()))
}

/// SQLite reads `$1` as a name, and numbers parameters by their first appearance: bind by the number in the name.
fn prepare<'c>(connection: &'c Connection, sql: &str, params: &[Value]) -> Result<CachedStatement<'c>, Error> {
    let mut statement = connection.prepare_cached(sql)?;
    for index in 1..=statement.parameter_count() {
        let number = statement.parameter_name(index).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
        let value = params.get(number.unwrap_or(index).wrapping_sub(1));
        let value = value.ok_or_else(|| Error::Other(format!("parameter {index} has no value")))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(statement)
}

impl Columns for rusqlite::Row<'_> {
    fn value(&self, index: usize) -> Result<ValueRef<'_>, Error> {
        let value = self.get_ref(index)?;
        value.try_into().map_err(|_| Error::Decode("text that is not UTF-8".to_owned()))
    }
}
