//! The schema is created once, however many servers start.

use futures_util::future::join_all;
use tala_db::Connection;
use tala_store::{Options, ReadOnlyDatabase, StoreError, people};
use tala_tests::{Database, Kind, both_dbs, raw};
use uuid::Uuid;

both_dbs!(
    reopening_a_database_applies_no_migration_again,
    servers_that_start_simultaneously_migrate_once,
    readable_views_format_instants,
    migration_of_a_newer_version_is_rejected_by_name,
    database_of_another_program_is_rejected_and_unchanged,
    reindexing_finds_people_without_search_terms,
    role_repair_clears_the_flag_of_students_and_teachers,
);

async fn reopening_a_database_applies_no_migration_again(database: Database) {
    for _ in 0..3 {
        let store = database.open().await;
        store.ping().await.unwrap();
        assert_eq!(raw::count(&store, "schema_migrations WHERE name = '0001_initial'").await, 1);
        store.close().await;
    }
}

async fn servers_that_start_simultaneously_migrate_once(database: Database) {
    let tasks = (0..20).map(|_| {
        let database = database.clone();
        tokio::spawn(async move { database.try_open().await.map(|_| ()) })
    });
    for task in join_all(tasks).await {
        task.unwrap().unwrap();
    }
    let store = database.open().await;
    assert_eq!(raw::count(&store, "schema_migrations WHERE name = '0001_initial'").await, 1);
    assert_eq!(raw::count(&store, "people").await, 0);
}

/// One row in each table that a view shows, all instants a few seconds after the epoch.
async fn fill_views(store: &tala_store::Store) {
    let id = |number: u128| raw::id(store, Uuid::from_u128(number));
    let (teacher, student, row, no) = (id(1), id(2), id(3), raw::truth(store, false));
    for statement in [
        format!("INSERT INTO people (id, name, created_at) VALUES ({teacher}, 'Padma', 0), ({student}, 'Meera', 0)"),
        format!(
            "INSERT INTO teachers (person_id, status, founding, bio, experience, dance_styles, rate_inr_minor,
                 rate_usd_minor, created_at) VALUES ({teacher}, 'approved', {no}, '', '', '[]', 0, 0, 0)"
        ),
        format!(
            "INSERT INTO students (person_id, teacher_id, invite_code, location, currency, joined_at)
             VALUES ({student}, {teacher}, '', 'India', 'INR', 0)"
        ),
        format!(
            "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
             VALUES ({row}, {teacher}, 1000000, 'virtual', 'private', 1, 1, 1, 0)"
        ),
        format!(
            "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
                 credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at, updated_at)
             VALUES ({row}, {row}, {student}, {teacher}, 1000000, 3601000000, 'confirmed', {no}, 'credit', 1, 1, 1, 'INR', 0,
                 2000000, 0)"
        ),
        format!(
            "INSERT INTO credit_lots (id, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency,
                 expires_at, created_at) VALUES ({row}, {student}, {teacher}, 'granted', 1, 1, 0, 'INR', 1000000, 2000000)"
        ),
        format!(
            "INSERT INTO orders (id, student_id, teacher_id, state, package_size, credit_cost, seat_state, currency,
                 rate_minor, base_minor, discount_percent, discount_minor, price_minor, service_rate, service_fee_minor,
                 service_waived_minor, provider_rate, provider_fee_minor, total_minor, coupon_reserved,
                 provider_check_count, created_at, updated_at, paid_at)
             VALUES ({row}, {student}, {teacher}, 'credited', 4, 1, 'none', 'INR', 1, 4, 0, 0, 4, 0, 0, 0, 0, 0, 4, {no}, 0,
                 1000000, 0, 2000000)"
        ),
        format!(
            "INSERT INTO payouts (id, teacher_id, currency, period_end_at, state, classes, amount_minor, account_encrypted,
                 account_last4, created_at, updated_at, paid_at)
             VALUES ({row}, {teacher}, 'INR', 1000000, 'paid', 1, 1, '{{}}', '1234', 0, 0, 2000000)"
        ),
        format!(
            "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at)
             VALUES ({row}, 'x', {row}, '{{}}', 'ready', 1000000, 0, 0)"
        ),
        format!(
            "INSERT INTO waitlist (id, name, email, email_key, role, location, country, dance_style, created_at, updated_at)
             VALUES ({row}, 'Asha', 'a@a.test', 'a@a.test', 'Student', '', '', '', 1000000, 2000000)"
        ),
    ] {
        raw::execute(store, &statement).await;
    }
}

