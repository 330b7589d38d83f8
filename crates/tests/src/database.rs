//! A database for one test, made and removed with it.

use std::path::PathBuf;
use std::sync::Arc;

use tala_store::{Options, Store, StoreError};
use tempfile::TempDir;
use tokio::runtime::Runtime;

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
    async fn create(kind: Kind, folder: PathBuf) -> Self {
        match kind {
            Kind::Sqlite => {
                let folder = tempfile::Builder::new().prefix("tala-test.").tempdir_in(folder).unwrap();
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
        Store::open(&Options::new(&self.url, CONNECTIONS)).await
    }

    /// One more empty database of the same kind, for a test about two; to be given back when it has passed.
    pub async fn another(&self) -> Self {
        Self::create(self.kind, std::env::temp_dir()).await
    }

    /// Takes back what [`Self::another`] made.
    pub async fn give_back(self) {
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
    run_on(&runtime, Database::create(kind, std::env::temp_dir()), body);
}

/// The same on a single thread, so that what happens at once happens in the same order each time, as far as the database's
/// own threads allow. A SQLite file lies in memory where that is possible: such a test is about many steps, not about disks.
pub fn run_on_one_thread<F: Fixture>(kind: Kind, body: impl AsyncFnOnce(F)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    run_on(&runtime, Database::create(kind, folder), body);
}

fn run_on<F: Fixture>(runtime: &Runtime, database: impl Future<Output = Database>, body: impl AsyncFnOnce(F)) {
    runtime.block_on(async {
        let database = database.await;
        let fixture = Box::pin(F::on(database.clone())).await;
        Box::pin(body(fixture)).await;
        database.give_back().await;
    });
}
