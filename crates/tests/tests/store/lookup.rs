//! Batched lookup of the person behind an access token.

use std::task::Poll;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::poll;
use tala_db::ACQUIRE_TIMEOUT;
use tala_domain::ids::PersonId;
use tala_store::people::{self, NewPerson, Person};
use tala_store::{Options, Store, StoreError, Transaction};
use tala_tests::{Database, START, at, both_dbs, on_postgres, raw};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use uuid::Uuid;

both_dbs!(
    simultaneous_lookups_return_the_right_person,
    cancelled_lookup_does_not_cancel_others,
    lookup_result_is_never_older_than_its_request,
    failed_batch_fails_all_its_lookups_and_no_later_one,
    unreadable_row_fails_its_own_lookup_only,
);

on_postgres!(
    lookups_wait_for_a_table_lock,
    without_a_free_connection_in_time_the_database_is_unavailable,
    lookups_survive_closed_connections,
);

const ISSUERS: [&str; 2] = ["https://one.test", "https://two.test"];

fn person(number: usize) -> PersonId {
    PersonId(Uuid::from_u128(1 + number as u128))
}

/// Each subject with every issuer; the second issuer numbers the people in reverse.
async fn school(database: &Database, size: usize) -> Store {
    let store = database.open().await;
    let tx = store.begin().await.unwrap();
    for number in 0..size {
        let name = format!("Number {number}");
        let new = NewPerson { id: person(number), email: None, name: &name, time_zone: None, at: at(START) };
        assert!(people::insert(&tx, &new).await.unwrap());
        let subjects = [format!("s{number}"), format!("s{}", size - 1 - number)];
        for (issuer, subject) in ISSUERS.iter().zip(subjects) {
            assert!(people::insert_identity(&tx, issuer, &subject, person(number), at(START)).await.unwrap());
        }
    }
    tx.commit().await.unwrap();
    store
}

async fn find(store: &Store, issuer: &str, subject: &str) -> Result<Option<Person>, StoreError> {
    people::find_by_identity(store.read(), issuer, subject).await
}

fn id(found: Result<Option<Person>, StoreError>) -> Option<PersonId> {
    found.unwrap().map(|person| person.id)
}

async fn simultaneous_lookups_return_the_right_person(database: Database) {
    const SIZE: usize = 150;
    let store = school(&database, SIZE).await;
    let questions = (0..4 * SIZE).map(|number| {
        let store = store.clone();
        async move {
            let subject = format!("s{}", number % SIZE);
            let own = id(find(&store, ISSUERS[0], &subject).await);
            let other = id(find(&store, ISSUERS[1], &subject).await);
            let unknown = id(find(&store, "https://three.test", &subject).await);
            let stranger = id(find(&store, ISSUERS[0], &format!("x{number}")).await);
            (own, other, unknown, stranger)
        }
    });
    for (number, told) in join_all(questions).await.into_iter().enumerate() {
        let number = number % SIZE;
        assert_eq!(told, (Some(person(number)), Some(person(SIZE - 1 - number)), None, None));
    }
    let found = find(&store, ISSUERS[0], "s7").await.unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.created_at), ("Number 7", at(START)));
}

async fn cancelled_lookup_does_not_cancel_others(database: Database) {
    const SIZE: usize = 200;
    let store = school(&database, SIZE).await;
    for round in 0..20 {
        let subjects: Vec<String> = (0..SIZE).map(|number| format!("s{number}")).collect();
        let mut waiting = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            let mut question = Box::pin(find(&store, ISSUERS[0], subject));
            match poll!(question.as_mut()) {
                Poll::Ready(answer) => assert_eq!(id(answer), Some(person(number))),
                Poll::Pending => waiting.push((number, question)),
            }
        }
        waiting.retain(|(number, _)| number % 7 == round % 7);
        for (number, question) in waiting {
            assert_eq!(id(question.await), Some(person(number)));
        }
    }
}

