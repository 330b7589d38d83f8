//! Records the store's statements and their query plans: to count queries, and to find those that scan a whole table.

use std::sync::Mutex;

use tala_db::{Backend, Connection, Error, FromRow, Value};
use tala_store::Store;

/// A statement with its parameters.
#[derive(Clone, Debug)]
pub struct Statement {
    pub sql: String,
    /// The values of `$1`, `$2`, ….
    pub params: Vec<Value>,
}

impl Statement {
    pub fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), params: Vec::new() }
    }
}

/// A connection that records each statement before running it.
pub struct Recorder<'a> {
    store: &'a Store,
    asked: Mutex<Vec<Statement>>,
}

impl<'a> Recorder<'a> {
    /// Records on this store's connections.
    pub fn new(store: &'a Store) -> Self {
        Self { store, asked: Mutex::default() }
    }

    /// Takes the statements recorded since the last call.
    pub fn asked(&self) -> Vec<Statement> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

impl Connection for Recorder<'_> {
    fn backend(&self) -> Backend {
        self.store.backend()
    }

    fn query<T: FromRow + Send + 'static>(
        &self,
        sql: &str,
        params: &[Value],
    ) -> impl Future<Output = Result<Vec<T>, Error>> + Send {
        self.asked.lock().unwrap().push(Statement { sql: sql.to_owned(), params: params.to_vec() });
        self.store.read().query(sql, params)
    }
}

/// The query plan of a statement, one line per step.
pub async fn plan(store: &Store, statement: &Statement) -> Vec<String> {
    let tx = store.begin().await.unwrap();
    let failed = |error| -> Vec<String> { panic!("{}: {error}", statement.sql) };
    if store.backend() == Backend::Sqlite {
        let sql = format!("EXPLAIN QUERY PLAN {}", statement.sql);
        let steps = tx.query::<(i64, i64, i64, String)>(&sql, &statement.params).await;
        return steps.map(|steps| steps.into_iter().map(|step| step.3).collect()).unwrap_or_else(failed);
    }
    // As for an SSD. With the default cost and only some ten thousand rows, the planner's choice would vary.
    tx.batch("SET LOCAL random_page_cost = 1.1").await.unwrap();
    let steps = tx.query::<(String,)>(&format!("EXPLAIN {}", statement.sql), &statement.params).await;
    steps.map(|steps| steps.into_iter().map(|step| step.0).collect()).unwrap_or_else(failed)
}

/// Whether a step scans one of these tables (by name or alias) completely. `SCAN b` is SQLite's word for a scan without
/// an index.
pub fn scans_table(step: &str, tables: &[&str]) -> bool {
    let step = step.trim_start_matches(['-', '>', ' ']);
    let step = step.strip_prefix("Parallel ").unwrap_or(step);
    tables.iter().any(|table| {
        [format!("Seq Scan on {table}"), format!("SCAN {table}")].iter().any(|words| {
            let rest = step.strip_prefix(words.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) && !step.contains("USING")
        })
    })
}
