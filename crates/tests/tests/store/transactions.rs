//! Write transactions: atomic, durable when acknowledged, and isolated from the failures of others in a group commit
//! (storage rule 1).

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use futures_util::future::{join_all, try_join_all};
use futures_util::poll;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::AuditId;
use tala_store::{Connection, Store, StoreError, Transaction, audit};
use tala_tests::{Database, Kind, START, TestApp, at, both_dbs, on_sqlite, raw};
use tokio::sync::oneshot;
use uuid::Uuid;

both_dbs!(
    committed_rows_are_visible_to_all,
    dropped_transaction_leaves_nothing,
    dropped_transaction_in_a_group_commit_leaves_nothing,
    simultaneous_writers_are_all_durable,
    writer_cancelled_in_its_turn_does_not_block_the_next,
    writer_cancelled_while_waiting_does_not_block_the_next,
    writer_cancelled_during_commit_does_not_block_the_next,
    writer_cancelled_at_any_step_leaves_a_consistent_database,
    rejected_statement_fails_its_own_transaction_only,
    after_a_refused_row_the_commit_reports_it_and_stores_nothing,
    after_a_cancelled_statement_the_commit_is_refused,
    any_number_of_rows_can_be_added_in_one_transaction,
    transaction_with_a_failed_statement_is_not_acknowledged,
    readers_see_nothing_before_the_commit,
    a_commit_that_fails_leaves_nothing,
    reader_connection_cannot_write_on_sqlite,
);

on_sqlite!(
    two_connections_may_checkpoint,
    failed_group_commit_fails_all_its_transactions,
    after_a_rollback_by_sqlite_nothing_of_the_transaction_is_written,
    writers_run_in_request_order
);

fn entry(number: u128) -> audit::NewEvent {
    let id = AuditId(Uuid::from_u128(number));
    audit::NewEvent {
        id,
        at: at(START),
        actor: None,
        action: AuditAction::LedgerChecked,
        subject: None,
        detail: json!({}),
    }
}

async fn write(tx: &Transaction, number: u128) {
    audit::insert(tx, &entry(number)).await.unwrap();
}

async fn commit(store: &Store, number: u128) {
    let tx = store.begin().await.unwrap();
    write(&tx, number).await;
    tx.commit().await.unwrap();
}

/// The committed numbers, as another process sees them.
async fn written(database: &Database) -> Vec<u128> {
    let store = database.open().await;
    let rows = raw::rows::<(Uuid,)>(&store, "SELECT id FROM audit_log ORDER BY id").await;
    rows.into_iter().map(|(id,)| id.as_u128()).collect()
}

async fn committed_rows_are_visible_to_all(database: Database) {
    let store = database.open().await;
    commit(&store, 1).await;
    assert_eq!(raw::count(&store, "audit_log").await, 1, "immediately visible to our own readers");
    store.close().await;
    assert_eq!(written(&database).await, [1], "visible to later readers");
}

async fn dropped_transaction_leaves_nothing(database: Database) {
    let store = database.open().await;
    let tx = store.begin().await.unwrap();
    write(&tx, 1).await;
    drop(tx);
    commit(&store, 2).await;
    assert_eq!(written(&database).await, [2]);
}

async fn dropped_transaction_in_a_group_commit_leaves_nothing(database: Database) {
    let store = database.open().await;
    let tasks = (1..=60_u128).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let tx = store.begin().await.unwrap();
            write(&tx, number).await;
            if number % 3 == 0 { drop(tx) } else { tx.commit().await.unwrap() }
        })
    });
    for task in join_all(tasks).await {
        task.unwrap();
    }
    let expected: Vec<u128> = (1..=60).filter(|number| number % 3 != 0).collect();
    assert_eq!(written(&database).await, expected);
}

