//! Several hosts, and a replica that is away. Needs `scripts/with-postgres`.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::TcpListener;

use tala_db::{Connection, Database, Options};

/// The test server's URL, and the same with another host before its own.
fn with_host(first: &str) -> (String, String) {
    let server = std::env::var("TALA_TEST_POSTGRES").unwrap();
    let (head, rest) = server.split_once('@').unwrap();
    let both = format!("{head}@{first},{rest}");
    (server, both)
}

#[tokio::test]
async fn host_that_does_not_answer_delays_nothing() {
    // Takes connections (the system does), and never says a word.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let (_, url) = with_host(&silent.local_addr().unwrap().to_string());
    let database = Database::open(&Options::new(url, 2)).await.unwrap();
    assert_eq!(database.reader().query_one::<(i32,)>("SELECT 7", &[]).await.unwrap(), (7,));
}

#[tokio::test]
async fn replica_that_is_away_is_read_from_the_primary() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (url, _) = with_host("");
    let options =
        Options { replica_url: Some(format!("postgres://postgres@{closed}/postgres")), ..Options::new(url, 2) };
    let database = Database::open(&options).await.unwrap();
    assert_eq!(database.replica().query_one::<(i32,)>("SELECT 7", &[]).await.unwrap(), (7,));
}
