//! The database that the configuration names.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use tala_store::ReadOnlyDatabase;

use crate::config::Config;

/// Returns the configured URL, or that of the SQLite file with this name in the data directory.
pub fn url(config: &Config, file: &str) -> String {
    if config.database.url.is_empty() {
        format!("sqlite://{}", config.data.dir.join(file).display())
    } else {
        config.database.url.0.clone()
    }
}

/// Returns the path of the file that a `sqlite:` URL names, and `None` for PostgreSQL.
pub fn sqlite_path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    Some(Path::new(path.split('?').next().unwrap_or(path)))
}

pub(crate) fn options(config: &Config) -> tala_db::Options {
    tala_db::Options {
        url: url(config, "tala.db"),
        replica_url: (!config.database.replica_url.is_empty()).then(|| config.database.replica_url.0.clone()),
        max_connections: config.database.max_connections,
    }
}

/// Rejects a database whose schema is older than this program, or that does not exist. Reads only.
///
/// # Errors
/// With the command to run.
pub(crate) async fn require_current_schema(config: &Config) -> Result<()> {
    let application = tala_store::known_migrations();
    require_current(&url(config, "tala.db"), tala_store::MIGRATIONS_TABLE, &application).await?;
    if config.oidc.issuer.is_empty() {
        let issuer = tala_issuer::known_migrations();
        require_current(&url(config, "issuer.db"), tala_issuer::MIGRATIONS_TABLE, &issuer).await?;
    }
    Ok(())
}

async fn require_current(url: &str, table: &str, known: &[String]) -> Result<()> {
    let applied = match sqlite_path(url) {
        Some(file) if !file.exists() => Vec::new(),
        _ => {
            let database = ReadOnlyDatabase::open(url).await.context("cannot open the database (database.url)")?;
            let applied = database.applied_migrations(table).await;
            database.close();
            applied?
        }
    };
    if applied.is_empty() {
        bail!("this database has no tables yet: run `tala migrate` first, or start the server");
    }
    if known.iter().any(|name| !applied.contains(name)) {
        bail!("the database schema is older than this version of Tala: make a backup, then run `tala migrate`");
    }
    Ok(())
}
