//! A payment provider that responds with 429, 500, HTML or not at all, before or after it has done the request: no one
//! is charged twice, no hold remains, and reconciliation completes every order when it is back (D23).

use razorpay_sandbox::{FaultKind, Outcome, WebhookSwitches};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, hours, minutes};

use crate::common::payments::{
    CLASS, NEXT_CLASS, assert_ledger_balanced, audit_money, bookings, buy_class, cancel, count, fault,
    finish_and_audit, offered, school_without_credits,
};

both_dbs!(
    order_that_cannot_be_opened_holds_nothing,
    a_package_that_cannot_be_opened_can_be_tried_again,
    a_payment_that_cannot_be_confirmed_keeps_its_seat,
    a_provider_that_does_not_answer_keeps_the_seat,
    student_cannot_pay_twice_while_an_order_is_checking,
    a_claim_without_money_ends_with_its_hold,
    a_bank_that_is_slow_while_the_browser_claims,
    a_capture_that_fails_is_made_again,
    orders_are_reconciled_after_a_long_outage,
    other_features_work_without_the_provider,
    silent_provider_does_not_delay_other_students,
    ledger_check_names_what_it_could_not_compare,
);

const ALL: [FaultKind; 4] = [FaultKind::TooManyRequests, FaultKind::ServerError, FaultKind::Html, FaultKind::Conflict];
/// Number of attempts for one request to the provider.
const EVERY_ATTEMPT: u32 = 4;

fn drop_webhooks(app: &PaymentsApp) {
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
}

async fn order_that_cannot_be_opened_holds_nothing(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon("TEN", 10).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("TEN")).await;
    let kinds = ALL.into_iter().flat_map(|kind| [(kind, false), (kind, true)]);
    for (kind, carried_out) in kinds.chain([(FaultKind::Timeout, false)]) {
        fault(&app, kind, 1, ("POST", "/v1/orders"), carried_out);
        app.order_request(&student, &slot, &quote).refused(ErrorCode::PaymentUnavailable).await;
        assert!(offered(&app, &other, CLASS).await, "{kind:?} {carried_out}");
        assert_eq!(count(&app, "coupons WHERE used = 0").await, 1, "{kind:?} {carried_out}");
        audit_money(&app).await;
    }
    assert_eq!(count(&app, "orders WHERE state = 'failed'").await, 9);
    let order = app.order_request(&student, &slot, &quote).ok().await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(bookings(&app, &student).await.len(), 1);
    assert_eq!(app.provider.overview().unwrap()["payments"].as_array().unwrap().len(), 1);
}

async fn a_package_that_cannot_be_opened_can_be_tried_again(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let quote = app.package_quote(&student, 4, None).await;
    for kind in ALL {
        fault(&app, kind, 1, ("POST", "/v1/orders"), true);
        app.package_request(&student, &quote).refused(ErrorCode::PaymentUnavailable).await;
    }
    let order = app.package_request(&student, &quote).ok().await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "credit_lots WHERE origin = 'bought'").await, 1);
}

