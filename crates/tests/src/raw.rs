//! SQL that the product does not contain: to inspect tables independently, and to cause damage that checks must find.

use tala_db::{Backend, Connection, FromRow};
use tala_store::{Store, StoreError};
use uuid::Uuid;

use crate::server::MAX_POLLS;

/// SQL literal of an id.
pub fn id(store: &Store, id: Uuid) -> String {
    match store.backend() {
        Backend::Sqlite => format!("x'{}'", id.simple()),
        _ => format!("'{id}'::uuid"),
    }
}

/// SQL literal of a boolean.
pub fn truth(store: &Store, value: bool) -> &'static str {
    match (store.backend(), value) {
        (Backend::Sqlite, true) => "1",
        (Backend::Sqlite, false) => "0",
        (_, true) => "true",
        (_, false) => "false",
    }
}

/// SQL expression for the id of row `i` of a kind, for generated rows.
pub fn numbered(store: &Store, kind: i64) -> String {
    match store.backend() {
        Backend::Sqlite => format!("unhex(printf('%032x', {kind} * 1000000 + i))"),
        _ => format!("lpad(to_hex({kind} * 1000000 + i), 32, '0')::uuid"),
    }
}

/// Waits until no other connection is in a transaction. The transaction of a cancelled request ends a little later,
/// when the pool takes its connection back; until then workers skip the rows it has locked.
pub async fn all_transactions_ended(store: &Store) {
    if store.backend() == Backend::Postgres {
        let others = "SELECT count(*) FROM pg_stat_activity, pg_sleep(0.001)
                      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL";
        let mut looks = 0;
        while number(store, others).await > 0 {
            looks += 1;
            assert!(looks < MAX_POLLS, "a transaction does not end");
        }
    }
}

/// Runs statements in one transaction and returns the database's result.
///
/// # Errors
/// That of the first statement the database rejects, or of the commit.
pub async fn attempt(store: &Store, statements: &[&str]) -> Result<(), StoreError> {
    let tx = store.begin().await?;
    for statement in statements {
        tx.batch(statement).await?;
    }
    tx.commit().await
}

/// Runs one statement that must succeed.
pub async fn execute(store: &Store, statement: &str) {
    attempt(store, &[statement]).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// Makes the database reject inserts of one owner's rows into a table. Returns the statement that removes the trigger.
pub async fn reject_inserts(store: &Store, table: &str, column: &str, owner: Uuid) -> &'static str {
    refuse(store, "INSERT", (table, column), owner).await
}

/// Makes the database reject this operation (`INSERT`, `UPDATE`) on one owner's rows, found by a column of a table.
/// Returns the statement that removes the trigger.
pub async fn refuse(store: &Store, what: &str, (table, column): (&str, &str), owner: Uuid) -> &'static str {
    let owner = id(store, owner);
    match store.backend() {
        Backend::Sqlite => {
            let trigger = format!(
                "CREATE TRIGGER reject_write BEFORE {what} ON {table} WHEN NEW.{column} = {owner}
                 BEGIN SELECT RAISE(ABORT, 'write rejected by the test'); END"
            );
            execute(store, &trigger).await;
            "DROP TRIGGER reject_write"
        }
        _ => {
            let function = "CREATE OR REPLACE FUNCTION reject_write() RETURNS trigger LANGUAGE plpgsql AS
                            $$ BEGIN RAISE EXCEPTION 'write rejected by the test'; END $$";
            execute(store, function).await;
            let trigger = format!(
                "CREATE TRIGGER reject_write BEFORE {what} ON {table} FOR EACH ROW WHEN (NEW.{column} = {owner})
                 EXECUTE FUNCTION reject_write()"
            );
            execute(store, &trigger).await;
            "DROP FUNCTION reject_write CASCADE"
        }
    }
}

pub async fn rows<T: FromRow + Send + 'static>(store: &Store, query: &str) -> Vec<T> {
    store.read().query(query, &[]).await.unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The integer in the first column of the first row; zero for NULL.
pub async fn number(store: &Store, query: &str) -> i64 {
    let rows = rows::<(Option<i64>,)>(store, query).await;
    rows[0].0.unwrap_or(0)
}

/// The text in the first column of each row.
pub async fn texts(store: &Store, query: &str) -> Vec<String> {
    rows(store, query).await.into_iter().map(|(text,)| text).collect()
}

/// Every text column with its table.
pub async fn text_columns(store: &Store) -> Vec<(String, String)> {
    let query = match store.backend() {
        Backend::Sqlite => {
            "SELECT t.name || '.' || c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
              WHERE t.type = 'table' AND LOWER(c.type) = 'text'"
        }
        _ => {
            "SELECT t.tablename || '.' || c.column_name FROM pg_tables t JOIN information_schema.columns c
                 ON c.table_schema = t.schemaname AND c.table_name = t.tablename
              WHERE t.schemaname = 'public' AND c.data_type IN ('text', 'character varying', 'json', 'jsonb')"
        }
    };
    let names = texts(store, query).await;
    assert!(names.len() > 100, "some text columns are missing: {names:?}");
    let split = |name: &String| name.split_once('.').map(|(table, column)| (table.to_owned(), column.to_owned()));
    names.iter().filter_map(split).collect()
}

/// Number of rows in a table, optionally with a WHERE clause.
pub async fn count(store: &Store, table: &str) -> i64 {
    number(store, &format!("SELECT count(*) FROM {table}")).await
}

/// Polls until a connection waits for a lock. PostgreSQL only.
pub async fn wait_for_lock_waiter(store: &Store) {
    while !has_lock_waiter(store).await {
        tokio::task::yield_now().await;
    }
}

/// Whether a connection waits for a lock. PostgreSQL only.
pub async fn has_lock_waiter(store: &Store) -> bool {
    count_lock_waiters(store).await > 0
}

/// Number of connections that wait for a lock. PostgreSQL only.
pub async fn count_lock_waiters(store: &Store) -> i64 {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    number(store, waiting).await
}
