//! The schema comes into being once, however many servers start.

use futures_util::future::join_all;
use tala_store::people;
use tala_tests::{Database, Kind, both_dbs, raw};
use uuid::Uuid;

both_dbs!(
    a_database_is_opened_again_and_again,
    servers_that_start_at_once_agree,
    the_readable_views_can_be_read,
    who_was_there_before_the_words_is_found_by_them,
    who_was_there_before_newcomers_were_marked_is_marked,
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

const NEWCOMERS_INDEX: &str = "DROP INDEX people_newcomers";
const NEWCOMERS: &str = "ALTER TABLE people DROP COLUMN newcomer";

async fn who_was_there_before_the_words_is_found_by_them(database: Database) {
    let store = database.open().await;
    for statement in [
        NEWCOMERS_INDEX.to_owned(),
        NEWCOMERS.to_owned(),
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

async fn who_was_there_before_newcomers_were_marked_is_marked(database: Database) {
    let store = database.open().await;
    let one = |name: &str, number: u128| {
        let id = raw::id(&store, Uuid::from_u128(number));
        format!("INSERT INTO people (id, name, created_at) VALUES ({id}, '{name}', 0)")
    };
    for statement in [
        NEWCOMERS_INDEX.to_owned(),
        NEWCOMERS.to_owned(),
        "DELETE FROM seaql_migrations WHERE version >= 'm0012'".to_owned(),
        one("Teacher", 1),
        one("Student", 2),
        one("Neither", 3),
        "INSERT INTO teachers (person_id, status, founding, bio, experience, dance_styles, rate_inr_minor, rate_usd_minor,
             created_at) SELECT id, 'approved', FALSE, '', '', '[]', 0, 0, 0 FROM people WHERE name = 'Teacher'"
            .to_owned(),
        "INSERT INTO students (person_id, teacher_id, invite_code, location, currency, joined_at)
         SELECT s.id, t.id, 'TCH-AMD-2345', 'India', 'INR', 0 FROM people s, people t
          WHERE s.name = 'Student' AND t.name = 'Teacher'"
            .to_owned(),
    ] {
        raw::execute(&store, &statement).await;
    }
    store.close().await.unwrap();
    let store = database.open().await;
    assert_eq!(raw::texts(&store, "SELECT name FROM people WHERE newcomer").await, ["Neither"]);
    let found = people::list_page(store.read(), people::PersonFilter::Users, None, None, 9).await.unwrap();
    assert_eq!(found.iter().map(|person| person.name.as_str()).collect::<Vec<_>>(), ["Neither"]);
    // A server of the release before lets somebody in, and knows nothing of the mark.
    raw::execute(&store, "UPDATE people SET newcomer = TRUE").await;
    let found = people::list_page(store.read(), people::PersonFilter::Users, None, None, 9).await.unwrap();
    assert_eq!(found.len(), 1, "who has joined is not listed, marked or not");
    let tx = store.begin_write().await.unwrap();
    assert_eq!(people::mend_newcomers(&tx, 9).await.unwrap(), 2);
    tx.commit().await.unwrap();
    assert_eq!(raw::texts(&store, "SELECT name FROM people WHERE newcomer").await, ["Neither"]);
}