/// An order that is paid while the provider cannot confirm it, and whose webhook is lost.
async fn order_in_checking(app: &PaymentsApp, student: &Student, class: &str, kind: FaultKind) -> Value {
    let order = app.order(student, &app.slot_at(student, at(class)).await, None).await;
    let payment = app.pay(&order);
    fault(app, kind, EVERY_ATTEMPT, ("GET", "/v1/payments/"), false);
    let problem = app.success_request(student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    assert_eq!(problem["order"]["state"], "checking", "{kind:?}");
    app.provider.clear_faults().unwrap();
    order
}

async fn a_payment_that_cannot_be_confirmed_keeps_its_seat(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    drop_webhooks(&app);
    for (day, kind) in ALL.into_iter().enumerate() {
        let class = at(CLASS).checked_add(days(i64::try_from(day).unwrap())).unwrap().to_string();
        let order = order_in_checking(&app, &student, &class, kind).await;
        fault(&app, kind, 1_000, ("GET", "/v1/orders/"), false);
        for _ in 0..4 {
            app.advance(minutes(10));
            app.work().await;
            assert!(!offered(&app, &other, &class).await, "{kind:?}");
            assert_ledger_balanced(&app).await;
        }
        app.provider.clear_faults().unwrap();
        app.advance(minutes(15));
        finish_and_audit(&app).await;
        assert_eq!(app.order_state(&student, &order).await["state"], "booked", "{kind:?}");
    }
    assert_eq!(app.mailer.sent_to(&student.email).len(), 4);
}

async fn a_provider_that_does_not_answer_keeps_the_seat(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let order = order_in_checking(&app, &student, CLASS, FaultKind::Timeout).await;
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn student_cannot_pay_twice_while_an_order_is_checking(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, None).await;
    let class = order_in_checking(&app, &student, CLASS, FaultKind::ServerError).await;
    for _ in 0..3 {
        let problem = app.order_request(&student, &slot, &quote).refused(ErrorCode::PaymentUnresolved).await;
        assert_eq!(problem["order"]["_id"], class["order"]["_id"]);
        app.advance(minutes(20));
    }
    // Another class can be ordered.
    let next = app.order(&student, &app.slot_at(&student, at(NEXT_CLASS)).await, None).await;
    assert_eq!(next["order"]["state"], "open");
    let package = app.order_package(&student, 4, None).await;
    let payment = app.pay(&package);
    fault(&app, FaultKind::Html, EVERY_ATTEMPT, ("GET", "/v1/payments/"), false);
    app.success_request(&student, &package, &payment).refused(ErrorCode::PaymentPending).await;
    app.provider.clear_faults().unwrap();
    let quote = app.package_quote(&student, 4, None).await;
    app.package_request(&student, &quote).refused(ErrorCode::PaymentUnresolved).await;
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &class).await["state"], "booked");
    assert_eq!(app.order_state(&student, &package).await["state"], "credited");
    app.package_request(&student, &quote).ok().await;
}

async fn a_claim_without_money_ends_with_its_hold(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    // A failed payment has no signature; a client with one gains nothing by it.
    let payment = app.pay_with(&order, Outcome::Failed);
    app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    app.advance(minutes(1));
    finish_and_audit(&app).await;
    let state = app.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["heldUntil"]), (&json!("open"), &order["order"]["heldUntil"]));
    for _ in 0..3 {
        app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
        app.advance(minutes(10));
        finish_and_audit(&app).await;
    }
    assert_eq!(app.order_state(&student, &order).await["state"], "expired", "asking again holds nothing for ever");
    buy_class(&app, &other, CLASS).await;
    finish_and_audit(&app).await;
}

