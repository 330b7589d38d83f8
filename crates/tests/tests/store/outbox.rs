//! The outbox: a job is enqueued with its change, claimed by one worker, run at least once, and finally a dead letter.

use futures_util::future::join_all;
use jiff::SignedDuration;
use tala_domain::ids::{BookingId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_store::outbox::{self, Backlog, ClaimedJob, JobStatus, MAX_ATTEMPTS};
use tala_tests::{TestApp, both_dbs, minutes, raw};
use uuid::Uuid;

both_dbs!(
    rolled_back_job_is_never_enqueued,
    same_job_is_enqueued_once,
    eight_workers_claim_each_job_once,
    claim_returns_longest_due_jobs_first_up_to_its_limit,
    job_with_an_expired_lease_is_claimed_again,
    completion_after_the_lease_is_refused,
    failing_job_backs_off_and_becomes_a_dead_letter,
    permanently_failed_job_is_a_dead_letter_immediately,
    only_one_attempt_runs_at_a_time,
    long_errors_are_cut,
    topic_of_a_newer_release_is_left_to_newer_servers,
    old_done_jobs_are_purged_in_batches,
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

async fn claim(app: &TestApp, limit: u32) -> Vec<ClaimedJob> {
    let tx = app.ctx.store.begin().await.unwrap();
    let claimed = outbox::claim_due(&tx, app.now(), LEASE, limit).await.unwrap();
    tx.commit().await.unwrap();
    claimed
}

async fn claim_one_now(app: &TestApp, number: u128) -> Option<ClaimedJob> {
    let tx = app.ctx.store.begin().await.unwrap();
    let claimed = outbox::claim_now(&tx, job(number).0, app.now(), LEASE).await.unwrap();
    tx.commit().await.unwrap();
    claimed
}

async fn fail(app: &TestApp, claimed: &ClaimedJob, error: &str, permanent: bool) -> bool {
    let tx = app.ctx.store.begin().await.unwrap();
    let kept = outbox::mark_failed(&tx, claimed, error, permanent, app.now()).await.unwrap();
    tx.commit().await.unwrap();
    kept
}

async fn finish(app: &TestApp, claimed: &ClaimedJob) -> bool {
    let tx = app.ctx.store.begin().await.unwrap();
    let kept = outbox::mark_done(&tx, claimed, app.now()).await.unwrap();
    tx.commit().await.unwrap();
    kept
}

async fn outcome(app: &TestApp, number: u128) -> JobStatus {
    let (_, job) = job(number);
    outbox::find_status(app.ctx.store.read(), job.topic(), job.subject()).await.unwrap()
}

async fn last_errors(app: &TestApp) -> Vec<String> {
    raw::texts(&app.ctx.store, "SELECT last_error FROM outbox").await
}

async fn rolled_back_job_is_never_enqueued(app: TestApp) {
    let tx = app.ctx.store.begin().await.unwrap();
    outbox::enqueue(&tx, &[job(1)], app.now()).await.unwrap();
    drop(tx);
    assert_eq!(claim(&app, 10).await.len(), 0);
    assert_eq!(outcome(&app, 1).await, JobStatus::Unknown);
}

async fn same_job_is_enqueued_once(app: TestApp) {
    file(&app, [1, 2]).await;
    file(&app, [2, 3]).await;
    file(&app, []).await;
    assert_eq!(app.count("outbox").await, 3);
}

async fn eight_workers_claim_each_job_once(app: TestApp) {
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
    // A worker that found another one's lock may have stopped early; the remaining jobs are still due.
    all.extend(claim(&app, 100).await.into_iter().map(|claimed| claimed.id));
    all.sort();
    assert_eq!(all, expected);
    assert_eq!(app.count("outbox WHERE attempts = 1").await, 100);
}

async fn claim_returns_longest_due_jobs_first_up_to_its_limit(app: TestApp) {
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

async fn job_with_an_expired_lease_is_claimed_again(app: TestApp) {
    file(&app, [1]).await;
    assert_eq!(claim(&app, 10).await[0].attempt, 1);
    app.advance(LEASE - SignedDuration::from_micros(1));
    assert_eq!(claim(&app, 10).await.len(), 0);
    app.advance(SignedDuration::from_micros(1));
    assert_eq!(claim(&app, 10).await[0].attempt, 2);
}

async fn completion_after_the_lease_is_refused(app: TestApp) {
    file(&app, [1]).await;
    let slow = claim(&app, 1).await.remove(0);
    app.advance(LEASE);
    let quick = claim(&app, 1).await.remove(0);
    assert!(!finish(&app, &slow).await);
    assert!(!fail(&app, &slow, "late", true).await);
    assert_eq!(outcome(&app, 1).await, JobStatus::Waiting(job(1).0));
    assert!(finish(&app, &quick).await);
    assert_eq!(outcome(&app, 1).await, JobStatus::Done(app.now()));
    assert!(!finish(&app, &quick).await, "once");
    assert!(!fail(&app, &quick, "late", false).await);
}

async fn failing_job_backs_off_and_becomes_a_dead_letter(app: TestApp) {
    file(&app, [1]).await;
    let mut waits = Vec::new();
    for attempt in 1..=MAX_ATTEMPTS {
        let claimed = claim(&app, 1).await.remove(0);
        assert_eq!(claimed.attempt, attempt);
        assert!(fail(&app, &claimed, "away", false).await);
        if attempt == MAX_ATTEMPTS {
            break;
        }
        assert_eq!(outcome(&app, 1).await, JobStatus::Waiting(job(1).0));
        assert_eq!(last_errors(&app).await, ["away"]);
        let due = raw::number(&app.ctx.store, "SELECT run_at FROM outbox").await;
        let wait = (due - app.now().as_microsecond()) / 1_000_000;
        waits.push(wait);
        app.advance(SignedDuration::from_secs(wait) - SignedDuration::from_micros(1));
        assert_eq!(claim(&app, 1).await.len(), 0, "not before its time");
        app.advance(SignedDuration::from_micros(1));
    }
    assert_eq!(waits, [15, 30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360]);
    assert_eq!(outcome(&app, 1).await, JobStatus::Dead);
    app.advance(tala_tests::days(30));
    assert_eq!(claim(&app, 1).await.len(), 0);
    assert!(claim_one_now(&app, 1).await.is_none());
    let backlog = outbox::count_backlog(app.ctx.store.read(), app.now()).await.unwrap();
    assert_eq!(backlog, Backlog { due: 0, dead: 1 });
}

async fn permanently_failed_job_is_a_dead_letter_immediately(app: TestApp) {
    file(&app, [1, 2]).await;
    let claimed = claim(&app, 1).await.remove(0);
    assert!(fail(&app, &claimed, "no such mailbox", true).await);
    let backlog = outbox::count_backlog(app.ctx.store.read(), app.now()).await.unwrap();
    assert_eq!(backlog, Backlog { due: 1, dead: 1 });
}

async fn only_one_attempt_runs_at_a_time(app: TestApp) {
    file(&app, [1]).await;
    let claimed = claim_one_now(&app, 1).await.unwrap();
    assert!(claim_one_now(&app, 1).await.is_none(), "another worker has it");
    assert_eq!(claim(&app, 10).await.len(), 0);
    assert!(fail(&app, &claimed, "away", false).await);
    assert_eq!(claim(&app, 10).await.len(), 0, "the worker waits for its time");
    app.advance(minutes(10));
    assert_eq!(claim_one_now(&app, 1).await.unwrap().attempt, 2, "a request may retry earlier");
    assert_eq!(claim(&app, 10).await.len(), 0);
}

async fn long_errors_are_cut(app: TestApp) {
    file(&app, [1]).await;
    let claimed = claim(&app, 1).await.remove(0);
    assert!(fail(&app, &claimed, &"ä".repeat(10_000), false).await);
    assert_eq!(last_errors(&app).await, ["ä".repeat(500)]);
}

async fn topic_of_a_newer_release_is_left_to_newer_servers(app: TestApp) {
    file(&app, [1, 2]).await;
    let newer = "UPDATE outbox SET topic = 'lesson_recorded', payload = '{\"kind\":\"lesson_recorded\"}'
                  WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 1)";
    raw::execute(&app.ctx.store, newer).await;
    assert_eq!(claim(&app, 10).await.iter().map(|claimed| claimed.id).collect::<Vec<_>>(), [job(2).0]);
    assert_eq!(app.count("outbox WHERE topic = 'lesson_recorded' AND state = 'ready' AND attempts = 0").await, 1);
}

async fn old_done_jobs_are_purged_in_batches(app: TestApp) {
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
