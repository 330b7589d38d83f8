//! The same behaviour on SQLite and PostgreSQL. PostgreSQL needs `scripts/with-postgres`.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{FutureExt, try_join};
use tala_db::{Backend, Connection, Database, Error, FromRow, Migration, Options, Transaction, Value};
use tempfile::TempDir;
use uuid::Uuid;

/// An empty database: a file, or a separate schema on the test server.
struct Place {
    url: String,
    _folder: Option<TempDir>,
}

impl Place {
    fn file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { url: format!("sqlite://{}/test.db", folder.path().display()), _folder: Some(folder) }
    }

    async fn schema() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("TALA_TEST_POSTGRES").expect("run the tests under scripts/with-postgres");
        let name = format!("db_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let database = Database::open(&Options::new(&server, 1)).await.unwrap();
        let tx = database.begin().await.unwrap();
        tx.batch(&format!("CREATE SCHEMA {name}")).await.unwrap();
        tx.commit().await.unwrap();
        Self { url: format!("{server}?options=-c%20search_path%3D{name}"), _folder: None }
    }

    async fn open(&self, connections: u32) -> Database {
        Database::open(&Options::new(&self.url, connections)).await.unwrap()
    }

    async fn remove(self) {
        let Some((_, name)) = self.url.split_once("search_path%3D") else { return };
        let database = self.open(1).await;
        write(&database, &format!("DROP SCHEMA {name} CASCADE")).await;
    }
}

macro_rules! both {
    ($($test:ident,)+) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                super::run(async { super::Place::file() }, super::$test);
            })+
        }
        mod postgres {
            $(#[test]
            fn $test() {
                super::run(super::Place::schema(), super::$test);
            })+
        }
    };
}

fn run(place: impl Future<Output = Place>, test: impl AsyncFnOnce(&Place)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let place = place.await;
        test(&place).await;
        place.remove().await;
    });
}

both!(
    values_are_read_as_they_were_written,
    columns_are_found_by_name,
    values_of_another_type_are_named,
    violations_have_kinds,
    concurrent_statements_run_in_their_order,
    error_of_the_body_undoes_everything,
    transaction_runs_again_after_a_serialization_failure,
    transaction_with_a_failed_statement_cannot_be_committed,
    transaction_with_a_cancelled_statement_cannot_be_committed,
    dropped_transaction_leaves_its_connection_clean,
    ended_transaction_refuses_statements,
    migrations_are_applied_once_and_in_one_transaction,
    history_with_an_unknown_step_is_refused,
);

async fn write(database: &Database, sql: &str) {
    let tx = database.begin().await.unwrap();
    tx.batch(sql).await.unwrap();
    tx.commit().await.unwrap();
}

async fn numbers(database: &Database) -> Vec<i64> {
    let rows = database.reader().query::<(i64,)>("SELECT n FROM numbers ORDER BY n", &[]).await.unwrap();
    rows.into_iter().map(|(number,)| number).collect()
}

async fn with_numbers(place: &Place, connections: u32) -> Database {
    let database = place.open(connections).await;
    write(&database, "CREATE TABLE numbers (n bigint PRIMARY KEY CONSTRAINT numbers_small CHECK (n < 100))").await;
    database
}

async fn insert(tx: &Transaction, number: i64) -> Result<u64, Error> {
    tx.execute("INSERT INTO numbers (n) VALUES ($1)", &[number.into()]).await
}

#[derive(Debug, PartialEq, FromRow)]
struct Everything {
    truth: bool,
    whole: i64,
    small: Option<u32>,
    real: f64,
    words: String,
    bytes: Vec<u8>,
    id: Uuid,
    missing: Option<String>,
}

async fn values_are_read_as_they_were_written(place: &Place) {
    let database = place.open(2).await;
    let kind = |postgres: &'static str, sqlite: &'static str| match database.backend() {
        Backend::Postgres => postgres,
        Backend::Sqlite => sqlite,
    };
    let (boolean, uuid, bytea) = (kind("boolean", "integer"), kind("uuid", "blob"), kind("bytea", "blob"));
    let double = kind("double precision", "real");
    write(
        &database,
        &format!(
            "CREATE TABLE everything (truth {boolean}, whole bigint, small integer, real {double}, words text,
                 bytes {bytea}, id {uuid}, missing text)"
        ),
    )
    .await;
    let stored = Everything {
        truth: true,
        whole: i64::MIN,
        small: Some(7),
        real: 0.1,
        words: "Bharatanāṭyam 💃 ' \" \\ $1".to_owned(),
        bytes: vec![0, 255, 39],
        id: Uuid::from_u128(0x0195_0000_0000_7000_8000_0000_0000_0001),
        missing: None,
    };
    let values: [Value; 8] = [
        stored.truth.into(),
        stored.whole.into(),
        stored.small.into(),
        stored.real.into(),
        stored.words.as_str().into(),
        stored.bytes.clone().into(),
        stored.id.into(),
        stored.missing.clone().into(),
    ];
    let tx = database.begin().await.unwrap();
    let sql = "INSERT INTO everything (truth, whole, small, real, words, bytes, id, missing)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    assert_eq!(tx.execute(sql, &values).await.unwrap(), 1);
    let sql = "SELECT * FROM everything WHERE id = $2 AND truth = $1 AND bytes = $3";
    let parameters = [stored.truth.into(), stored.id.into(), stored.bytes.clone().into()];
    assert_eq!(tx.query_one::<Everything>(sql, &parameters).await.unwrap(), stored);
    tx.commit().await.unwrap();
    assert_eq!(database.reader().query::<Everything>(sql, &parameters).await.unwrap(), [stored]);
}