async fn a_bank_that_is_slow_while_the_browser_claims(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    app.provider.change_settings(|settings| settings.late_seconds = 3_600).unwrap();
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay_with(&order, Outcome::LateAuthorized);
    app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    for _ in 0..12 {
        app.advance(minutes(20));
        app.work().await;
        assert_ledger_balanced(&app).await;
    }
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn a_capture_that_fails_is_made_again(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    for (day, kind) in ALL.into_iter().enumerate() {
        for (hour, carried_out) in [false, true].into_iter().enumerate() {
            let class = days(i64::try_from(day).unwrap()) + hours(i64::try_from(hour).unwrap());
            let class = at(CLASS).checked_add(class).unwrap();
            let order = app.order(&student, &app.slot_at(&student, class).await, None).await;
            let payment = app.pay_with(&order, Outcome::Authorized);
            fault(&app, kind, 1, ("POST", "/capture"), carried_out);
            let reply = app.success_request(&student, &order, &payment).send().await;
            if carried_out {
                assert_eq!(reply.ok()["order"]["state"], "booked", "{kind:?}: the provider is asked what it did");
            } else {
                reply.refused(ErrorCode::PaymentPending);
            }
            app.advance(minutes(2));
            finish_and_audit(&app).await;
            assert_eq!(app.order_state(&student, &order).await["state"], "booked", "{kind:?} {carried_out}");
            assert_eq!(app.provider.payment(&payment).unwrap()["status"], "captured");
        }
    }
}

async fn orders_are_reconciled_after_a_long_outage(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let slow = app.student("Arjun", &teacher).await;
    drop_webhooks(&app);
    let said = order_in_checking(&app, &student, CLASS, FaultKind::ServerError).await;
    let unsaid = app.order(&slow, &app.slot_at(&slow, at(NEXT_CLASS)).await, None).await;
    app.pay(&unsaid);
    let (booking, cancelled) = buy_class(&app, &student, "2026-03-12T03:30:00Z").await;
    cancel(&app, &student, &booking).ok().await;
    for kind in ALL {
        fault(&app, kind, 100, ("GET", "/v1"), false);
        fault(&app, kind, 100, ("POST", "/v1"), false);
        for _ in 0..5 {
            app.advance(hours(1));
            app.work().await;
            assert_ledger_balanced(&app).await;
        }
        app.provider.clear_faults().unwrap();
        for method in ["GET", "POST"] {
            fault(&app, kind, 1, (method, "/v1"), false);
        }
    }
    app.provider.clear_faults().unwrap();
    app.advance(hours(7));
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &said).await["state"], "booked");
    assert_eq!(app.order_state(&slow, &unsaid).await["state"], "booked", "the hold was over; the seat was free");
    assert_eq!(app.order_state(&student, &cancelled).await["state"], "refunded");
    let shown = bookings(&app, &student).await;
    let shown = shown.iter().find(|shown| shown["_id"] == booking["_id"]).unwrap();
    assert_eq!(shown["refund"]["state"], "done");
}

async fn other_features_work_without_the_provider(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    for method in ["GET", "POST"] {
        fault(&app, FaultKind::ServerError, 10_000, (method, "/v1"), false);
    }
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, None).await;
    app.order_request(&student, &slot, &quote).refused(ErrorCode::PaymentUnavailable).await;
    let booking = app.book(&student, &slot).await;
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 2);
    assert_eq!(cancel(&app, &student, &booking).ok().await["outcome"], "credit_returned");
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 4);
    assert_ledger_balanced(&app).await;
}

async fn silent_provider_does_not_delay_other_students(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let payer = app.student("Ravi", &teacher).await;
    let slot = app.slot_at(&payer, at(CLASS)).await;
    let quote = app.quote(&payer, &slot, None).await;
    fault(&app, FaultKind::Timeout, 1, ("POST", "/v1/orders"), false);
    let ordering = tokio::spawn({
        let (app, slot) = (app.clone(), slot.clone());
        async move { app.order_request(&payer, &slot, &quote).send().await }
    });
    while count(&app, "orders WHERE state = 'preparing'").await == 0 {
        assert!(!ordering.is_finished(), "the order is stored before the provider is called");
    }
    app.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    let booking = app.book(&student, &app.slot_at(&student, at(NEXT_CLASS)).await).await;
    cancel(&app, &student, &booking).ok().await;
    assert!(!ordering.is_finished(), "all of that before the provider has responded");
    ordering.await.unwrap().refused(ErrorCode::PaymentUnavailable);
    app.book(&student, &slot).await;
    audit_money(&app).await;
}

async fn ledger_check_names_what_it_could_not_compare(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    for kind in ALL {
        fault(&app, kind, EVERY_ATTEMPT, ("GET", "/v1/payments"), false);
        let report = tala_app::services::ledger_check::check_ledger(&app.ctx, 8).await.unwrap();
        assert_eq!(report.findings, []);
        assert!(report.not_compared.is_some(), "{kind:?}: no response is not a success");
    }
    finish_and_audit(&app).await;
}
