//! Transactions that are retried: after deadlocks, serialization failures, and errors that the caller marks as
//! retryable.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tala_domain::ids::PersonId;
use tala_store::people::{self, NewPerson};
use tala_store::{Store, StoreError, Transaction};
use tala_tests::{Database, START, at, both_dbs, on_postgres, raw};
use tokio::sync::Barrier;
use uuid::Uuid;

both_dbs!(retryable_error_reruns_the_whole_transaction, retries_are_limited, permanent_error_is_not_retried,);

on_postgres!(a_deadlock_is_resolved_by_trying_again, a_serialization_failure_is_resolved_by_trying_again);

async fn insert(tx: &Transaction, number: u128) {
    let new = NewPerson {
        id: PersonId(Uuid::from_u128(number)),
        email: None,
        name: "Somebody",
        time_zone: None,
        at: at(START),
    };
    assert!(people::insert(tx, &new).await.unwrap());
}

async fn retryable_error_reruns_the_whole_transaction(database: Database) {
    let store = database.open().await;
    let attempts = AtomicUsize::new(0);
    let attempts = &attempts;
    let outcome: Result<usize, StoreError> = store
        .transaction(async |tx| {
            let attempt = attempts.fetch_add(1, Ordering::SeqCst);
            insert(&tx, 7).await;
            if attempt < 2 { Err(StoreError::Serialization("not yet".into())) } else { Ok(attempt) }
        })
        .await;
    assert_eq!(outcome.unwrap(), 2);
    assert_eq!(raw::count(&store, "people").await, 1, "the first two attempts left nothing");
}

async fn retries_are_limited(database: Database) {
    let store = database.open().await;
    let attempts = AtomicUsize::new(0);
    let attempts = &attempts;
    let outcome: Result<(), StoreError> = store
        .transaction(async |tx| {
            attempts.fetch_add(1, Ordering::SeqCst);
            insert(&tx, 7).await;
            Err(StoreError::Serialization("never".into()))
        })
        .await;
    assert!(matches!(outcome, Err(StoreError::Serialization(_))));
    assert_eq!(attempts.load(Ordering::SeqCst), 5);
    assert_eq!(raw::count(&store, "people").await, 0);
}

async fn permanent_error_is_not_retried(database: Database) {
    let store = database.open().await;
    let attempts = AtomicUsize::new(0);
    let attempts = &attempts;
    let outcome: Result<(), StoreError> = store
        .transaction(async |tx| {
            attempts.fetch_add(1, Ordering::SeqCst);
            tx.batch("INSERT INTO nowhere VALUES (1)").await?;
            Ok(())
        })
        .await;
    assert!(matches!(outcome, Err(StoreError::Other(_))));
    assert_eq!(attempts.load(Ordering::SeqCst), 1);
}

async fn two_people(store: &Store) {
    let tx = store.begin().await.unwrap();
    insert(&tx, 1).await;
    insert(&tx, 2).await;
    tx.commit().await.unwrap();
}

async fn rename(tx: &Transaction, number: u128, name: &str) -> Result<(), StoreError> {
    people::update_contact(tx, PersonId(Uuid::from_u128(number)), Some(name), None, None).await
}

async fn a_deadlock_is_resolved_by_trying_again(database: Database) {
    let store = database.open().await;
    two_people(&store).await;
    let both_hold_one = Arc::new(Barrier::new(2));
    let attempts = Arc::new(AtomicUsize::new(0));
    let tasks = [(1, 2), (2, 1)].map(|(first, second)| {
        let (store, barrier, attempts) = (store.clone(), both_hold_one.clone(), attempts.clone());
        tokio::spawn(async move {
            let mut own_attempts = 0;
            let outcome: Result<(), StoreError> = store
                .transaction(|tx| {
                    own_attempts += 1;
                    let is_first_attempt = own_attempts == 1;
                    let (barrier, attempts) = (barrier.clone(), attempts.clone());
                    async move {
                        attempts.fetch_add(1, Ordering::SeqCst);
                        rename(&tx, first, "one").await?;
                        if is_first_attempt {
                            barrier.wait().await;
                        }
                        rename(&tx, second, "two").await?;
                        Ok(())
                    }
                })
                .await;
            outcome.unwrap();
        })
    });
    for task in tasks {
        task.await.unwrap();
    }
    let attempts = attempts.load(Ordering::SeqCst);
    assert!(attempts >= 3, "PostgreSQL stopped one of them at least, which came again: {attempts}");
}

async fn a_serialization_failure_is_resolved_by_trying_again(database: Database) {
    let (store, elsewhere) = (database.open().await, database.open().await);
    two_people(&store).await;
    let attempts = AtomicUsize::new(0);
    let (attempts, elsewhere) = (&attempts, &elsewhere);
    let outcome: Result<(), StoreError> = store
        .transaction(async |tx| {
            let attempt = attempts.fetch_add(1, Ordering::SeqCst);
            tx.batch("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").await?;
            people::find_by_id(&tx, PersonId(Uuid::from_u128(1))).await?;
            if attempt == 0 {
                let other = elsewhere.begin().await?;
                rename(&other, 1, "elsewhere").await?;
                other.commit().await?;
            }
            rename(&tx, 1, "here").await?;
            Ok(())
        })
        .await;
    outcome.unwrap();
    assert_eq!(attempts.load(Ordering::SeqCst), 2);
    assert_eq!(raw::texts(&store, "SELECT name FROM people WHERE name <> 'Somebody'").await, ["here"]);
}
