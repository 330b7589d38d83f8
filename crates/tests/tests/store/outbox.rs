//! The outbox: filed with the change, claimed by one, done at least once, given up in the end.

use futures_util::future::join_all;
use jiff::SignedDuration;
use tala_domain::ids::{BookingId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_store::outbox::{self, Backlog, Claimed, MAX_ATTEMPTS, Outcome};
use tala_tests::{TestApp, both_dbs, minutes};
use uuid::Uuid;

both_dbs!(
    work_that_is_rolled_back_was_never_asked_for,
    the_same_work_is_filed_once,
    eight_workers_claim_everything_once,
    a_claim_takes_the_longest_due_first_and_no_more_than_asked,
    a_lease_that_runs_out_gives_the_work_back,
    a_worker_that_was_too_slow_is_refused,
    work_that_fails_waits_longer_each_time_and_is_given_up_in_the_end,
    work_that_cannot_succeed_is_given_up_at_once,
    only_one_may_try_at_once_whoever_asks,
    long_errors_are_cut,
    what_was_done_long_ago_is_forgotten_a_few_at_a_time,
);

const LEASE: SignedDuration = SignedDuration::from_secs(120);

fn job(number: u128) -> (JobId, Job) {
    let booking_id = BookingId(Uuid::from_u128(number));
    (JobId(Uuid::from_u128(1_000 + number)), Job::BookingConfirmed { booking_id, audience: Audience::Student })
}

async fn file(app: &TestApp, jobs: impl IntoIterator<Item = u128>) {
    let jobs: Vec<_> = jobs.into_iter().map(job).collect();
    let tx = app.ctx.store.begin().await.unwrap();
    outbox::enqueue(&tx, &jobs, app.now()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn claim(app: &TestApp, limit: u32) -> Vec<Claimed> {
    let tx = app.ctx.store.begin().await.unwrap();
    let claimed = outbox::claim_due(&tx, app.now(), LEASE, limit).await.unwrap();
    tx.commit().await.unwrap();
    claimed
}

async fn claim_one_now(app: &TestApp, number: u128) -> Option<Claimed> {
    let tx = app.ctx.store.begin().await.unwrap();
    let claimed = outbox::claim_now(&tx, job(number).0, app.now(), LEASE).await.unwrap();
    tx.commit().await.unwrap();
    claimed
}

async fn fail(app: &TestApp, claimed: &Claimed, error: &str, permanent: bool) -> bool {
    let tx = app.ctx.store.begin().await.unwrap();
    let kept = outbox::mark_failed(&tx, claimed, error, permanent, app.now()).await.unwrap();
    tx.commit().await.unwrap();
    kept
}

async fn finish(app: &TestApp, claimed: &Claimed) -> bool {
    let tx = app.ctx.store.begin().await.unwrap();
    let kept = outbox::mark_done(&tx, claimed, app.now()).await.unwrap();
    tx.commit().await.unwrap();
    kept
}

async fn outcome(app: &TestApp, number: u128) -> Outcome {
    let (_, job) = job(number);
    outbox::find_outcome(app.ctx.store.read(), job.topic(), job.subject()).await.unwrap()
}

async fn last_errors(app: &TestApp) -> Vec<String> {
    tala_tests::raw::texts(&app.ctx.store, "SELECT last_error FROM outbox").await
}

async fn work_that_is_rolled_back_was_never_asked_for(app: TestApp) {
    let tx = app.ctx.store.begin().await.unwrap();
    outbox::enqueue(&tx, &[job(1)], app.now()).await.unwrap();
    drop(tx);
    assert_eq!(claim(&app, 10).await.len(), 0);
    assert_eq!(outcome(&app, 1).await, Outcome::Unknown);
}

async fn the_same_work_is_filed_once(app: TestApp) {
    file(&app, [1, 2]).await;
    file(&app, [2, 3]).await;
    file(&app, []).await;
    assert_eq!(app.count("outbox").await, 3);
}

async fn eight_workers_claim_everything_once(app: TestApp) {
    file(&app, 0..100).await;
    let workers = (0..8).map(|_| {
        let app = app.clone();
        tokio::spawn(async move {
            let mut all = Vec::new();
            loop {
                let claimed = claim(&app, 3).await;
                if claimed.is_empty() {
                    return all;
                }
                assert!(claimed.len() <= 3);
                all.extend(claimed.into_iter().map(|claimed| claimed.id));
            }
        })
    });
    let mut all: Vec<JobId> = join_all(workers).await.into_iter().flat_map(Result::unwrap).collect();
    all.sort();
    let expected: Vec<JobId> = (0..100).map(|number| job(number).0).collect();
    // A worker that met another one's lock may have gone home early; what it left is still due.
    all.extend(claim(&app, 100).await.into_iter().map(|claimed| claimed.id));
    all.sort();
    assert_eq!(all, expected);
    assert_eq!(app.count("outbox WHERE attempts = 1").await, 100);
}

async fn a_claim_takes_the_longest_due_first_and_no_more_than_asked(app: TestApp) {
    for number in 0..5 {
        file(&app, [number]).await;
        app.advance(minutes(1));
    }
    let first = claim(&app, 2).await;
    let mut first: Vec<_> = first.iter().map(|claimed| claimed.id).collect();
    first.sort();
    assert_eq!(first, [job(0).0, job(1).0]);
    assert_eq!(claim(&app, 10).await.len(), 3);
    assert_eq!(claim(&app, 10).await.len(), 0);
}

async fn a_lease_that_runs_out_gives_the_work_back(app: TestApp) {
    file(&app, [1]).await;
    assert_eq!(claim(&app, 10).await[0].attempt, 1);
    app.advance(LEASE - SignedDuration::from_micros(1));
    assert_eq!(claim(&app, 10).await.len(), 0);
    app.advance(SignedDuration::from_micros(1));
    assert_eq!(claim(&app, 10).await[0].attempt, 2);
}

async fn a_worker_that_was_too_slow_is_refused(app: TestApp) {
    file(&app, [1]).await;
    let slow = claim(&app, 1).await.remove(0);
    app.advance(LEASE);
    let quick = claim(&app, 1).await.remove(0);
    assert!(!finish(&app, &slow).await);
    assert!(!fail(&app, &slow, "late", true).await);
    assert_eq!(outcome(&app, 1).await, Outcome::Waiting(job(1).0));
    assert!(finish(&app, &quick).await);
    assert_eq!(outcome(&app, 1).await, Outcome::Done(app.now()));
    assert!(!finish(&app, &quick).await, "once");
    assert!(!fail(&app, &quick, "late", false).await);
}

async fn work_that_fails_waits_longer_each_time_and_is_given_up_in_the_end(app: TestApp) {
    file(&app, [1]).await;
    let mut waits = Vec::new();
    for attempt in 1..=MAX_ATTEMPTS {
        let claimed = claim(&app, 1).await.remove(0);
        assert_eq!(claimed.attempt, attempt);
        assert!(fail(&app, &claimed, "away", false).await);
        if attempt == MAX_ATTEMPTS {
            break;
        }
        assert_eq!(outcome(&app, 1).await, Outcome::Waiting(job(1).0));
        assert_eq!(last_errors(&app).await, ["away"]);
        let due = tala_tests::raw::number(&app.ctx.store, "SELECT run_at FROM outbox").await;
        let wait = (due - app.now().as_microsecond()) / 1_000_000;
        waits.push(wait);
        app.advance(SignedDuration::from_secs(wait) - SignedDuration::from_micros(1));
        assert_eq!(claim(&app, 1).await.len(), 0, "not before its time");
        app.advance(SignedDuration::from_micros(1));
    }
    assert_eq!(waits, [15, 30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360]);
    assert_eq!(outcome(&app, 1).await, Outcome::Dead);
    app.advance(tala_tests::days(30));
    assert_eq!(claim(&app, 1).await.len(), 0);
    assert!(claim_one_now(&app, 1).await.is_none());
    let backlog = outbox::count_backlog(app.ctx.store.read(), app.now()).await.unwrap();
    assert_eq!(backlog, Backlog { due: 0, dead: 1 });
}

async fn work_that_cannot_succeed_is_given_up_at_once(app: TestApp) {
    file(&app, [1, 2]).await;
    let claimed = claim(&app, 1).await.remove(0);
    assert!(fail(&app, &claimed, "no such mailbox", true).await);
    let backlog = outbox::count_backlog(app.ctx.store.read(), app.now()).await.unwrap();
    assert_eq!(backlog, Backlog { due: 1, dead: 1 });
}

async fn only_one_may_try_at_once_whoever_asks(app: TestApp) {
    file(&app, [1]).await;
    let claimed = claim_one_now(&app, 1).await.unwrap();
    assert!(claim_one_now(&app, 1).await.is_none(), "somebody is at it");
    assert_eq!(claim(&app, 10).await.len(), 0);
    assert!(fail(&app, &claimed, "away", false).await);
    assert_eq!(claim(&app, 10).await.len(), 0, "the worker waits for its time");
    app.advance(minutes(10));
    assert_eq!(claim_one_now(&app, 1).await.unwrap().attempt, 2, "somebody who asks need not");
    assert_eq!(claim(&app, 10).await.len(), 0);
}

async fn long_errors_are_cut(app: TestApp) {
    file(&app, [1]).await;
    let claimed = claim(&app, 1).await.remove(0);
    assert!(fail(&app, &claimed, &"ä".repeat(10_000), false).await);
    assert_eq!(last_errors(&app).await, ["ä".repeat(500)]);
}

#[test]
fn work_about_a_link_that_was_filed_before_teachers_were_told_is_the_students() {
    let filed = r#"{"kind":"link_changed","booking_id":"01890000-0000-7000-8000-000000000001",
                    "change_id":"01890000-0000-7000-8000-000000000002"}"#;
    let job: Job = serde_json::from_str(filed).unwrap();
    assert_eq!(job.topic(), "link_changed");
}

async fn what_was_done_long_ago_is_forgotten_a_few_at_a_time(app: TestApp) {
    let file_now = async |number: u128| {
        let tx = app.ctx.store.begin().await.unwrap();
        let (_, job) = job(number);
        outbox::enqueue(&tx, &[(JobId(app.ctx.new_id()), job)], app.now()).await.unwrap();
        tx.commit().await.unwrap();
    };
    for number in 1..=4 {
        file_now(number).await;
    }
    let claimed = claim(&app, 4).await;
    for done in claimed.iter().take(3) {
        assert!(finish(&app, done).await);
    }
    app.advance(minutes(24 * 60));
    let a_day_later = app.now();
    app.advance(minutes(60));
    file_now(5).await;
    for late in &claim(&app, 2).await {
        assert!(finish(&app, late).await);
    }

    let forget = async || {
        let tx = app.ctx.store.begin().await.unwrap();
        let gone = outbox::delete_done_before(&tx, a_day_later, 2).await.unwrap();
        tx.commit().await.unwrap();
        gone
    };
    let gone = [forget().await, forget().await, forget().await];
    assert_eq!(gone, [2, 1, 0], "as many as asked for, then the rest");
    assert_eq!(app.count("outbox").await, 2, "one that was filed early and done late, and one that is new, are kept");
}
