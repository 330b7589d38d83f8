//! Things that exist once: the last credit, a coupon's last use, a payment's class and its refund, the decision on an
//! application. Controls show that check-then-write duplicates each; the races of the product itself are tested with
//! the features (docs/testing.md). Also a seat that is released while others request it.

use std::sync::Arc;

use futures_util::future::{join, join_all};
use serde_json::json;
use tala_domain::booking::ClassType;
use tala_domain::coupons::CouponTerms;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_store::StoreError;
use tala_tests::unguarded::{check_then_write, remove_guards};
use tala_tests::{PaymentsApp, School, TestApp, at, both_dbs, days, raw};
use tokio::sync::Barrier;

both_dbs!(
    without_the_guards_the_last_unit_is_taken_repeatedly,
    the_guards_alone_give_the_last_unit_to_one,
    without_the_guarded_update_an_application_is_decided_twice,
    released_seat_is_taken_once,
);

const RACERS: usize = 5;

/// A resource that only one task may take.
struct Unit {
    what: &'static str,
    /// SQL that counts conflicts.
    in_the_way: String,
    /// SQL that takes it; `{new}` is a fresh id.
    statement: String,
}

async fn units(app: &PaymentsApp) -> Vec<Unit> {
    let School { teacher, student } = app.school().await;
    let store = &app.ctx.store;
    let lot = raw::id(store, app.lot(&student, 1, days(30)).await.0);
    app.coupon_with("ONCE", &CouponTerms { limit: Some(1), ..PaymentsApp::terms(20) }).await;
    let package = app.order_package(&student, 4, None).await;
    let payment = app.pay(&package);
    app.success_request(&student, &package, &payment).ok().await;
    app.order(&student, &app.slots(&student).await[0], None).await;
    let class = format!("FROM orders WHERE slot_id IS NOT NULL AND teacher_id = {}", raw::id(store, teacher.id.0));
    let no = raw::truth(store, false);
    let what = |what, in_the_way: &str, statement: &str| {
        let (in_the_way, statement) = (format!("SELECT count(*) FROM {in_the_way}"), statement.to_owned());
        Unit { what, in_the_way, statement }
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
            "INSERT INTO refunds (id, payment_id, amount_minor, currency, reason, state, attempt, provider_check_count, created_at, updated_at)
             SELECT {new}, id, amount_minor, currency, 'cancelled', 'requested', 1, 0, 0, 0 FROM payments",
        ),
        what(
            "the rest of a payment",
            "payments WHERE refunded_minor >= amount_minor",
            "UPDATE payments SET refunded_minor = refunded_minor + amount_minor",
        ),
        what(
            "the class of an order",
            "bookings",
            &format!(
                "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show,
                     payment_status, credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at,
                     updated_at, order_id)
                 SELECT {{new}}, slot_id, student_id, teacher_id, starts_at, starts_at + 1, 'confirmed', {no}, 'paid', 0,
                     price_minor, base_minor, currency, 0, 0, 0, id {class}"
            ),
        ),
    ]
}

/// All tasks check before the first one writes. Returns how many succeeded and how many the database rejected.
async fn race(app: &TestApp, scarce: &Unit) -> (usize, usize) {
    let looked = Arc::new(Barrier::new(RACERS));
    let tasks = (0..RACERS).map(|_| {
        let (app, looked, in_the_way) = (app.clone(), looked.clone(), scarce.in_the_way.clone());
        let statement = scarce.statement.replace("{new}", &raw::id(&app.ctx.store, app.ctx.new_id()));
        tokio::spawn(async move { check_then_write(&app.ctx.store, &in_the_way, &statement, &looked).await })
    });
    let outcomes: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    let won = outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count();
    let refused = |outcome: &&Result<bool, StoreError>| {
        matches!(outcome, Err(StoreError::CheckViolation(_) | StoreError::UniqueViolation(_)))
    };
    (won, outcomes.iter().filter(refused).count())
}

async fn without_the_guards_the_last_unit_is_taken_repeatedly(app: PaymentsApp) {
    let all = units(&app).await;
    assert_eq!(app.ledger_findings().await, []);
    remove_guards(&app.ctx.store).await;
    for scarce in &all {
        assert_eq!(race(&app, scarce).await, (RACERS, 0), "{}", scarce.what);
    }
    let found: Vec<_> = app.ledger_findings().await.into_iter().map(|finding| finding.rule).collect();
    for rule in ["lots", "coupon_uses", "refunds_payable", "refunded_payment", "seats"] {
        assert!(found.contains(&rule), "and the ledger check finds {rule}: {found:?}");
    }
}

async fn the_guards_alone_give_the_last_unit_to_one(app: PaymentsApp) {
    for scarce in units(&app).await {
        assert_eq!(race(&app, &scarce).await, (1, RACERS - 1), "{}", scarce.what);
    }
}

/// Two decisions leave a valid row; only a comparison with the version that was read detects the second. So the
/// product's race test (`admin/approvals.rs`) counts the decisions in the audit log.
async fn without_the_guarded_update_an_application_is_decided_twice(app: TestApp) {
    let id = raw::id(&app.ctx.store, app.teacher_with("Devika", TeacherStatus::Pending).await.id.0);
    let pending = format!("teachers WHERE person_id = {id} AND status = 'pending'");
    let unguarded = Unit {
        what: "a verdict",
        in_the_way: format!("SELECT 1 - count(*) FROM {pending}"),
        statement: format!("UPDATE teachers SET status = 'rejected' WHERE person_id = {id}"),
    };
    assert_eq!(race(&app, &unguarded).await, (RACERS, 0), "all tasks succeed");
    assert_eq!(app.count(&pending).await, 0);
}

async fn released_seat_is_taken_once(app: TestApp) {
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
            // All tasks failed before the release: the seat is available to the next.
            app.book(&waiting[0], &slot).await;
        }
    }
    assert_eq!(app.ledger_findings().await, []);
}
