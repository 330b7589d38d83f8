//! What the store asks of the database, and how the database goes about it: to count queries, and to find those that read a
//! whole table.

use std::sync::Mutex;

use async_trait::async_trait;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, ExecResult, QueryResult, Statement};
use tala_store::Store;

/// Asks like any connection, and keeps what was asked.
pub struct Recorder<'a> {
    store: &'a Store,
    asked: Mutex<Vec<Statement>>,
}

impl<'a> Recorder<'a> {
    /// For this store's connections.
    pub fn new(store: &'a Store) -> Self {
        Self { store, asked: Mutex::default() }
    }

    /// What was asked since the last time.
    pub fn asked(&self) -> Vec<Statement> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    fn keep(&self, statement: &Statement) {
        self.asked.lock().unwrap().push(statement.clone());
    }
}

#[async_trait]
impl ConnectionTrait for Recorder<'_> {
    fn get_database_backend(&self) -> DbBackend {
        self.store.backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.keep(&statement);
        self.store.read().execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.store.read().execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.keep(&statement);
        self.store.read().query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.keep(&statement);
        self.store.read().query_all_raw(statement).await
    }
}

/// How the database goes about a statement, a line for each step.
pub async fn plan(store: &Store, statement: &Statement) -> Vec<String> {
    let (words, column) = match store.backend() {
        DbBackend::Sqlite => ("EXPLAIN QUERY PLAN", 3),
        _ => ("EXPLAIN", 0),
    };
    let asked = Statement { sql: format!("{words} {}", statement.sql), ..statement.clone() };
    let tx = store.begin_write().await.unwrap();
    if store.backend() == DbBackend::Postgres {
        // As on a disk without moving parts; otherwise some ten thousand rows are so few that chance decides.
        tx.execute_unprepared("SET LOCAL random_page_cost = 1.1").await.unwrap();
    }
    let rows = tx.query_all_raw(asked).await.unwrap_or_else(|error| panic!("{}: {error}", statement.sql));
    rows.iter().map(|row| row.try_get_by_index::<String>(column).unwrap()).collect()
}

/// Whether a step reads a whole one of these tables, by its name or alias: `SCAN b` is SQLite's word for that without an
/// index.
pub fn reads_all(step: &str, tables: &[&str]) -> bool {
    let step = step.trim_start_matches(['-', '>', ' ']);
    let step = step.strip_prefix("Parallel ").unwrap_or(step);
    tables.iter().any(|table| {
        [format!("Seq Scan on {table}"), format!("SCAN {table}")].iter().any(|words| {
            let rest = step.strip_prefix(words.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) && !step.contains("USING")
        })
    })
}
