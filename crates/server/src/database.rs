//! The database that the configuration names.

use std::path::Path;

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