async fn simultaneous_writers_are_all_durable(database: Database) {
    let store = database.open().await;
    let tasks = (1..=200_u128).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            commit(&store, number).await;
            let id = raw::id(&store, Uuid::from_u128(number));
            raw::count(&store, &format!("audit_log WHERE id = {id}")).await
        })
    });
    for task in join_all(tasks).await {
        assert_eq!(task.unwrap(), 1, "there as soon as it is acknowledged");
    }
    store.close().await;
    assert_eq!(written(&database).await, (1..=200).collect::<Vec<_>>());
}

async fn writer_cancelled_in_its_turn_does_not_block_the_next(database: Database) {
    let store = database.open().await;
    let (in_turn, reached) = oneshot::channel();
    let task = tokio::spawn({
        let store = store.clone();
        async move {
            let tx = store.begin().await.unwrap();
            write(&tx, 1).await;
            in_turn.send(()).unwrap();
            std::future::pending::<()>().await;
            drop(tx);
        }
    });
    reached.await.unwrap();
    let neighbour = tokio::spawn({
        let store = store.clone();
        async move { commit(&store, 2).await }
    });
    task.abort();
    assert!(task.await.unwrap_err().is_cancelled());
    neighbour.await.unwrap();
    commit(&store, 3).await;
    assert_eq!(written(&database).await, [2, 3]);
}

async fn writer_cancelled_while_waiting_does_not_block_the_next(database: Database) {
    let store = database.open().await;
    let first = store.begin().await.unwrap();
    write(&first, 1).await;
    {
        let mut waiting = pin!(store.begin());
        let begun = poll!(&mut waiting);
        if database.kind == Kind::Sqlite {
            assert!(begun.is_pending(), "on SQLite writers take turns");
        }
    }
    first.commit().await.unwrap();
    commit(&store, 2).await;
    assert_eq!(written(&database).await, [1, 2]);
}

async fn writer_cancelled_during_commit_does_not_block_the_next(database: Database) {
    let store = database.open().await;
    for number in 1..=20 {
        let tx = store.begin().await.unwrap();
        write(&tx, number).await;
        let mut committing = pin!(tx.commit());
        let _ = poll!(&mut committing);
    }
    commit(&store, 99).await;
    let written = written(&database).await;
    assert!(written.contains(&99), "{written:?}");
}

