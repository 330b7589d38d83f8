//! A database for one test, made and removed with it.

use std::sync::Arc;

use tala_store::{Store, StoreError};
use tempfile::TempDir;

use crate::server;

const CONNECTIONS: u32 = 12;

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file of its own.
    Sqlite,
    /// A database of its own on the server that `scripts/with-postgres` has started.
    Postgres,
}

/// An empty database. Cheap to clone; `run` gives it back when the test has passed.
#[derive(Clone, Debug)]
pub struct Database {
    /// Which engine it is on.
    pub kind: Kind,
    /// How to open it.
    pub url: String,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Folder { _folder: Arc<TempDir> },
    Server { name: String },
}

impl Database {
    async fn create(kind: Kind) -> Self {
        match kind {
            Kind::Sqlite => {
                let folder = tempfile::Builder::new().prefix("tala-test.").tempdir().unwrap();
                let url = format!("sqlite://{}", folder.path().join("tala.db").display());
                Self { kind, url, place: Place::Folder { _folder: Arc::new(folder) } }
            }
            Kind::Postgres => {
                let name = server::take().await;
                Self { kind, url: server::url_of(&name), place: Place::Server { name } }
            }
        }
    }

    /// Opens it with the product's own code, as one more server process would.
    pub async fn open(&self) -> Store {
        self.try_open().await.unwrap()
    }

    /// The same, for a test about opening.
    pub async fn try_open(&self) -> Result<Store, StoreError> {
        Store::open(&self.url, CONNECTIONS).await
    }

    async fn give_back(self) {
        if let Place::Server { name } = self.place {
            server::give_back(&name).await;
        }
    }
}

/// What a test wants to be handed.
pub trait Fixture: Sized {
    /// Makes it on an empty database.
    fn on(database: Database) -> impl Future<Output = Self>;
}

impl Fixture for Database {
    async fn on(database: Database) -> Self {
        database
    }
}

/// Runs a test on a fresh database. A database on which a test has failed stays, to be looked at.
pub fn run<F: Fixture>(kind: Kind, body: impl AsyncFnOnce(F)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(3).enable_all().build().unwrap();
    runtime.block_on(async {
        let database = Database::create(kind).await;
        let fixture = Box::pin(F::on(database.clone())).await;
        Box::pin(body(fixture)).await;
        database.give_back().await;
    });
}
