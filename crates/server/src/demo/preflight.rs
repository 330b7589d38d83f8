//! Inspects the database before the demo opens it, because opening migrates its schema.

use anyhow::{Context as _, Result, bail};
use tala_domain::audit_actions::AuditAction;
use tala_store::{ReadOnlyDatabase, audit, people};

use crate::config::Config;
use crate::database::{self, sqlite_path};

/// Error for a database that contains people but not the demo's audit event.
pub(super) const NOT_A_DEMO_DATABASE: &str =
    "this database was not created by the demo: set data.dir or database.url to an empty one";

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
    Ok(!(has_table("audit_log") && audit::has_action(database.reader(), AuditAction::DemoSeeded).await?))
}