/// Polls a future this many times and then drops it. Returns its result if it completed.
async fn cancelled_after<T>(steps: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut taken = 0;
    poll_fn(|context| {
        taken += 1;
        match future.as_mut().poll(context) {
            Poll::Ready(value) => Poll::Ready(Some(value)),
            Poll::Pending if taken >= steps => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

async fn writer_cancelled_at_any_step_leaves_a_consistent_database(database: Database) {
    let store = database.open().await;
    let mut acknowledged = Vec::new();
    let mut cancelled = 0;
    for (steps, round) in (1..=80).flat_map(|steps| (0..4).map(move |round| (steps, round))) {
        let number = 1_000 * (round + 1) + u128::try_from(steps).unwrap();
        // On a fast disk a commit ends within one poll, unless it waits for another writer.
        let other_writer = if steps == 1 { Some(store.begin().await.unwrap()) } else { None };
        match cancelled_after(steps, commit(&store, number)).await {
            Some(()) => acknowledged.push(number),
            None => cancelled += 1,
        }
        drop(other_writer);
        // Another transaction joins the group commit and is not affected.
        commit(&store, 10_000 + number).await;
        acknowledged.push(10_000 + number);
    }
    assert!(cancelled >= 4, "too few writers were cancelled: {cancelled}");
    let written = written(&database).await;
    let lost: Vec<_> = acknowledged.iter().filter(|number| !written.contains(number)).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
}

async fn rejected_statement_fails_its_own_transaction_only(database: Database) {
    let store = database.open().await;
    commit(&store, 1).await;
    let tx = store.begin().await.unwrap();
    write(&tx, 2).await;
    assert!(matches!(audit::insert(&tx, &entry(1)).await, Err(StoreError::UniqueViolation(_))));
    drop(tx);
    commit(&store, 3).await;
    assert_eq!(written(&database).await, [1, 3]);
}

async fn after_a_refused_row_the_commit_reports_it_and_stores_nothing(database: Database) {
    let store = database.open().await;
    commit(&store, 1).await;
    let tx = store.begin().await.unwrap();
    write(&tx, 2).await;
    write(&tx, 3).await;
    assert!(matches!(audit::insert(&tx, &entry(1)).await, Err(StoreError::UniqueViolation(_))));
    // PostgreSQL rejects every further statement, SQLite runs it.
    let further = audit::insert(&tx, &entry(4)).await;
    assert_eq!(further.is_ok(), database.kind == Kind::Sqlite, "{further:?}");
    assert!(matches!(tx.commit().await, Err(StoreError::UniqueViolation(_))), "the first failure");
    let tx = store.begin().await.unwrap();
    write(&tx, 5).await;
    write(&tx, 6).await;
    drop(tx);
    let tx = store.begin().await.unwrap();
    for number in [9, 8, 7] {
        write(&tx, number).await;
    }
    tx.commit().await.unwrap();
    assert_eq!(written(&database).await, [1, 7, 8, 9]);
}

async fn after_a_cancelled_statement_the_commit_is_refused(database: Database) {
    let store = database.open().await;
    let mut cancelled = 0;
    // How often the first poll completes depends on the machine, so repeat until a few were pending. On SQLite a
    // statement runs in place and cannot be cancelled.
    for number in 1..=5_000 {
        let tx = store.begin().await.unwrap();
        let steps = usize::try_from(number % 5 + 1).unwrap();
        let answered = cancelled_after(steps, audit::insert(&tx, &entry(number))).await;
        let committed = tx.commit().await;
        assert_eq!(committed.is_ok(), answered.is_some(), "after {steps} steps: {committed:?}");
        let id = raw::id(&store, Uuid::from_u128(number));
        let stored = raw::count(&store, &format!("audit_log WHERE id = {id}")).await == 1;
        assert_eq!(committed.is_ok(), stored, "after {steps} steps");
        cancelled += u32::from(answered.is_none());
        if cancelled >= 3 || (database.kind == Kind::Sqlite && number >= 50) {
            break;
        }
    }
    assert_eq!(cancelled, if database.kind == Kind::Sqlite { 0 } else { 3 });
}

/// More than PostgreSQL accepts in one statement (65,535 values); none waits for the response to another.
async fn any_number_of_rows_can_be_added_in_one_transaction(database: Database) {
    let store = database.open().await;
    let tx = store.begin().await.unwrap();
    let entries: Vec<_> = (1..=12_000).map(entry).collect();
    try_join_all(entries.iter().map(|entry| audit::insert(&tx, entry))).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(raw::count(&store, "audit_log").await, 12_000);
}

async fn transaction_with_a_failed_statement_is_not_acknowledged(database: Database) {
    let store = database.open().await;
    let tx = store.begin().await.unwrap();
    write(&tx, 1).await;
    tx.batch("INSERT INTO nowhere VALUES (1)").await.unwrap_err();
    let committed = tx.commit().await.is_ok();
    let there = written(&database).await == [1];
    assert_eq!(committed, there, "acknowledged exactly when it is durable");
}

async fn readers_see_nothing_before_the_commit(database: Database) {
    let store = database.open().await;
    let tx = store.begin().await.unwrap();
    write(&tx, 1).await;
    assert_eq!(raw::count(&store, "audit_log").await, 0);
    tx.commit().await.unwrap();
    assert_eq!(raw::count(&store, "audit_log").await, 1);
}

/// Defers the foreign keys of this transaction to its commit, and violates one.
async fn break_at_commit(tx: &Transaction) {
    if tx.backend() == tala_store::Backend::Sqlite {
        tx.batch("PRAGMA defer_foreign_keys = ON").await.unwrap();
    } else {
        let deferred =
            "ALTER TABLE identities ALTER CONSTRAINT identities_person_id_fkey DEFERRABLE INITIALLY DEFERRED";
        tx.batch(deferred).await.unwrap();
    }
    let nobody = tala_domain::ids::PersonId(Uuid::from_u128(404));
    assert!(tala_store::people::insert_identity(tx, "issuer", "subject", nobody, at(START)).await.unwrap());
}

async fn a_commit_that_fails_leaves_nothing(database: Database) {
    let store = database.open().await;
    let tx = store.begin().await.unwrap();
    write(&tx, 1).await;
    break_at_commit(&tx).await;
    assert!(matches!(tx.commit().await, Err(StoreError::ForeignKeyViolation(_))));
    commit(&store, 2).await;
    assert_eq!(written(&database).await, [2]);
    assert_eq!(raw::count(&store, "identities").await, 0);
}

async fn failed_group_commit_fails_all_its_transactions(database: Database) {
    let store = database.open().await;
    let first = store.begin().await.unwrap();
    write(&first, 1).await;
    let mut second = pin!(store.begin());
    assert!(poll!(&mut second).is_pending(), "it is queued, so the commit comes after it");
    let first = tokio::spawn(first.commit());
    let second = second.await.unwrap();
    write(&second, 2).await;
    break_at_commit(&second).await;
    assert!(second.commit().await.is_err());
    assert!(first.await.unwrap().is_err(), "its rows are missing, and it gets an error");
    commit(&store, 3).await;
    assert_eq!(written(&database).await, [3]);
}

/// As with a full or broken disk: the whole transaction is rolled back, with those that share its commit.
async fn after_a_rollback_by_sqlite_nothing_of_the_transaction_is_written(database: Database) {
    let store = database.open().await;
    commit(&store, 1).await;
    let first = store.begin().await.unwrap();
    write(&first, 2).await;
    let mut second = pin!(store.begin());
    assert!(poll!(&mut second).is_pending());
    let first = tokio::spawn(first.commit());
    let second = second.await.unwrap();
    write(&second, 3).await;
    let refused = second.batch("INSERT OR ROLLBACK INTO audit_log SELECT * FROM audit_log").await;
    assert!(matches!(refused, Err(StoreError::UniqueViolation(_))), "{refused:?}");
    assert!(audit::insert(&second, &entry(4)).await.is_err(), "there is no transaction any more");
    assert!(second.commit().await.is_err());
    assert!(first.await.unwrap().is_err(), "its rows are missing");
    commit(&store, 5).await;
    assert_eq!(written(&database).await, [1, 5]);
}

async fn writers_run_in_request_order(database: Database) {
    let store = database.open().await;
    let first = store.begin().await.unwrap();
    let mut second = pin!(store.begin());
    let mut third = pin!(store.begin());
    assert!(poll!(&mut second).is_pending());
    assert!(poll!(&mut third).is_pending());
    let first = tokio::spawn(first.commit());
    let second = second.await.unwrap();
    assert!(poll!(&mut third).is_pending(), "one at a time");
    write(&second, 2).await;
    let second = tokio::spawn(second.commit());
    let third = third.await.unwrap();
    write(&third, 3).await;
    third.commit().await.unwrap();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    assert_eq!(written(&database).await, [2, 3]);
}

async fn reader_connection_cannot_write_on_sqlite(app: TestApp) {
    let outcome = app.ctx.store.read().query::<()>("DELETE FROM outbox", &[]).await;
    match app.database.kind {
        Kind::Sqlite => assert!(matches!(outcome, Err(StoreError::NotWritable(_))), "{outcome:?}"),
        Kind::Postgres => assert!(outcome.is_ok(), "{outcome:?}"),
    }
}

/// Before SQLite 3.51.3, resetting the WAL during a checkpoint of another connection could corrupt the database.
async fn two_connections_may_checkpoint(database: Database) {
    let store = database.open().await;
    let version = &raw::texts(&store, "SELECT sqlite_version()").await[0];
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    assert!(parts >= vec![3, 51, 3], "{version}");
}
