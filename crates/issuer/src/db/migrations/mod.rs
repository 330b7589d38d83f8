//! The schema, one numbered step at a time, the same on both databases.

use tala_db::{Backend, Database, Migration};

use crate::error::IssuerError;

/// The table that names the issuer's schema steps that a database has.
pub const STEP_HISTORY: &str = "issuer_migrations";

/// All steps in order. In their text `{int}`, `{bool}` and `{strict}` stand for what differs between the databases.
const NAMES_AND_TEXTS: [(&str, &str); 1] = [("0001_initial", include_str!("0001_initial.sql"))];

/// Creates or updates the issuer's tables. Servers that start simultaneously wait for each other.
///
/// # Errors
/// When the database refuses, or was changed by a newer version; nothing is changed then.
pub async fn migrate(db: &Database) -> Result<(), IssuerError> {
    Ok(db.migrate(STEP_HISTORY, &steps(db.backend())).await?)
}

/// The issuer's schema steps that this program knows, in order.
#[must_use]
pub fn known_steps() -> Vec<String> {
    NAMES_AND_TEXTS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn steps(backend: Backend) -> Vec<Migration> {
    NAMES_AND_TEXTS.iter().map(|(name, sql)| Migration { name, sql: in_dialect(sql, backend) }).collect()
}

fn in_dialect(sql: &str, backend: Backend) -> String {
    let (int, bool, strict) = match backend {
        Backend::Sqlite => ("integer", "integer", "STRICT"),
        Backend::Postgres => ("bigint", "boolean", ""),
    };
    sql.replace("{int}", int).replace("{bool}", bool).replace("{strict}", strict)
}
