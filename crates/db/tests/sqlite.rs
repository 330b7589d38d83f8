//! What only SQLite has: reads in place, one writer for all, and other processes on the same file.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use tala_db::{Connection, Database, Error, Options, Reader};
use tempfile::TempDir;

async fn open(folder: &TempDir) -> Database {
    let url = format!("sqlite://{}/a%20file.db?mode=rwc", folder.path().display());
    let database = Database::open(&Options::new(url, 2)).await.unwrap();
    let tx = database.begin().await.unwrap();
    tx.batch("CREATE TABLE IF NOT EXISTS numbers (n integer) STRICT").await.unwrap();
    tx.commit().await.unwrap();
    database
}

async fn count(reader: &Reader) -> i64 {
    reader.query_one::<(i64,)>("SELECT count(*) FROM numbers", &[]).await.unwrap().0
}

const LONG: &str =
    "WITH RECURSIVE n (i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2) SELECT sum(i), count(*) FROM n";

#[tokio::test]
async fn long_read_lets_other_tasks_run() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    let has_run = Arc::new(AtomicBool::new(false));
    let other = Arc::clone(&has_run);
    let other = tokio::spawn(async move { other.store(true, Ordering::Relaxed) });
    let short = database.reader().query_one::<(i64, i64)>(LONG, &[1.into(), 10.into()]).await.unwrap();
    assert_eq!((short, has_run.load(Ordering::Relaxed)), ((55, 10), false), "a short read runs in place");
    let long = database.reader().query_one::<(i64, i64)>(LONG, &[1.into(), 300_000.into()]).await.unwrap();
    assert_eq!((long, has_run.load(Ordering::Relaxed)), ((45_000_150_000, 300_000), true));
    other.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_see_what_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    let writers = (0..200).map(|number: i64| {
        let database = database.clone();
        tokio::spawn(async move {
            let insert = async |tx: tala_db::Transaction| {
                tx.execute("INSERT INTO numbers VALUES ($1)", &[number.into()]).await?;
                if number % 2 == 0 { Ok(()) } else { Err(Error::Other("odd".to_owned())) }
            };
            let outcome = database.transaction(insert).await;
            assert_eq!(outcome.is_ok(), number % 2 == 0);
            let sql = "SELECT count(*) FROM numbers WHERE n = $1";
            let (seen,) = database.reader().query_one::<(i64,)>(sql, &[number.into()]).await.unwrap();
            assert_eq!(seen, i64::from(number % 2 == 0), "{number}");
        })
    });
    for writer in join_all(writers).await {
        writer.unwrap();
    }
    assert_eq!(count(database.reader()).await, 100);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusal_waits_until_what_it_rests_on_is_visible() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    for _ in 0..100 {
        let before = count(database.reader()).await;
        let add = database.transaction(async |tx| tx.execute("INSERT INTO numbers VALUES (1)", &[]).await);
        let refuse = async {
            let refused = database
                .transaction(async |tx| {
                    let (seen,) = tx.query_one::<(i64,)>("SELECT count(*) FROM numbers", &[]).await?;
                    Err::<(), _>(Error::Other(seen.to_string()))
                })
                .await;
            let Err(Error::Other(seen)) = refused else { return Err(Error::Other("not refused".to_owned())) };
            let readable = count(database.reader()).await;
            assert!(readable >= seen.parse().unwrap(), "{seen} seen, {readable} readable");
            Ok(())
        };
        futures_util::try_join!(add, refuse).unwrap();
        assert_eq!(count(database.reader()).await, before + 1);
    }
}

#[tokio::test]
async fn writers_of_two_processes_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    // Two handles on one file share nothing, as two processes.
    let (one, other) = (open(&folder).await, open(&folder).await);
    let tx = one.begin().await.unwrap();
    tx.execute("INSERT INTO numbers VALUES (1)", &[]).await.unwrap();
    let waiting = {
        let other = other.clone();
        let insert = async |tx: tala_db::Transaction| tx.execute("INSERT INTO numbers VALUES (2)", &[]).await;
        tokio::spawn(async move { other.transaction(insert).await })
    };
    tokio::task::yield_now().await;
    assert_eq!(count(other.reader()).await, 0, "reads do not wait");
    tx.commit().await.unwrap();
    assert_eq!(waiting.await.unwrap().unwrap(), 1);
    assert_eq!(count(one.reader()).await, 2);
}

