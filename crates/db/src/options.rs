//! How to open a database.

/// The kind of a database, where its SQL differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

/// How to open a database.
#[derive(Clone, Debug)]
pub struct Options {
    /// `sqlite:<path>` or `postgres://…`, as libpq reads it. Of several hosts the one that accepts writes is used.
    pub url: String,
    /// A PostgreSQL standby for [`Database::replica`](crate::Database::replica); it may lag behind.
    pub replica_url: Option<String>,
    /// The size of each connection pool; on SQLite, how many long reads run simultaneously.
    pub max_connections: u32,
}

impl Options {
    /// The database at `url`, with at most `max_connections` connections and no replica.
    pub fn new(url: impl Into<String>, max_connections: u32) -> Self {
        Self { url: url.into(), replica_url: None, max_connections }
    }
}
