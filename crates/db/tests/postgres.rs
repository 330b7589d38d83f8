//! Several hosts, and a replica that is away. Needs `scripts/with-postgres`.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::TcpListener;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use futures_util::poll;

use tala_db::{Connection, Database, Error, Options};
use tokio::time::timeout;

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

#[tokio::test]
async fn slow_read_delays_no_read_that_begins_later() {
    const LOCK: &str = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(4711)) AS locked";
    let (url, _) = with_host("");
    // One connection for the lock, one for the read that waits for it, one for everything else.
    let database = Database::open(&Options::new(url, 3)).await.unwrap();
    let tx = database.begin().await.unwrap();
    tx.query_one::<(i32,)>(LOCK, &[]).await.unwrap();
    let mut slow = Box::pin(database.reader().query_one::<(i32,)>(LOCK, &[]));
    let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted";
    loop {
        assert!(poll!(slow.as_mut()).is_pending());
        if tx.query_one::<(i64,)>(waiting, &[]).await.unwrap() == (1,) {
            break;
        }
    }
    let read = async |number: i64| database.reader().query_one::<(i64,)>("SELECT $1", &[number.into()]).await;
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(50) {
        assert!(poll!(slow.as_mut()).is_pending());
        assert_eq!(read(1).await.unwrap(), (1,));
    }
    let later = timeout(Duration::from_secs(20), join_all((0..200).map(&read))).await.unwrap();
    for (number, row) in (0..).zip(later) {
        assert_eq!(row.unwrap(), (number,));
    }
    tx.rollback().await;
    assert_eq!(slow.await.unwrap(), (1,));
}

#[tokio::test]
async fn statement_of_a_cancelled_request_ends_and_releases_its_locks() {
    const LOCK: &str = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(4712)) AS locked";
    let (url, _) = with_host("");
    let database = Database::open(&Options::new(url, 2)).await.unwrap();
    let cancelled = database.begin().await.unwrap();
    cancelled.query_one::<(i32,)>(LOCK, &[]).await.unwrap();
    let endless = "SELECT 1 FROM (SELECT pg_sleep(3600)) AS endless";
    assert!(timeout(Duration::from_millis(50), cancelled.query_one::<(i32,)>(endless, &[])).await.is_err());
    drop(cancelled);
    let next = database.begin().await.unwrap();
    assert_eq!(next.query_one::<(i32,)>(LOCK, &[]).await.unwrap(), (1,));
}

#[tokio::test]
async fn waiting_for_a_lock_ends_after_a_time() {
    const LOCK: &str = "SELECT 1 FROM (SELECT pg_advisory_xact_lock(4713)) AS locked";
    let (url, _) = with_host("");
    let database = Database::open(&Options::new(url, 2)).await.unwrap();
    let (first, second) = (database.begin().await.unwrap(), database.begin().await.unwrap());
    first.query_one::<(i32,)>(LOCK, &[]).await.unwrap();
    let refusal = timeout(Duration::from_secs(20), second.query_one::<(i32,)>(LOCK, &[])).await.unwrap();
    assert!(matches!(refusal, Err(Error::Serialization(_))), "{refusal:?}");
    second.rollback().await;
}

#[tokio::test]
async fn constant_reads_leave_a_connection_for_transactions() {
    let (url, _) = with_host("");
    let database = Database::open(&Options::new(url, 2)).await.unwrap();
    let read_on = async || loop {
        database.reader().query_one::<(i32,)>("SELECT 7", &[]).await.unwrap();
    };
    let reads = join_all((0..8).map(|_| Box::pin(read_on())));
    let writes = async {
        for _ in 0..20 {
            let tx = database.begin().await.unwrap();
            tx.query_one::<(i32,)>("SELECT 7", &[]).await.unwrap();
            tx.commit().await.unwrap();
        }
    };
    tokio::select! {
        _ = reads => {}
        () = writes => {}
    }
}
