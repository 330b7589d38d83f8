//! The schema comes into being once, however many servers start.

use futures_util::future::join_all;
use tala_store::people;
use tala_tests::{Database, Kind, both_dbs, raw};

both_dbs!(
    a_database_is_opened_again_and_again,
    servers_that_start_at_once_agree,
    the_readable_views_can_be_read,
    who_was_there_before_the_words_is_found_by_them,
);

async fn a_database_is_opened_again_and_again(database: Database) {
    for _ in 0..3 {
        let store = database.open().await;
        store.ping().await.unwrap();
        assert_eq!(raw::count(&store, "seaql_migrations WHERE version = 'm0001_house'").await, 1);
        store.close().await.unwrap();
    }
}

async fn servers_that_start_at_once_agree(database: Database) {
    let tasks = (0..20).map(|_| {
        let database = database.clone();
        tokio::spawn(async move { database.try_open().await.map(|_| ()) })
    });
    for task in join_all(tasks).await {
        task.unwrap().unwrap();
    }
    let store = database.open().await;
    assert_eq!(raw::count(&store, "seaql_migrations WHERE version = 'm0001_house'").await, 1);
    assert_eq!(raw::count(&store, "people").await, 0);
}

async fn the_readable_views_can_be_read(database: Database) {
    let store = database.open().await;
    for view in ["readable_bookings", "readable_credit_lots", "readable_outbox", "readable_waitlist"] {
        assert_eq!(raw::count(&store, view).await, 0, "{view}");
    }
    if database.kind == Kind::Postgres {
        let collation = "SELECT datcollate FROM pg_database WHERE datname = current_database()";
        assert_eq!(raw::texts(&store, collation).await, ["C"], "storage rule 6");
    }
}

async fn who_was_there_before_the_words_is_found_by_them(database: Database) {
    let store = database.open().await;
    for statement in [
        "DROP TABLE people_words".to_owned(),
        "ALTER TABLE people DROP COLUMN searched_as".to_owned(),
        "DELETE FROM seaql_migrations WHERE version >= 'm0011'".to_owned(),
        format!(
            "INSERT INTO people (id, name, created_at)
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
             SELECT {}, 'Älva ' || i, 0 FROM n",
            raw::numbered(&store, 1)
        ),
    ] {
        raw::execute(&store, &statement).await;
    }
    store.close().await.unwrap();
    let store = database.open().await;
    assert_eq!(raw::count(&store, "people_words").await, 12_000);
    assert_eq!(people::list_ids(store.read(), "ÄLV 5999", 9).await.unwrap().len(), 1);
}
