//! A look at the database before the demo opens it, because opening brings its schema up to date.

use anyhow::{Context as _, Result, bail};
use tala_store::{ReadOnlyDatabase, audit, people};

use super::marker::{DEMO_SEEDED, FOREIGN};
use crate::config::Config;
use crate::parts::{database_url, sqlite_file};

/// Refuses a database with people whom the demo did not make, whatever its schema's age, and leaves it as it is.
pub(super) async fn refuse_foreign(config: &Config) -> Result<()> {
    let url = database_url(config, "tala.db");
    if sqlite_file(&url).is_some_and(|file| !file.exists()) {
        return Ok(());
    }
    let database = ReadOnlyDatabase::open(&url).await.context("cannot open the database (database.url)")?;
    let foreign = is_foreign(&database).await;
    database.close();
    if foreign? {
        bail!(FOREIGN);
    }
    Ok(())
}

async fn is_foreign(database: &ReadOnlyDatabase) -> Result<bool> {
    let tables = database.tables().await?;
    let has_table = |name: &str| tables.iter().any(|table| table == name);
    if !has_table("people") || people::is_empty(database.reader()).await? {
        return Ok(false);
    }
    Ok(!(has_table("audit_log") && audit::has_action(database.reader(), DEMO_SEEDED).await?))
}