#[tokio::test]
async fn reader_cannot_write_and_does_not_create_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    let refused = database.reader().query::<()>("INSERT INTO numbers VALUES (1)", &[]).await;
    assert!(matches!(refused, Err(Error::NotWritable(_))), "{refused:?}");
    let nowhere = format!("sqlite://{}/nowhere.db", folder.path().display());
    assert!(matches!(Reader::open(&nowhere).await.err(), Some(Error::Unavailable(_))));
    assert!(!folder.path().join("nowhere.db").exists());
}

#[tokio::test]
async fn copy_is_complete_while_a_transaction_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    database.transaction(async |tx| tx.execute("INSERT INTO numbers VALUES (1)", &[]).await).await.unwrap();
    let tx = database.begin().await.unwrap();
    tx.execute("INSERT INTO numbers VALUES (2)", &[]).await.unwrap();
    let copy = folder.path().join("copy.db");
    database.reader().copy_to(&copy).await.unwrap();
    tx.commit().await.unwrap();
    let copied = Reader::open(&format!("sqlite://{}", copy.display())).await.unwrap();
    assert_eq!((count(&copied).await, count(database.reader()).await), (1, 2));
    assert!(database.reader().copy_to(&copy).await.is_err(), "an existing file is not overwritten");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writer_works_on_after_a_full_database() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    let tx = database.begin().await.unwrap();
    tx.batch("PRAGMA max_page_count = 40").await.unwrap();
    tx.commit().await.unwrap();
    let fill = "INSERT INTO numbers WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
                SELECT i FROM n";
    let small = database.transaction(async |tx| tx.execute(fill, &[100.into()]).await);
    let large = database.transaction(async |tx| tx.execute(fill, &[1_000_000.into()]).await);
    let (small, large) = futures_util::join!(small, large);
    assert!(matches!(large, Err(Error::NotWritable(_))), "{large:?}");
    let stored = if small.is_ok() { 100 } else { 0 };
    assert_eq!(count(database.reader()).await, stored, "an answer says what is stored: {small:?}");
    database.transaction(async |tx| tx.execute(fill, &[10.into()]).await).await.unwrap();
    assert_eq!(count(database.reader()).await, stored + 10);
}

#[tokio::test]
async fn large_transaction_is_copied_from_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    let fill = "CREATE TABLE blobs (b blob) STRICT; INSERT INTO blobs VALUES (zeroblob(60000000))";
    database.transaction(async |tx| tx.batch(fill).await).await.unwrap();
    let other = rusqlite::Connection::open(folder.path().join("a file.db")).unwrap();
    let started = std::time::Instant::now();
    loop {
        let state = |row: &rusqlite::Row| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?));
        let (pages, copied) = other.query_row("PRAGMA wal_checkpoint(NOOP)", [], state).unwrap();
        if pages == copied {
            break;
        }
        assert!(started.elapsed().as_secs() < 60, "{copied} of {pages} pages are copied");
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn log_restarts_under_constant_load() {
    const MAX_LOG: u64 = 100_000 * 1024;
    let folder = tempfile::tempdir().unwrap();
    let database = open(&folder).await;
    let log_size = || folder.path().join("a file.db-wal").metadata().unwrap().len();
    let write = async |bytes: i64| {
        let insert = "CREATE TABLE IF NOT EXISTS blobs (b blob) STRICT; INSERT INTO blobs VALUES (zeroblob(";
        database.transaction(async |tx| tx.batch(&format!("{insert}{bytes}))")).await).await.unwrap();
    };
    write(1).await;
    // A reader keeps SQLite from using the log again.
    let reader = rusqlite::Connection::open(folder.path().join("a file.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM blobs").unwrap();
    while log_size() < MAX_LOG + 1_000_000 {
        write(4_000_000).await;
    }
    reader.execute_batch("COMMIT").unwrap();
    let started = std::time::Instant::now();
    while log_size() > MAX_LOG {
        write(1).await;
        assert!(started.elapsed().as_secs() < 60, "the log has {} bytes", log_size());
    }
}