async fn lookup_result_is_never_older_than_its_request(database: Database) {
    let store = school(&database, 40).await;
    let others: Vec<_> = (0..40)
        .map(|number| {
            let store = store.clone();
            let subject = format!("s{number}");
            tokio::spawn(async move {
                loop {
                    assert_eq!(id(find(&store, ISSUERS[0], &subject).await), Some(person(number)));
                    // With SQLite the result is there without waiting.
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    for round in 0..60 {
        let suspended = (round % 2 == 0).then(|| at(START));
        let tx = store.begin().await.unwrap();
        assert!(people::set_suspended(&tx, person(3), suspended).await.unwrap());
        tx.commit().await.unwrap();
        let found = find(&store, ISSUERS[0], "s3").await.unwrap().unwrap();
        assert_eq!(found.suspended_at, suspended, "round {round}");
    }
    for other in others {
        other.abort();
        assert!(other.await.unwrap_err().is_cancelled(), "every lookup was right until then");
    }
}

async fn failed_batch_fails_all_its_lookups_and_no_later_one(database: Database) {
    const SIZE: usize = 300;
    let store = school(&database, SIZE).await;
    let ask = async || {
        let subjects: Vec<String> = (0..SIZE).map(|number| format!("s{number}")).collect();
        join_all(subjects.iter().map(|subject| find(&store, ISSUERS[0], subject))).await
    };
    for _ in 0..3 {
        raw::execute(&store, "ALTER TABLE identities RENAME TO elsewhere").await;
        assert!(ask().await.into_iter().all(|answer| matches!(answer, Err(StoreError::Other(_)))));
        raw::execute(&store, "ALTER TABLE elsewhere RENAME TO identities").await;
        for (number, answer) in ask().await.into_iter().enumerate() {
            assert_eq!(id(answer), Some(person(number)));
        }
    }
}

async fn unreadable_row_fails_its_own_lookup_only(database: Database) {
    const SIZE: usize = 100;
    let store = school(&database, SIZE).await;
    let damage = format!("UPDATE people SET created_at = {} WHERE id = {}", i64::MAX, raw::id(&store, person(7).0));
    raw::execute(&store, &damage).await;
    let subjects: Vec<String> = (0..SIZE).map(|number| format!("s{number}")).collect();
    let answers = join_all(subjects.iter().map(|subject| find(&store, ISSUERS[0], subject))).await;
    for (number, answer) in answers.into_iter().enumerate() {
        match number {
            7 => assert!(matches!(answer, Err(StoreError::Decode(_)))),
            _ => assert_eq!(id(answer), Some(person(number))),
        }
    }
}

/// Blocks reads of identities until it is dropped.
async fn lock(elsewhere: &Store) -> Transaction {
    let locked = elsewhere.begin().await.unwrap();
    locked.batch("LOCK TABLE identities IN ACCESS EXCLUSIVE MODE").await.unwrap();
    locked
}

fn ask(store: &Store, number: usize) -> JoinHandle<Result<Option<Person>, StoreError>> {
    let store = store.clone();
    tokio::spawn(async move { find(&store, ISSUERS[0], &format!("s{number}")).await })
}

async fn wait_until_so_many_wait(elsewhere: &Store, wanted: i64) {
    let mut looks = 0;
    while raw::count_lock_waiters(elsewhere).await < wanted {
        looks += 1;
        assert!(looks < 50_000, "never {wanted}");
    }
}

async fn lookups_wait_for_a_table_lock(database: Database) {
    const SIZE: usize = 60;
    let elsewhere = school(&database, SIZE).await;
    let store = database.open().await;
    let locked = lock(&elsewhere).await;
    let questions: Vec<_> = (0..SIZE).map(|number| ask(&store, number)).collect();
    wait_until_so_many_wait(&elsewhere, 12).await;
    assert!(questions.iter().all(|question| !question.is_finished()));
    locked.commit().await.unwrap();
    for (number, question) in questions.into_iter().enumerate() {
        assert_eq!(id(question.await.unwrap()), Some(person(number)));
    }
}

async fn without_a_free_connection_in_time_the_database_is_unavailable(database: Database) {
    drop(school(&database, 4).await);
    let store = Store::open(&Options::new(&database.url, 2)).await.unwrap();
    let holders = [store.begin().await.unwrap(), store.begin().await.unwrap()];
    let begun = Instant::now();
    for late in [ask(&store, 2), ask(&store, 3)] {
        let refusal = late.await.unwrap().map(|_| ()).unwrap_err();
        assert!(matches!(refusal, StoreError::Unavailable(_)), "{refusal}");
    }
    let waited = begun.elapsed();
    assert!(waited >= ACQUIRE_TIMEOUT && waited < ACQUIRE_TIMEOUT + Duration::from_secs(4), "{waited:?}");
    for holder in holders {
        holder.rollback().await;
    }
    assert_eq!(id(find(&store, ISSUERS[0], "s3").await), Some(person(3)));
}

async fn lookups_survive_closed_connections(database: Database) {
    const SIZE: usize = 100;
    let elsewhere = school(&database, SIZE).await;
    let store = database.open().await;
    join_all((0..12).map(|_| raw::number(&store, "SELECT count(*) FROM pg_sleep(0.05)"))).await;
    let close_all = "SELECT count(*) FROM (SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                      WHERE datname = current_database() AND pid <> pg_backend_pid()) AS closed";
    assert!(raw::number(&elsewhere, close_all).await >= 10);
    let subjects: Vec<String> = (0..SIZE).map(|number| format!("s{number}")).collect();
    let answers = join_all(subjects.iter().map(|subject| find(&store, ISSUERS[0], subject))).await;
    for (number, answer) in answers.into_iter().enumerate() {
        assert_eq!(id(answer), Some(person(number)));
    }
}
