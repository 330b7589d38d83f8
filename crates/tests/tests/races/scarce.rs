//! What there is once: the last credit, a coupon's last use, a payment's class and its refund, a verdict. Whoever looks first and
//! writes then does it twice; the races of the product itself stand beside the features (docs/testing.md). And a seat that is
//! given back while others want it.

use std::sync::Arc;

use futures_util::future::{join, join_all};
use serde_json::json;
use tala_domain::booking::ClassType;
use tala_domain::coupons::Terms;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_store::StoreError;
use tala_tests::naive::{look_and_write, take_the_guards_off};
use tala_tests::{Desk, School, TestApp, at, both_dbs, days, raw};
use tokio::sync::Barrier;

both_dbs!(
    without_the_guards_what_there_is_once_is_had_by_all,
    the_guards_alone_give_it_to_one,
    a_verdict_has_no_guard_but_the_guarded_update,
    a_seat_that_is_given_back_goes_to_one,
);

const RACERS: usize = 5;

/// Something that there is once.
struct Scarce {
    what: &'static str,
    /// Counts what stands in the way of having it.
    in_the_way: String,
    /// Has it; `{new}` is a fresh id.
    statement: String,
}

async fn scarce(desk: &Desk) -> Vec<Scarce> {
    let School { teacher, student } = desk.school().await;
    let store = &desk.ctx.store;
    let lot = raw::id(store, desk.lot(&student, 1, days(30)).await.0);
    desk.coupon_with("ONCE", &Terms { limit: Some(1), ..Desk::terms(20) }).await;
    let package = desk.order_package(&student, 4, None).await;
    let payment = desk.pay(&package);
    desk.success_request(&student, &package, &payment).ok().await;
    desk.order(&student, &desk.slots(&student).await[0], None).await;
    let class = format!("FROM orders WHERE slot_id IS NOT NULL AND teacher_id = {}", raw::id(store, teacher.id.0));
    let no = raw::truth(store, false);
    let what = |what, in_the_way: &str, statement: &str| {
        let (in_the_way, statement) = (format!("SELECT count(*) FROM {in_the_way}"), statement.to_owned());
        Scarce { what, in_the_way, statement }
    };
    vec![
        what(
            "the last credit",
            &format!("credit_lots WHERE id = {lot} AND remaining < 1"),
            &format!("UPDATE credit_lots SET remaining = remaining - 1 WHERE id = {lot}"),
        ),
        what(
            "the last use of a coupon",
            "coupons WHERE code = 'ONCE' AND used >= use_limit",
            "UPDATE coupons SET used = used + 1 WHERE code = 'ONCE'",
        ),
        what(
            "the refund of a payment",
            "refunds",
            "INSERT INTO refunds (id, payment_id, amount_minor, currency, reason, state, attempt, checks, created_at, updated_at)
             SELECT {new}, id, amount_minor, currency, 'cancelled', 'requested', 1, 0, 0, 0 FROM payments",
        ),
        what(
            "the class of an order",
            "bookings",
            &format!(
                "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show,
                     payment_status, credits_used, amount_minor, currency, calendar_sequence, created_at, updated_at, order_id)
                 SELECT {{new}}, slot_id, student_id, teacher_id, starts_at, starts_at + 1, 'confirmed', {no}, 'paid', 0,
                     price_minor, currency, 0, 0, 0, id {class}"
            ),
        ),
    ]
}

/// All look before anybody writes. How many were told that it worked, and how many the database has refused.
async fn race(app: &TestApp, scarce: &Scarce) -> (usize, usize) {
    let looked = Arc::new(Barrier::new(RACERS));
    let tasks = (0..RACERS).map(|_| {
        let (app, looked, in_the_way) = (app.clone(), looked.clone(), scarce.in_the_way.clone());
        let statement = scarce.statement.replace("{new}", &raw::id(&app.ctx.store, app.ctx.new_id()));
        tokio::spawn(async move { look_and_write(&app.ctx.store, &in_the_way, &statement, &looked).await })
    });
    let outcomes: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    let won = outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count();
    let refused = |outcome: &&Result<bool, StoreError>| {
        matches!(outcome, Err(StoreError::CheckViolation(_) | StoreError::UniqueViolation(_)))
    };
    (won, outcomes.iter().filter(refused).count())
}

async fn without_the_guards_what_there_is_once_is_had_by_all(desk: Desk) {
    let all = scarce(&desk).await;
    assert_eq!(desk.ledger_findings().await, []);
    take_the_guards_off(&desk.ctx.store).await;
    for scarce in &all {
        assert_eq!(race(&desk, scarce).await, (RACERS, 0), "{}", scarce.what);
    }
    let found: Vec<_> = desk.ledger_findings().await.into_iter().map(|finding| finding.rule).collect();
    for rule in ["lots", "coupon_uses", "refunds_payable", "seats"] {
        assert!(found.contains(&rule), "and the check of the books finds {rule}: {found:?}");
    }
}

async fn the_guards_alone_give_it_to_one(desk: Desk) {
    for scarce in scarce(&desk).await {
        assert_eq!(race(&desk, &scarce).await, (1, RACERS - 1), "{}", scarce.what);
    }
}

/// Two verdicts leave a row that is in order: only who compares with what was seen notices. So the race of the product
/// (`office/approvals.rs`) counts the verdicts in the audit log.
async fn a_verdict_has_no_guard_but_the_guarded_update(app: TestApp) {
    let id = raw::id(&app.ctx.store, app.teacher_with("Devika", TeacherStatus::Pending).await.id.0);
    let pending = format!("teachers WHERE person_id = {id} AND status = 'pending'");
    let naive = Scarce {
        what: "a verdict",
        in_the_way: format!("SELECT 1 - count(*) FROM {pending}"),
        statement: format!("UPDATE teachers SET status = 'rejected' WHERE person_id = {id}"),
    };
    assert_eq!(race(&app, &naive).await, (RACERS, 0), "all are told that it is theirs");
    assert_eq!(app.count(&pending).await, 0);
}

async fn a_seat_that_is_given_back_goes_to_one(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let other = app.another_server(2).await;
    let mut waiting = Vec::new();
    for number in 0..RACERS {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        app.lot(&student, 8, days(30)).await;
        waiting.push(student);
    }
    app.lot(&student, 8, days(30)).await;
    for day in 5..11 {
        let start = at(&format!("2026-03-{day:02}T13:30:00Z"));
        app.publish(&teacher, start, (ClassType::Duet, 1, 1)).await;
        let slot = app.slot_at(&student, start).await;
        let booking = app.book(&student, &slot).await;
        let path = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
        let body = json!({});
        let cancel = app.post(&path, &body).by(&student).send();
        let servers = [&app, &other];
        let wishes = waiting.iter().enumerate().map(|(turn, student)| servers[turn % 2].try_book(student, &slot));
        let (cancelled, replies) = join(cancel, join_all(wishes)).await;
        cancelled.ok();
        let lost = replies.iter().filter(|reply| reply.code() == Some(ErrorCode::SlotTaken)).count();
        let won = replies.iter().filter(|reply| reply.code().is_none()).count();
        assert!(won <= 1 && won + lost == RACERS, "{replies:?}");
        let taken = format!("slots WHERE starts_at = {} AND seats_taken = {won}", start.as_microsecond());
        assert_eq!(app.count(&taken).await, 1);
        if won == 0 {
            // All were too early: the seat is there for the next.
            app.book(&waiting[0], &slot).await;
        }
    }
    assert_eq!(app.ledger_findings().await, []);
}
