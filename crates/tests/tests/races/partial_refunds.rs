//! Simultaneous partial refunds, cancellations, payouts and bookings: never more is refunded than was paid, and the ledger
//! balances.

use std::sync::Arc;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{self, AlreadyProcessed, NotCancellable, VersionConflict};
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{AdminSession, FakeClock, PaymentsApp, Student, Teacher, TestApp, at, both_dbs, raw};

both_dbs!(
    two_administrators_refund_a_part_once,
    the_same_request_on_two_servers_refunds_once,
    partial_refund_and_cancellation_refund_what_was_paid,
    earnings_are_reduced_or_paid_out,
    credits_are_spent_at_the_old_or_the_new_price,
    unspent_credits_are_refunded_once_on_two_servers,
    credits_of_a_cancelled_class_are_refunded_or_returned,
);

const PAID: i64 = 102_298;

async fn class_order(app: &PaymentsApp, student: &Student, start: &str) -> String {
    let order = app.order(student, &app.slot_at(student, at(start)).await, None).await;
    let payment = app.pay(&order);
    app.success_request(student, &order, &payment).ok().await;
    order["order"]["_id"].as_str().unwrap().to_owned()
}

async fn six_class_orders(app: &PaymentsApp) -> (School, Vec<String>) {
    let school = app.school().await;
    let mut orders = Vec::new();
    for day in 5..11 {
        orders.push(class_order(app, &school.student, &format!("2026-03-{day:02}T03:30:00Z")).await);
    }
    app.work().await;
    (school, orders)
}

fn request<'a>(app: &'a TestApp, admin: &AdminSession, order: &str, body: &Value) -> Request<'a> {
    app.post(&format!("/api/admin/orders/{order}/partial-refunds"), body).as_admin(admin)
}

fn body(amount: f64, bearer: &str, key: &str) -> Value {
    json!({
        "amount": amount, "refundable": 1022.98, "bearer": bearer, "reason": "A test", "idempotencyKey": key,
    })
}

async fn refunded(app: &TestApp, order: &str) -> i64 {
    let order = raw::id(&app.ctx.store, order.parse().unwrap());
    let sum = format!(
        "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS bigint) FROM refunds
          WHERE payment_id = (SELECT payment_id FROM orders WHERE id = {order})"
    );
    raw::number(&app.ctx.store, &sum).await
}

async fn two_administrators_refund_a_part_once(app: PaymentsApp) {
    let (_, orders) = six_class_orders(&app).await;
    let (finance, owner) = (app.new_admin("finance").await, app.new_admin("owner").await);
    let other = app.another_server(2).await;
    for (round, order) in orders.iter().enumerate() {
        let bearer = if round % 2 == 0 { "platform" } else { "teacher" };
        let (one, two) = (body(700.0, bearer, &format!("{order} 1")), body(600.0, "platform", &format!("{order} 2")));
        let (one, two) =
            join(request(&app, &finance, order, &one).send(), request(&other, &owner, order, &two).send()).await;
        let (won, lost) = if one.status.is_success() { (&one, &two) } else { (&two, &one) };
        won.ok();
        lost.refused(VersionConflict);
        assert!([70_000, 60_000].contains(&refunded(&app, order).await));
        assert_eq!(app.ledger_findings().await, []);
    }
    assert_eq!(app.count("audit_log WHERE action = 'payment_partly_refunded'").await, 6);
}

async fn the_same_request_on_two_servers_refunds_once(app: PaymentsApp) {
    let (_, orders) = six_class_orders(&app).await;
    let finance = app.new_admin("finance").await;
    let other = app.another_server(2).await;
    for order in &orders {
        let body = body(100.0, "teacher", &format!("of {order}"));
        let requests = (0..4).map(|number| {
            let server: &TestApp = if number % 2 == 0 { &app } else { &other };
            request(server, &finance, order, &body).ok()
        });
        join_all(requests).await;
        assert_eq!(refunded(&app, order).await, 10_000);
    }
    assert_eq!(app.count("refunds").await, 6);
    assert_eq!(app.ledger_findings().await, []);
}

async fn partial_refund_and_cancellation_refund_what_was_paid(app: PaymentsApp) {
    let (School { student, .. }, orders) = six_class_orders(&app).await;
    let finance = app.new_admin("finance").await;
    let other = app.another_server(2).await;
    let bookings = app.get("/api/bookings").by(&student).ok().await.as_array().unwrap().clone();
    let mut partial = 0;
    for (round, order) in orders.iter().enumerate() {
        let booking = bookings.iter().find(|booking| booking["orderId"] == **order).unwrap()["_id"].clone();
        let path = format!("/api/bookings/{}/cancel", booking.as_str().unwrap());
        let bearer = if round % 2 == 0 { "platform" } else { "teacher" };
        let body = body(300.0, bearer, order);
        let part = request(&app, &finance, order, &body).send();
        let nothing = json!({});
        let cancel = other.post(&path, &nothing).by(&student).send();
        let (part, cancelled) = if round % 3 == 0 {
            join(part, cancel).await
        } else {
            let (cancelled, part) = join(cancel, part).await;
            (part, cancelled)
        };
        cancelled.ok();
        match part.code() {
            None => partial += 1,
            Some(code) => assert!(matches!(code, AlreadyProcessed | NotCancellable), "{}", part.text),
        }
        assert_eq!(refunded(&app, order).await, PAID);
        assert_eq!(app.ledger_findings().await, []);
    }
    assert_eq!(app.count("refunds").await, 6 + partial);
    app.deliver_events().await;
    app.deliver_events().await;
    assert_eq!(app.count("orders WHERE state = 'refunded'").await, 6);
    assert_eq!(app.count("refunds WHERE state = 'done'").await, 6 + partial);
    assert_eq!(app.ledger_findings().await, []);
}

