//! A look at the database before the demo opens it, because opening brings its schema up to date.

use anyhow::{Context as _, Result, bail};
use tala_issuer::IssuerDb;
use tala_store::{audit, people};

use super::{FOREIGN, MARK};
use crate::config::Config;
use crate::parts::{database_url, sqlite_file};

/// Refuses a database with people whom the demo did not make, whatever its schema's age, and leaves it as it is.
pub(super) async fn refuse_foreign(config: &Config) -> Result<()> {
    let url = database_url(config, "tala.db");
    if sqlite_file(&url).is_some_and(|file| !file.exists()) {
        return Ok(());
    }
    // The issuer's way of opening stands in for the store's, which migrates.
    let db = IssuerDb::open_to_look(&url).await.context("cannot open the database (database.url)")?;
    let foreign = is_foreign(&db).await;
    db.reader.close().await?;
    if foreign? {
        bail!(FOREIGN);
    }
    Ok(())
}

async fn is_foreign(db: &IssuerDb) -> Result<bool> {
    if !db.has_table("people").await? || people::is_empty(&db.reader).await? {
        return Ok(false);
    }
    let marked = db.has_table("audit_log").await? && audit::has_action(&db.reader, MARK).await?;
    Ok(!marked)
}
