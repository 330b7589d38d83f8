//! One database per test, created before it and removed after it.

use std::path::PathBuf;
use std::sync::Arc;

use tala_store::{Options, Store, StoreError};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::server;

const CONNECTIONS: u32 = 12;

/// Database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file in a temporary directory.
    Sqlite,
    /// A database on the server that `scripts/with-postgres` has started.
    Postgres,
}

/// An empty database. Cheap to clone; `run` releases it when the test has passed.
#[derive(Clone, Debug)]
pub struct Database {
    pub kind: Kind,
    /// Connection URL.
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

    /// Opens it with the product's code, as a further server process does.
    pub async fn open(&self) -> Store {
        self.try_open().await.unwrap()
    }

    /// As [`Self::open`], but returns the error.
    ///
    /// # Errors
    /// Those of [`Store::open`].
    pub async fn try_open(&self) -> Result<Store, StoreError> {
        Store::open(&Options::new(&self.url, CONNECTIONS)).await
    }

    /// A second empty database of the same kind. Release it at the end of the test.
    pub async fn another(&self) -> Self {
        Self::create(self.kind, std::env::temp_dir()).await
    }

    /// Releases a database that [`Self::another`] created.
    pub async fn release(self) {
        if let Place::Server { name } = self.place {
            server::release(&name).await;
        }
    }
}

/// The argument of a test function.
pub trait Fixture: Sized {
    /// Sets the fixture up on an empty database.
    fn on(database: Database) -> impl Future<Output = Self>;
}

impl Fixture for Database {
    async fn on(database: Database) -> Self {
        database
    }
}

/// Runs a test on an empty database. The database of a failed test is kept for inspection.
pub fn run<F: Fixture>(kind: Kind, body: impl AsyncFnOnce(F)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(3).enable_all().build().unwrap();
    run_on(&runtime, Database::create(kind, std::env::temp_dir()), body);
}

/// As [`run`], on a single thread, so that concurrent tasks run in the same order each time, as far as the database's
/// own threads allow. SQLite files are in `/dev/shm` where it exists: these tests take many steps and do not test the
/// disk.
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
        database.release().await;
    });
}
