//! Inspects the database before the demo opens it, because opening migrates its schema.

use anyhow::{Context as _, Result, bail};
use tala_store::{ReadOnlyDatabase, audit, people};

use super::marker::{DEMO_SEEDED, NOT_A_DEMO_DATABASE};
use crate::config::Config;
use crate::database::{self, sqlite_path};

/// Rejects a database with people that the demo did not create. Reads only, and works with any schema version.
pub(super) async fn reject_other_database(config: &Config) -> Result<()> {
    let url = database::url(config, "tala.db");
    if sqlite_path(&url).is_some_and(|file| !file.exists()) {
        return Ok(());
    }
    let database = ReadOnlyDatabase::open(&url).await.context("cannot open the database (database.url)")?;
    let is_other = is_other_database(&database).await;
    database.close();
    if is_other? {
        bail!(NOT_A_DEMO_DATABASE);
    }
    Ok(())
}

async fn is_other_database(database: &ReadOnlyDatabase) -> Result<bool> {
    let tables = database.tables().await?;
    let has_table = |name: &str| tables.iter().any(|table| table == name);
    if !has_table("people") || people::is_empty(database.reader()).await? {
        return Ok(false);
    }
    Ok(!(has_table("audit_log") && audit::has_action(database.reader(), DEMO_SEEDED).await?))
}
