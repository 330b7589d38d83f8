//! What the issuer asks of the program around it: time, randomness, outgoing mail, and two database handles.

use async_trait::async_trait;
use jiff::Timestamp;
use sea_orm::{
    DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode, TransactionOptions, TransactionTrait,
};

/// The time of day. Tests move it; production reads the system's.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> Timestamp;
}

/// Randomness good enough for secrets.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with unpredictable values.
    fn fill(&self, bytes: &mut [u8]);
}

/// Sends one mail. The issuer waits for the answer, so an implementation should queue rather than talk to a slow server.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands over a mail with a plain and an HTML body.
    ///
    /// # Errors
    /// A sentence for the log when the mail was not accepted; the person is then told to try again.
    async fn send(&self, to_name: &str, to_address: &str, subject: &str, text: &str, html: &str) -> Result<(), String>;
}

/// Handles to the database that holds the `issuer_` tables. Both may be clones of one pool on PostgreSQL; on SQLite
/// `writer` is the process's single writing connection.
#[derive(Clone, Debug)]
pub struct IssuerDb {
    /// Takes single statements and short transactions; never held across mail or password work.
    pub writer: DatabaseConnection,
    /// Takes plain reads.
    pub reader: DatabaseConnection,
}

impl IssuerDb {
    /// Begins a write that takes SQLite's write lock at once, so that a read inside it cannot become stale.
    pub(crate) async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        begin_immediate(&self.writer).await
    }
}

pub(crate) async fn begin_immediate(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    db.begin_with_options(TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    })
    .await
}
