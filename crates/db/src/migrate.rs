//! Schema migrations: numbered SQL texts, each applied once, all pending ones in one transaction.

use std::collections::HashSet;

use crate::{Backend, Connection, Database, Error, Transaction};

/// The key of the advisory lock that lets one server at a time migrate: any number that nothing else uses.
const ADVISORY_LOCK: i64 = 7_461_732;

/// One step of a schema's history.
#[derive(Clone, Debug)]
pub struct Migration {
    /// Its name; names sort in the order of the history.
    pub name: &'static str,
    /// Its statements, in the dialect of the database.
    pub sql: String,
}

impl Database {
    /// Applies the migrations that the table `history` does not name yet. Servers that start simultaneously wait for each
    /// other.
    ///
    /// # Errors
    /// [`Error::Other`] when the history names a step that is not in `migrations`: the database belongs to another or a
    /// newer program. Those of the statements; then nothing has been applied.
    pub async fn migrate(&self, history: &str, migrations: &[Migration]) -> Result<(), Error> {
        let tx = self.begin().await?;
        if tx.backend() == Backend::Postgres {
            // Without the notice that the table below exists. Another server's migration may take long.
            let settings = "SET LOCAL client_min_messages = warning; SET LOCAL lock_timeout = 0";
            tx.batch(&format!("{settings}; SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")).await?;
        }
        tx.batch(&format!("CREATE TABLE IF NOT EXISTS {history} (name text PRIMARY KEY)")).await?;
        let pending = pending(&tx, history, migrations).await?;
        let is_new = pending.len() == migrations.len();
        for migration in &pending {
            tx.batch(&migration.sql).await.map_err(|error| failure(migration.name, is_new, &error))?;
            let insert = format!("INSERT INTO {history} (name) VALUES ($1)");
            tx.execute(&insert, &[migration.name.into()]).await?;
        }
        tx.commit().await?;
        if let Some(last) = pending.last() {
            tracing::info!(history, applied = pending.len(), schema = last.name, "schema migrated");
        }
        Ok(())
    }
}

async fn pending<'m>(
    tx: &Transaction,
    history: &str,
    migrations: &'m [Migration],
) -> Result<Vec<&'m Migration>, Error> {
    let known: HashSet<&str> = migrations.iter().map(|migration| migration.name).collect();
    let applied = tx.query::<(String,)>(&format!("SELECT name FROM {history} ORDER BY name"), &[]).await?;
    if let Some((name,)) = applied.iter().find(|(name,)| !known.contains(name.as_str())) {
        return Err(Error::Other(format!(
            "the database contains the migration {name}, which this version does not contain: use the version that \
             applied it, or a newer one"
        )));
    }
    let applied: HashSet<&str> = applied.iter().map(|(name,)| name.as_str()).collect();
    Ok(migrations.iter().filter(|migration| !applied.contains(migration.name)).collect())
}

fn failure(name: &str, is_new: bool, error: &Error) -> Error {
    let advice = if is_new { "; the database is not empty and was not created by this program" } else { "" };
    Error::Other(format!("migration {name} failed: {error}{advice}"))
}
