//! SQL that the product never says: to look at tables from outside, and to do damage that checks must find.

use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement};
use tala_store::{Store, StoreError};
use uuid::Uuid;

/// An id as it is written in SQL on this database.
pub fn id(store: &Store, id: Uuid) -> String {
    match store.backend() {
        DbBackend::Sqlite => format!("x'{}'", id.simple()),
        _ => format!("'{id}'"),
    }
}

/// Truth as it is written in SQL on this database.
pub fn truth(store: &Store, value: bool) -> &'static str {
    match (store.backend(), value) {
        (DbBackend::Sqlite, true) => "1",
        (DbBackend::Sqlite, false) => "0",
        (_, true) => "true",
        (_, false) => "false",
    }
}

/// Runs statements in one transaction, and says what the database says.
pub async fn attempt(store: &Store, statements: &[&str]) -> Result<(), StoreError> {
    let tx = store.begin_write().await?;
    for statement in statements {
        tx.execute_unprepared(statement).await?;
    }
    tx.commit().await
}

/// Runs one statement that must work.
pub async fn execute(store: &Store, statement: &str) {
    attempt(store, &[statement]).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// The rows of a query.
pub async fn rows(store: &Store, query: &str) -> Vec<QueryResult> {
    let statement = Statement::from_string(store.backend(), query);
    store.read().query_all_raw(statement).await.unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The whole number in the first column of the first row; zero for NULL.
pub async fn number(store: &Store, query: &str) -> i64 {
    let rows = rows(store, query).await;
    rows[0].try_get_by_index::<Option<i64>>(0).unwrap().unwrap_or(0)
}

/// The text in the first column of each row.
pub async fn texts(store: &Store, query: &str) -> Vec<String> {
    rows(store, query).await.iter().map(|row| row.try_get_by_index::<String>(0).unwrap()).collect()
}

/// How many rows a table (with a WHERE, if wanted) has.
pub async fn count(store: &Store, table: &str) -> i64 {
    number(store, &format!("SELECT count(*) FROM {table}")).await
}

/// Waits until somebody waits for a lock of somebody else. On PostgreSQL only; asks the server, again and again.
pub async fn somebody_waits(store: &Store) {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while number(store, waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}
