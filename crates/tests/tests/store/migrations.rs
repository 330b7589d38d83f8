//! The schema comes into being once, however many servers start.

use futures_util::future::join_all;
use tala_db::Connection;
use tala_store::{Options, ReadOnlyDatabase, StoreError, people};
use tala_tests::{Database, Kind, both_dbs, raw};
use uuid::Uuid;

both_dbs!(
    a_database_is_opened_again_and_again,
    servers_that_start_at_once_agree,
    the_readable_views_can_be_read,
    a_database_with_a_step_of_a_newer_version_is_refused_by_name,
    a_database_of_another_program_is_refused_and_stays_as_it_is,
    people_without_words_are_found_after_the_repair,
    newcomers_are_marked_by_the_step_and_by_the_repair,
);

async fn a_database_is_opened_again_and_again(database: Database) {
    for _ in 0..3 {
        let store = database.open().await;
        store.ping().await.unwrap();
        assert_eq!(raw::count(&store, "schema_migrations WHERE name = 'm0001_house'").await, 1);
        store.close().await;
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
    assert_eq!(raw::count(&store, "schema_migrations WHERE name = 'm0001_house'").await, 1);
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

async fn a_database_with_a_step_of_a_newer_version_is_refused_by_name(database: Database) {
    let store = database.open().await;
    raw::execute(&store, "INSERT INTO schema_migrations (name) VALUES ('m9999_tomorrow')").await;
    let refusal = database.try_open().await.map(|_| ()).unwrap_err();
    assert!(matches!(&refusal, StoreError::Other(text) if text.contains("m9999_tomorrow")), "{refusal}");
    raw::execute(&store, "DELETE FROM schema_migrations WHERE name = 'm9999_tomorrow'").await;
    database.open().await.ping().await.unwrap();
}

async fn a_database_of_another_program_is_refused_and_stays_as_it_is(database: Database) {
    let theirs = tala_db::Database::open(&Options::new(&database.url, 2)).await.unwrap();
    let tx = theirs.begin().await.unwrap();
    tx.batch("CREATE TABLE people (surname text); INSERT INTO people VALUES ('Iyer')").await.unwrap();
    tx.commit().await.unwrap();
    for _ in 0..2 {
        let refusal = database.try_open().await.map(|_| ()).unwrap_err().to_string();
        assert!(refusal.contains("was not created by this program"), "{refusal}");
        assert!(refusal.contains("m0001_house"), "{refusal}");
    }
    let left = ReadOnlyDatabase::open(&database.url).await.unwrap();
    assert_eq!(left.tables().await.unwrap(), ["people"], "not even the table of the steps was made");
    left.close();
    assert_eq!(theirs.reader().query::<(String,)>("SELECT surname FROM people", &[]).await.unwrap().len(), 1);
    theirs.close().await;
}

/// As a server leaves them that writes names without their words.
async fn people_without_words_are_found_after_the_repair(database: Database) {
    let store = database.open().await;
    let insert = format!(
        "INSERT INTO people (id, name, created_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
         SELECT {}, 'Älva ' || i, 0 FROM n",
        raw::numbered(&store, 1)
    );
    raw::execute(&store, &insert).await;
    assert_eq!(people::list_ids(store.read(), "ÄLV 5999", 9).await.unwrap().len(), 0);
    let mut repaired = Vec::new();
    loop {
        let tx = store.begin().await.unwrap();
        let people = people::mend_words(&tx, 2_500).await.unwrap();
        tx.commit().await.unwrap();
        if people == 0 {
            break;
        }
        repaired.push(people);
    }
    assert_eq!(repaired, [2_500, 2_500, 1_000], "no more than asked for, then the rest");
    assert_eq!(raw::count(&store, "people_words").await, 12_000);
    assert_eq!(people::list_ids(store.read(), "ÄLV 5999", 9).await.unwrap().len(), 1);
}

async fn newcomers_are_marked_by_the_step_and_by_the_repair(database: Database) {
    let store = database.open().await;
    let one = |name: &str, number: u128| {
        let id = raw::id(&store, Uuid::from_u128(number));
        format!("INSERT INTO people (id, name, created_at) VALUES ({id}, '{name}', 0)")
    };
    for statement in [
        "DROP INDEX people_newcomers".to_owned(),
        "ALTER TABLE people DROP COLUMN newcomer".to_owned(),
        "DELETE FROM schema_migrations WHERE name >= 'm0012'".to_owned(),
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
    store.close().await;
    let store = database.open().await;
    assert_eq!(raw::texts(&store, "SELECT name FROM people WHERE newcomer").await, ["Neither"]);
    let found = people::list_page(store.read(), people::PersonFilter::Users, None, None, 9).await.unwrap();
    assert_eq!(found.iter().map(|person| person.name.as_str()).collect::<Vec<_>>(), ["Neither"]);
    // A server of the release before lets somebody in, and knows nothing of the mark.
    raw::execute(&store, "UPDATE people SET newcomer = TRUE").await;
    let found = people::list_page(store.read(), people::PersonFilter::Users, None, None, 9).await.unwrap();
    assert_eq!(found.len(), 1, "who has joined is not listed, marked or not");
    let tx = store.begin().await.unwrap();
    assert_eq!(people::mend_newcomers(&tx, 9).await.unwrap(), 2);
    tx.commit().await.unwrap();
    assert_eq!(raw::texts(&store, "SELECT name FROM people WHERE newcomer").await, ["Neither"]);
}