#[derive(Debug, PartialEq, FromRow)]
struct Inner {
    b: i64,
    c: String,
}

#[derive(Debug, PartialEq, FromRow)]
struct Outer {
    a: i64,
    #[row(nested)]
    inner: Inner,
    r#type: i64,
}

async fn columns_are_found_by_name(place: &Place) {
    let database = place.open(2).await;
    let sql = "SELECT 'c' AS c, CAST(4 AS bigint) AS type, CAST(2 AS bigint) AS b, CAST(1 AS bigint) AS a";
    let outer = Outer { a: 1, inner: Inner { b: 2, c: "c".to_owned() }, r#type: 4 };
    assert_eq!(database.reader().query_one::<Outer>(sql, &[]).await.unwrap(), outer);
    let tuple = database.reader().query_one::<(String, i64)>(sql, &[]).await.unwrap();
    assert_eq!(tuple, ("c".to_owned(), 4));
    let error = database.reader().query_opt::<Inner>("SELECT 1 AS a", &[]).await.unwrap_err();
    assert!(matches!(&error, Error::Decode(text) if text.contains("no column `b`")), "{error}");
}

async fn values_of_another_type_are_named(place: &Place) {
    let database = place.open(2).await;
    for sql in ["SELECT 'x' AS b, 'c' AS c", "SELECT NULL AS b, 'c' AS c"] {
        let error = database.reader().query::<Inner>(sql, &[]).await.unwrap_err();
        assert!(matches!(&error, Error::Decode(text) if text.contains("`b`") && text.contains("i64")), "{error}");
    }
    // A constant beside a parameter does not limit what the parameter may be.
    let sql = "SELECT CAST(7 AS bigint) WHERE $1 <> 0";
    assert_eq!(database.reader().query_one::<(i64,)>(sql, &[i64::MAX.into()]).await.unwrap(), (7,));
    let error = database.reader().query::<(u32,)>("SELECT CAST(-1 AS bigint)", &[]).await.unwrap_err();
    assert!(matches!(error, Error::Decode(_)), "{error}");
}

async fn violations_have_kinds(place: &Place) {
    let database = with_numbers(place, 2).await;
    write(&database, "CREATE TABLE children (n bigint REFERENCES numbers (n))").await;
    write(&database, "INSERT INTO numbers (n) VALUES (1)").await;
    let refused = async |sql: &str| {
        let tx = database.begin().await.unwrap();
        let error = tx.execute(sql, &[]).await.unwrap_err();
        assert_eq!(tx.commit().await.unwrap_err().to_string(), error.to_string());
        error
    };
    let error = refused("INSERT INTO numbers (n) VALUES (1)").await;
    assert!(matches!(&error, Error::UniqueViolation(name) if name.contains("numbers")), "{error}");
    let error = refused("INSERT INTO numbers (n) VALUES (100)").await;
    assert!(matches!(&error, Error::CheckViolation(name) if name == "numbers_small"), "{error}");
    let error = refused("INSERT INTO children (n) VALUES (2)").await;
    assert!(matches!(error, Error::ForeignKeyViolation(_)), "{error}");
    let error = refused("INSERT INTO nowhere (n) VALUES (2)").await;
    assert!(matches!(error, Error::Other(_)), "{error}");
}

async fn concurrent_statements_run_in_their_order(place: &Place) {
    let database = with_numbers(place, 2).await;
    write(&database, "CREATE TABLE children (n bigint REFERENCES numbers (n))").await;
    for (round, number) in (10..20).enumerate() {
        let tx = database.begin().await.unwrap();
        // The first statement has another text each time, so that it is prepared while the second is ready to go.
        let parent = format!("INSERT INTO numbers (n) VALUES ($1) ON CONFLICT DO NOTHING -- {round}");
        let values = [number.into()];
        let (parent, child, count) = try_join!(
            tx.execute(&parent, &values),
            tx.execute("INSERT INTO children (n) VALUES ($1)", &values),
            tx.query_one::<(i64,)>("SELECT count(*) FROM children", &[]),
        )
        .unwrap();
        assert_eq!((parent, child, count), (1, 1, (number - 9,)));
        tx.commit().await.unwrap();
    }
}

async fn error_of_the_body_undoes_everything(place: &Place) {
    let database = with_numbers(place, 2).await;
    let outcome = database
        .transaction(async |tx| {
            insert(&tx, 1).await?;
            Err::<(), _>(Error::Other("no".to_owned()))
        })
        .await;
    assert!(matches!(outcome, Err(Error::Other(_))));
    let value = database.transaction(async |tx| insert(&tx, 2).await).await.unwrap();
    assert_eq!((value, numbers(&database).await), (1, vec![2]));
}

async fn transaction_runs_again_after_a_serialization_failure(place: &Place) {
    let database = with_numbers(place, 2).await;
    let mut attempts = 0;
    let outcome = database
        .transaction(|tx| {
            attempts += 1;
            let attempt = attempts;
            async move {
                insert(&tx, attempt).await?;
                if attempt < 3 { Err(Error::Serialization("lost".to_owned())) } else { Ok(attempt) }
            }
        })
        .await;
    assert_eq!((outcome.unwrap(), numbers(&database).await), (3, vec![3]));
    let mut attempts = 0;
    let outcome: Result<(), Error> = database
        .transaction(|_| {
            attempts += 1;
            async { Err(Error::Serialization("always".to_owned())) }
        })
        .await;
    assert!(matches!(outcome, Err(Error::Serialization(_))));
    assert_eq!(attempts, 5);
}

async fn transaction_with_a_failed_statement_cannot_be_committed(place: &Place) {
    let database = with_numbers(place, 2).await;
    let outcome = database
        .transaction(async |tx| {
            insert(&tx, 1).await?;
            let refused = insert(&tx, 1).await;
            assert!(refused.is_err());
            Ok::<_, Error>(())
        })
        .await;
    assert!(matches!(outcome, Err(Error::UniqueViolation(_))), "{outcome:?}");
    assert!(numbers(&database).await.is_empty());
}

async fn transaction_with_a_cancelled_statement_cannot_be_committed(place: &Place) {
    let database = with_numbers(place, 2).await;
    let tx = database.begin().await.unwrap();
    insert(&tx, 1).await.unwrap();
    // SQLite has run the statement when the future is polled for the first time; PostgreSQL has been sent it.
    let was_cancelled = insert(&tx, 2).now_or_never().is_none();
    assert_eq!(was_cancelled, database.backend() == Backend::Postgres);
    let outcome = tx.commit().await;
    assert_eq!(outcome.is_err(), was_cancelled, "{outcome:?}");
    let expected: &[i64] = if was_cancelled { &[] } else { &[1, 2] };
    assert_eq!(numbers(&database).await, expected);
}

async fn dropped_transaction_leaves_its_connection_clean(place: &Place) {
    let database = with_numbers(place, 1).await;
    for number in 1..20 {
        let tx = database.begin().await.unwrap();
        insert(&tx, number).await.unwrap();
        if number % 3 == 0 {
            // Dropped with a statement under way.
            let _ = insert(&tx, 50 + number).now_or_never();
        }
        drop(tx);
        database.transaction(async |tx| insert(&tx, number + 20).await).await.unwrap();
    }
    assert_eq!(numbers(&database).await, (21..40).collect::<Vec<_>>());
}

async fn ended_transaction_refuses_statements(place: &Place) {
    let database = with_numbers(place, 2).await;
    let mut kept = None;
    database
        .transaction(|tx| {
            let tx = std::sync::Arc::new(tx);
            kept = Some(std::sync::Arc::clone(&tx));
            async move { insert(&tx, 1).await }
        })
        .await
        .unwrap();
    let error = insert(&kept.unwrap(), 2).await.unwrap_err();
    assert!(error.to_string().contains("the transaction has ended"), "{error}");
    assert_eq!(numbers(&database).await, [1]);
}

fn step(name: &'static str, sql: &str) -> Migration {
    Migration { name, sql: sql.to_owned() }
}

async fn migrations_are_applied_once_and_in_one_transaction(place: &Place) {
    let database = place.open(2).await;
    let first = step("0001", "CREATE TABLE numbers (n bigint); INSERT INTO numbers (n) VALUES (1)");
    database.migrate("history", std::slice::from_ref(&first)).await.unwrap();
    let broken = [first.clone(), step("0002", "INSERT INTO numbers (n) VALUES (2)"), step("0003", "INSERT nonsense")];
    let error = database.migrate("history", &broken).await.unwrap_err().to_string();
    assert!(error.contains("0003"), "{error}");
    assert_eq!(numbers(&database).await, [1]);
    let good = [first, step("0002", "INSERT INTO numbers (n) VALUES (2)")];
    database.migrate("history", &good).await.unwrap();
    database.migrate("history", &good).await.unwrap();
    assert_eq!(numbers(&database).await, [1, 2]);
}

async fn history_with_an_unknown_step_is_refused(place: &Place) {
    let database = place.open(2).await;
    let newer = [step("0001", "CREATE TABLE numbers (n bigint)"), step("0002", "INSERT INTO numbers (n) VALUES (2)")];
    database.migrate("history", &newer).await.unwrap();
    let error = database.migrate("history", &newer[..1]).await.unwrap_err().to_string();
    assert!(error.contains("0002") && error.contains("newer"), "{error}");
    let foreign = [step("0001", "CREATE TABLE numbers (n bigint)")];
    let error = database.migrate("other_history", &foreign).await.unwrap_err().to_string();
    assert!(error.contains("was not created by this program"), "{error}");
    assert_eq!(numbers(&database).await, [2]);
}