/// A payout run and refunds that the teacher shares: a payout contains the earnings before or after the refund.
async fn earnings_are_reduced_or_paid_out(app: PaymentsApp) {
    let (School { teacher, .. }, orders) = six_class_orders(&app).await;
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": teacher.name, "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(&teacher).ok().await;
    let payday = at("2026-03-31T18:31:00Z");
    app.clock.set(payday);
    app.work().await;
    let (finance, owner) = (app.new_admin("finance").await, app.new_admin("owner").await);
    let other = app.another_server_on(Arc::new(FakeClock::new(payday)), 2).await;
    let bodies: Vec<Value> = orders.iter().map(|order| body(300.0, "teacher", order)).collect();
    let refund = |number: usize| request(&app, &finance, &orders[number], &bodies[number]).send();
    let nothing = json!({});
    let run = other.admin_post(&owner, "/api/admin/payouts/run", &nothing);
    // Some before the run, some during it.
    let mut replies = vec![refund(0).await];
    let (run, during) = join(run, join_all((1..6).map(refund))).await;
    replies.extend(during);
    let shared = replies.iter().filter(|reply| reply.code().is_none()).count();
    let late = replies.iter().filter_map(tala_tests::Reply::code).all(|code: ErrorCode| code == NotCancellable);
    assert!(late, "the others are in the payout");
    let amount = "SELECT CAST(SUM(amount_minor) AS bigint) FROM payouts";
    let expected = 6 * 99_900 - i64::try_from(shared).unwrap() * 29_297;
    assert_eq!(raw::number(&app.ctx.store, amount).await, expected, "{run}");
    assert_eq!(app.ledger_findings().await, []);
}

async fn credits_are_spent_at_the_old_or_the_new_price(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let finance = app.new_admin("finance").await;
    let other = app.another_server(2).await;
    let mut shared = 0;
    for round in 0..6 {
        let student = app.student(&format!("Student {round}"), &teacher).await;
        let order = app.order_package(&student, 4, None).await;
        let payment = app.pay(&order);
        app.success_request(&student, &order, &payment).ok().await;
        let id = order["order"]["_id"].as_str().unwrap();
        let left =
            app.admin_get(&finance, &format!("/api/admin/orders/{id}")).await["partialRefund"]["refundable"].clone();
        let mut body = body(400.0, "teacher", id);
        body["refundable"] = left;
        let slot = app.slot_at(&student, at(&format!("2026-03-{:02}T03:30:00Z", 5 + round))).await;
        let (part, booked) =
            join(request(&app, &finance, id, &body).send(), other.booking_request(&student, &slot).send()).await;
        booked.ok();
        match part.code() {
            None => shared += 1,
            Some(code) => assert_eq!(code, NotCancellable, "{}", part.text),
        }
        assert_eq!(app.ledger_findings().await, []);
    }
    assert_eq!(app.count("refunds").await, shared);
}

/// A student with a package of four credits, one of which pays for a class. Returns the student and the booking's id.
async fn spend_one_of_four(app: &PaymentsApp, teacher: &Teacher, number: usize) -> (Student, String) {
    let student = app.student(&format!("Student {number}"), teacher).await;
    let order = app.order_package(&student, 4, None).await;
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).ok().await;
    let slot = app.slot_at(&student, at(&format!("2026-03-{:02}T03:30:00Z", 5 + number))).await;
    let booked = app.book(&student, &slot).await;
    (student, booked["_id"].as_str().unwrap().to_owned())
}

async fn unspent_credits_are_refunded_once_on_two_servers(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let owner = app.new_admin("owner").await;
    let other = app.another_server(2).await;
    for number in 0..6 {
        spend_one_of_four(&app, &teacher, number).await;
    }
    let (path, why) = (format!("/api/admin/people/{}", teacher.id), json!({ "reason": "A test" }));
    app.admin_post(&owner, &format!("{path}/suspend"), &why).await;
    let refund = format!("{path}/refund-unspent-credits");
    let (one, two) = join(app.admin_post(&owner, &refund, &why), other.admin_post(&owner, &refund, &why)).await;
    assert_eq!(one["credits"].as_i64().unwrap() + two["credits"].as_i64().unwrap(), 18, "{one} {two}");
    assert_eq!(app.count("refunds").await, 6);
    assert_eq!(app.ledger_findings().await, []);
}

/// A class is cancelled while the other credits of its package are refunded: its credit is refunded with them, or returned.
async fn credits_of_a_cancelled_class_are_refunded_or_returned(app: PaymentsApp) {
    let owner = app.new_admin("owner").await;
    let other = app.another_server(2).await;
    let why = json!({ "reason": "A test" });
    for round in 0..6 {
        let teacher = app.teacher(&format!("Teacher {round}")).await;
        app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let (student, booking) = spend_one_of_four(&app, &teacher, round).await;
        let path = format!("/api/admin/people/{}", teacher.id);
        app.admin_post(&owner, &format!("{path}/suspend"), &why).await;
        let refund = format!("{path}/refund-unspent-credits");
        let cancel = format!("/api/admin/bookings/{booking}/cancel");
        let (refunded, _) = join(app.admin_post(&owner, &refund, &why), other.admin_post(&owner, &cancel, &why)).await;
        let profile = app.get(&format!("/api/student-profile?email={}", student.email)).by(&student).ok().await;
        let left = profile["classCredits"].as_i64().unwrap();
        assert_eq!(refunded["credits"].as_i64().unwrap() + left, 4, "{refunded}");
        assert_eq!(app.ledger_findings().await, []);
    }
}
