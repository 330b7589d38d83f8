//! The PostgreSQL server of the test run, and the databases on it.
//!
//! PostgreSQL takes half a second to create a database and much less to empty one, so databases are pooled: a table in
//! the server's own database lists the free ones. The database of a failed test is not released, so it can be
//! inspected.

use aws_lc_rs::rand::{SecureRandom, SystemRandom};
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Error, NoTls};

const ENVIRONMENT: &str = "TALA_TEST_POSTGRES";
/// Arbitrary key of an advisory lock. It serializes test processes while they create the table.
const LIST_LOCK: i64 = 2_718_281;
/// Upper bound of polls for one condition, at least a millisecond apart.
pub(crate) const MAX_POLLS: u32 = 10_000;

/// Takes an empty database with C collation; returns its name.
pub(crate) async fn take() -> String {
    let server = connect(&url()).await;
    run(&server, &format!("SELECT pg_advisory_lock({LIST_LOCK})")).await;
    run(&server, "CREATE TABLE IF NOT EXISTS tala_test_databases (name text PRIMARY KEY, free boolean NOT NULL)").await;
    run(&server, &format!("SELECT pg_advisory_unlock({LIST_LOCK})")).await;
    let free = "UPDATE tala_test_databases SET free = false WHERE name =
                    (SELECT name FROM tala_test_databases WHERE free LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING name";
    let row = server.client.query_opt(free, &[]).await.unwrap();
    let name = match row {
        Some(row) => row.get::<_, String>(0),
        None => {
            let name = format!("tala_test_{}", random_word());
            let options = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'";
            run(&server, &format!("CREATE DATABASE {name} {options}")).await;
            run(&server, &format!("INSERT INTO tala_test_databases (name, free) VALUES ('{name}', false)")).await;
            name
        }
    };
    server.close().await;
    let database = connect(&url_of(&name)).await;
    run(&database, "DROP SCHEMA public CASCADE; CREATE SCHEMA public").await;
    database.close().await;
    name
}

/// Terminates remaining connections to the database and returns it to the pool.
pub(crate) async fn release(name: &str) {
    let server = connect(&url()).await;
    // With its own timeout, pg_terminate_backend would poll every 100 ms, for one connection after the other.
    let terminate = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = '{name}' AND backend_type = 'client backend'"
    );
    let mut looks = 0;
    while count(&server, &terminate).await > 0 {
        looks += 1;
        assert!(looks < MAX_POLLS, "connections to {name} do not end");
        run(&server, "SELECT pg_sleep(0.001)").await;
    }
    run(&server, &format!("UPDATE tala_test_databases SET free = true WHERE name = '{name}'")).await;
    server.close().await;
}

/// Connection URL of a database on the server.
pub(crate) fn url_of(name: &str) -> String {
    let server = url();
    let (base, _) = server.rsplit_once('/').unwrap();
    format!("{base}/{name}")
}

fn url() -> String {
    match std::env::var(ENVIRONMENT) {
        Ok(url) if !url.is_empty() => url,
        _ => panic!(
            "this test needs PostgreSQL: {ENVIRONMENT} is not set. Run the tests as \
             `scripts/with-postgres cargo nextest run`, or point {ENVIRONMENT} at a server where databases may be made."
        ),
    }
}

/// A session for administration, independent of the product's code.
struct Session {
    client: Client,
    connection: JoinHandle<Result<(), Error>>,
}

impl Session {
    async fn close(self) {
        drop(self.client);
        self.connection.await.unwrap().unwrap();
    }
}

async fn connect(url: &str) -> Session {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    Session { client, connection: tokio::spawn(connection) }
}

async fn run(session: &Session, sql: &str) {
    session.client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

async fn count(session: &Session, sql: &str) -> i64 {
    session.client.query_one(sql, &[]).await.unwrap().get(0)
}

fn random_word() -> String {
    let mut bytes = [0; 8];
    SystemRandom::new().fill(&mut bytes).unwrap();
    format!("{:016x}", u64::from_be_bytes(bytes))
}