async fn readable_views_format_instants(database: Database) {
    let store = database.open().await;
    fill_views(&store).await;
    let is_postgres = database.kind == Kind::Postgres;
    let second = |number: u8| {
        if is_postgres { format!("1970-01-01 00:00:0{number}") } else { format!("1970-01-01T00:00:0{number}Z") }
    };
    for (view, columns) in [
        ("readable_bookings", ["starts", "created"].as_slice()),
        ("readable_credit_lots", &["expires", "created"]),
        ("readable_orders", &["created", "paid"]),
        ("readable_payouts", &["period_end", "paid"]),
        ("readable_outbox", &["runs"]),
        ("readable_waitlist", &["created", "updated"]),
    ] {
        for (column, number) in columns.iter().zip(1..) {
            let found = raw::texts(&store, &format!("SELECT CAST({column} AS text) FROM {view}")).await;
            assert_eq!(found, [second(number)], "{view}.{column}");
        }
    }
    if is_postgres {
        let collation = "SELECT datcollate FROM pg_database WHERE datname = current_database()";
        assert_eq!(raw::texts(&store, collation).await, ["C"], "databases sort by bytes");
    }
}

async fn migration_of_a_newer_version_is_rejected_by_name(database: Database) {
    let store = database.open().await;
    raw::execute(&store, "INSERT INTO schema_migrations (name) VALUES ('9999_future')").await;
    let error = database.try_open().await.map(|_| ()).unwrap_err();
    assert!(matches!(&error, StoreError::Other(text) if text.contains("9999_future")), "{error}");
    raw::execute(&store, "DELETE FROM schema_migrations WHERE name = '9999_future'").await;
    database.open().await.ping().await.unwrap();
}

async fn database_of_another_program_is_rejected_and_unchanged(database: Database) {
    let other = tala_db::Database::open(&Options::new(&database.url, 2)).await.unwrap();
    let tx = other.begin().await.unwrap();
    tx.batch("CREATE TABLE people (surname text); INSERT INTO people VALUES ('Iyer')").await.unwrap();
    tx.commit().await.unwrap();
    for _ in 0..2 {
        let error = database.try_open().await.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("was not created by this program"), "{error}");
        assert!(error.contains("0001_initial"), "{error}");
    }
    let unchanged = ReadOnlyDatabase::open(&database.url).await.unwrap();
    assert_eq!(unchanged.tables().await.unwrap(), ["people"], "the migrations table was not created either");
    unchanged.close();
    assert_eq!(other.reader().query::<(String,)>("SELECT surname FROM people", &[]).await.unwrap().len(), 1);
    other.close().await;
}

async fn reindexing_finds_people_without_search_terms(database: Database) {
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
        let people = people::reindex_stale(&tx, 2_500).await.unwrap();
        tx.commit().await.unwrap();
        if people == 0 {
            break;
        }
        repaired.push(people);
    }
    assert_eq!(repaired, [2_500, 2_500, 1_000], "no more than asked for, then the rest");
    assert_eq!(raw::count(&store, "person_search_terms").await, 12_000);
    assert_eq!(people::list_ids(store.read(), "ÄLV 5999", 9).await.unwrap().len(), 1);
}

async fn role_repair_clears_the_flag_of_students_and_teachers(database: Database) {
    let store = database.open().await;
    let insert = |name: &str, number: u128| {
        let id = raw::id(&store, Uuid::from_u128(number));
        format!("INSERT INTO people (id, name, created_at) VALUES ({id}, '{name}', 0)")
    };
    for statement in [
        insert("Teacher", 1),
        insert("Student", 2),
        insert("Neither", 3),
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
    assert_eq!(raw::count(&store, "people WHERE has_no_role").await, 3, "raw SQL does not clear the flag");
    let newest = tala_store::SortedPage::first(people::PersonSort::Joined, 9);
    let found = people::list_page(store.read(), people::PersonFilter::Users, None, &newest).await.unwrap();
    let names: Vec<_> = found.iter().map(|person| person.name.as_str()).collect();
    assert_eq!(names, ["Neither"], "students and teachers are not listed, whatever the flag says");
    let tx = store.begin().await.unwrap();
    assert_eq!(people::repair_role_flags(&tx, 9).await.unwrap(), 2);
    tx.commit().await.unwrap();
    assert_eq!(raw::texts(&store, "SELECT name FROM people WHERE has_no_role").await, ["Neither"]);
}
