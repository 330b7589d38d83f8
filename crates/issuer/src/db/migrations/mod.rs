//! Schema migrations, the same for both databases.

use tala_db::{Backend, Database, Migration};

use crate::error::IssuerError;

/// The table of applied migrations.
pub const MIGRATIONS_TABLE: &str = "issuer_migrations";

/// Names and SQL of all migrations in order. `{int}`, `{bool}` and `{strict}` are replaced per database.
const MIGRATIONS: [(&str, &str); 1] = [("0001_initial", include_str!("0001_initial.sql"))];

/// Creates or updates the issuer's tables. Safe to call from several servers concurrently.
///
/// # Errors
/// [`IssuerError::Database`] if a statement fails or the database was migrated by a newer version. Nothing is changed.
pub async fn migrate(db: &Database) -> Result<(), IssuerError> {
    Ok(db.migrate(MIGRATIONS_TABLE, &migrations(db.backend())).await?)
}

/// The names of the migrations that this version contains, in order.
#[must_use]
pub fn known_migrations() -> Vec<String> {
    MIGRATIONS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn migrations(backend: Backend) -> Vec<Migration> {
    MIGRATIONS.iter().map(|(name, sql)| Migration { name, sql: for_backend(sql, backend) }).collect()
}

fn for_backend(sql: &str, backend: Backend) -> String {
    let (int, bool, strict) = match backend {
        Backend::Sqlite => ("integer", "integer", "STRICT"),
        Backend::Postgres => ("bigint", "boolean", ""),
    };
    sql.replace("{int}", int).replace("{bool}", bool).replace("{strict}", strict)
}
