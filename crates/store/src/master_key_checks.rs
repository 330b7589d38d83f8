//! The value by which a server recognizes the master key that encrypted this database.

use tala_db::{Connection, Transaction};
use uuid::Uuid;

use crate::StoreError;

/// Finds the value. `None` before the first start.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find<C: Connection>(conn: &C) -> Result<Option<String>, StoreError> {
    let found = conn.query_opt::<(String,)>("SELECT check_encrypted FROM master_key_checks", &[]).await?;
    Ok(found.map(|(value,)| value))
}

/// Stores the first value. Returns false if another server has stored one.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, value: &str) -> Result<bool, StoreError> {
    let sql = "INSERT INTO master_key_checks (id, check_encrypted) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, &[Uuid::nil().into(), value.into()]).await? == 1)
}

/// Replaces the value.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn replace(tx: &Transaction, value: &str) -> Result<(), StoreError> {
    tx.execute("UPDATE master_key_checks SET check_encrypted = $1", &[value.into()]).await?;
    Ok(())
}
