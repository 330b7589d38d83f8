//! SQL that the product never says: to look at tables from outside, and to do damage that checks must find.

use tala_db::{Backend, Connection, FromRow};
use tala_store::{Store, StoreError};
use uuid::Uuid;

use crate::server::MOST_LOOKS;

/// An id as it is written in SQL on this database.
pub fn id(store: &Store, id: Uuid) -> String {
    match store.backend() {
        Backend::Sqlite => format!("x'{}'", id.simple()),
        _ => format!("'{id}'::uuid"),
    }
}

/// Truth as it is written in SQL on this database.
pub fn truth(store: &Store, value: bool) -> &'static str {
    match (store.backend(), value) {
        (Backend::Sqlite, true) => "1",
        (Backend::Sqlite, false) => "0",
        (_, true) => "true",
        (_, false) => "false",
    }
}

/// SQL for the id of row `i` of a kind, where rows are made by number.
pub fn numbered(store: &Store, kind: i64) -> String {
    match store.backend() {
        Backend::Sqlite => format!("unhex(printf('%032x', {kind} * 1000000 + i))"),
        _ => format!("lpad(to_hex({kind} * 1000000 + i), 32, '0')::uuid"),
    }
}

/// Waits until nobody is in a transaction. One whose request was broken off ends a moment later, when the pool takes its connection
/// back; until then a worker passes by what it holds.
pub async fn all_transactions_ended(store: &Store) {
    if store.backend() == Backend::Postgres {
        let others = "SELECT count(*) FROM pg_stat_activity, pg_sleep(0.001)
                      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL";
        let mut looks = 0;
        while number(store, others).await > 0 {
            looks += 1;
            assert!(looks < MOST_LOOKS, "somebody stays in a transaction");
        }
    }
}

/// Runs statements in one transaction, and says what the database says.
pub async fn attempt(store: &Store, statements: &[&str]) -> Result<(), StoreError> {
    let tx = store.begin().await?;
    for statement in statements {
        tx.batch(statement).await?;
    }
    tx.commit().await
}

/// Runs one statement that must work.
pub async fn execute(store: &Store, statement: &str) {
    attempt(store, &[statement]).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// From now on the database takes no row of one owner into a table. Returns the statement that mends it.
pub async fn refuse_inserts(store: &Store, table: &str, column: &str, owner: Uuid) -> &'static str {
    refuse(store, "INSERT", (table, column), owner).await
}

/// From now on the database does not do this (`INSERT`, `UPDATE`) with rows of one owner in a column of a table. Returns the
/// statement that mends it.
pub async fn refuse(store: &Store, what: &str, (table, column): (&str, &str), owner: Uuid) -> &'static str {
    let owner = id(store, owner);
    match store.backend() {
        Backend::Sqlite => {
            let trigger = format!(
                "CREATE TRIGGER trouble BEFORE {what} ON {table} WHEN NEW.{column} = {owner}
                 BEGIN SELECT RAISE(ABORT, 'trouble'); END"
            );
            execute(store, &trigger).await;
            "DROP TRIGGER trouble"
        }
        _ => {
            let function = "CREATE OR REPLACE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS
                            $$ BEGIN RAISE EXCEPTION 'trouble'; END $$";
            execute(store, function).await;
            let trigger = format!(
                "CREATE TRIGGER trouble BEFORE {what} ON {table} FOR EACH ROW WHEN (NEW.{column} = {owner})
                 EXECUTE FUNCTION trouble()"
            );
            execute(store, &trigger).await;
            "DROP FUNCTION trouble CASCADE"
        }
    }
}

/// The rows of a query.
pub async fn rows<T: FromRow + Send + 'static>(store: &Store, query: &str) -> Vec<T> {
    store.read().query(query, &[]).await.unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The whole number in the first column of the first row; zero for NULL.
pub async fn number(store: &Store, query: &str) -> i64 {
    let rows = rows::<(Option<i64>,)>(store, query).await;
    rows[0].0.unwrap_or(0)
}

/// The text in the first column of each row.
pub async fn texts(store: &Store, query: &str) -> Vec<String> {
    rows(store, query).await.into_iter().map(|(text,)| text).collect()
}

/// Every column that holds text, with its table.
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
    assert!(names.len() > 100, "these are not all: {names:?}");
    let split = |name: &String| name.split_once('.').map(|(table, column)| (table.to_owned(), column.to_owned()));
    names.iter().filter_map(split).collect()
}

/// How many rows a table (with a WHERE, if wanted) has.
pub async fn count(store: &Store, table: &str) -> i64 {
    number(store, &format!("SELECT count(*) FROM {table}")).await
}

/// Waits until somebody waits for a lock of somebody else. On PostgreSQL only; asks the server, again and again.
pub async fn somebody_waits(store: &Store) {
    while !anybody_waits(store).await {
        tokio::task::yield_now().await;
    }
}

/// Whether somebody waits for a lock of somebody else now. On PostgreSQL only.
pub async fn anybody_waits(store: &Store) -> bool {
    count_waiting(store).await > 0
}

/// How many wait for a lock of somebody else now. On PostgreSQL only.
pub async fn count_waiting(store: &Store) -> i64 {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    number(store, waiting).await
}
