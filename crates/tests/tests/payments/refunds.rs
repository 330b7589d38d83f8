//! Refunds through a provider that is slow, fails, does not respond or delivers every event twice: each arrives once
//! (D24).

use futures_util::future::join_all;
use razorpay_sandbox::{FaultKind, FinalRefundStatus, RefundOutcome, ReleaseOrder, WebhookSwitches};
use serde_json::{Value, json};
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, both_dbs, days, hours, minutes};

use crate::common::payments::{
    CLASS, audit_money, bookings, buy_class, cancel, count, fault, finish_and_audit, in_account,
    school_without_credits, second_server, text,
};

both_dbs!(
    a_refund_that_the_provider_refuses_to_answer_for_is_sent_once,
    a_refund_whose_answer_is_lost_is_sent_once,
    a_pending_refund_is_followed_to_its_end,
    failed_refund_is_retried,
    a_refund_that_fails_three_times_is_shown_as_failed,
    refund_webhooks_in_any_order_have_one_result,
    refund_webhook_before_the_response_is_accepted,
    refund_not_requested_by_us_is_a_ledger_finding,
    manual_refund_settles_our_open_refund,
    partial_manual_refund_settles_nothing,
    ten_workers_send_one_refund,
    refund_state_is_polled_without_webhooks,
);

/// A paid class that was cancelled in time, with webhooks off; the refund is not sent yet.
async fn cancelled_booking(app: &PaymentsApp) -> (Student, Value, String) {
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = school_without_credits(app).await;
    let (booking, order) = buy_class(app, &student, CLASS).await;
    app.work().await;
    cancel(app, &student, &booking).ok().await;
    let payments = app.provider.overview().unwrap();
    (student, order, text(&payments["payments"][0]["id"]))
}

async fn refund_state(app: &PaymentsApp, student: &Student, order: &Value) -> (Value, Value) {
    let order = app.order_state(student, order).await;
    assert_eq!(order["refunds"].as_array().unwrap().len(), 1);
    (order["state"].clone(), order["refunds"][0]["state"].clone())
}

fn is(order: &str, refund: &str) -> (Value, Value) {
    (json!(order), json!(refund))
}

/// Refunds with this state at the provider, newest first.
fn sent(app: &PaymentsApp) -> Vec<(String, String)> {
    let overview = app.provider.overview().unwrap();
    let refunds = overview["refunds"].as_array().unwrap();
    refunds.iter().map(|refund| (text(&refund["id"]), text(&refund["status"]))).collect()
}

fn end(app: &PaymentsApp, end: FinalRefundStatus) {
    let open = sent(app).into_iter().find(|(_, state)| state == "pending").unwrap().0;
    app.provider.finish_refund(&open, end).unwrap();
}

fn refunds_become(app: &PaymentsApp, outcome: RefundOutcome) {
    app.provider.change_settings(|settings| settings.refunds = outcome).unwrap();
}

async fn a_refund_that_the_provider_refuses_to_answer_for_is_sent_once(app: PaymentsApp) {
    let (student, order, _) = cancelled_booking(&app).await;
    for kind in [FaultKind::TooManyRequests, FaultKind::ServerError, FaultKind::Html, FaultKind::Conflict] {
        fault(&app, kind, 4, ("POST", "/refund"), false);
        app.work().await;
        assert_eq!(refund_state(&app, &student, &order).await, is("refunding", "requested"), "{kind:?}");
        audit_money(&app).await;
        assert_eq!(sent(&app), []);
        app.advance(minutes(10));
    }
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    assert_eq!(sent(&app).len(), 1);
}

async fn a_refund_whose_answer_is_lost_is_sent_once(app: PaymentsApp) {
    let (student, order, _) = cancelled_booking(&app).await;
    for kind in [FaultKind::ServerError, FaultKind::Html] {
        fault(&app, kind, 4, ("POST", "/refund"), true);
        app.work().await;
        assert_eq!(refund_state(&app, &student, &order).await.1, "requested", "{kind:?}");
        assert_eq!(sent(&app).len(), 1, "the provider has it");
        app.advance(minutes(10));
    }
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    assert_eq!(sent(&app).len(), 1);
}

async fn a_pending_refund_is_followed_to_its_end(app: PaymentsApp) {
    refunds_become(&app, RefundOutcome::StaysPending);
    let (student, order, _) = cancelled_booking(&app).await;
    for _ in 0..7 {
        app.work().await;
        assert_eq!(refund_state(&app, &student, &order).await, is("refunding", "started"));
        assert_eq!(bookings(&app, &student).await[0]["refund"]["state"], "started");
        audit_money(&app).await;
        assert_eq!(in_account(&app, "refunds_payable", "INR").await, -102_298, "owed until the bank has it");
        app.advance(days(1));
    }
    end(&app, FinalRefundStatus::Processed);
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    assert_eq!(in_account(&app, "refunds_payable", "INR").await, 0);
}

async fn failed_refund_is_retried(app: PaymentsApp) {
    refunds_become(&app, RefundOutcome::StaysPending);
    let (student, order, _) = cancelled_booking(&app).await;
    app.work().await;
    end(&app, FinalRefundStatus::Failed);
    app.advance(hours(7));
    app.work().await;
    refunds_become(&app, RefundOutcome::Processed);
    app.advance(hours(7));
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    let ends: Vec<_> = sent(&app).into_iter().map(|(_, state)| state).collect();
    assert_eq!(ends, ["processed", "failed"]);
}

async fn a_refund_that_fails_three_times_is_shown_as_failed(app: PaymentsApp) {
    refunds_become(&app, RefundOutcome::Failed);
    let (student, order, _) = cancelled_booking(&app).await;
    for _ in 0..10 {
        app.work().await;
        audit_money(&app).await;
        app.advance(hours(7));
    }
    assert_eq!(refund_state(&app, &student, &order).await, is("refunding", "failed"));
    assert_eq!(sent(&app).len(), 10, "and again, every six hours");
    assert_eq!(in_account(&app, "refunds_payable", "INR").await, -102_298, "still owed");
    assert_eq!(bookings(&app, &student).await[0]["refund"]["state"], "failed");
}

async fn refund_webhooks_in_any_order_have_one_result(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    for (day, (order, double, ending)) in [
        (ReleaseOrder::OldestFirst, false, FinalRefundStatus::Processed),
        (ReleaseOrder::NewestFirst, true, FinalRefundStatus::Processed),
        (ReleaseOrder::OldestFirst, true, FinalRefundStatus::Failed),
        (ReleaseOrder::NewestFirst, false, FinalRefundStatus::Failed),
    ]
    .into_iter()
    .enumerate()
    {
        let class = tala_tests::at(CLASS).checked_add(days(i64::try_from(day).unwrap())).unwrap();
        app.provider.set_webhook_switches(WebhookSwitches::default()).unwrap();
        refunds_become(&app, RefundOutcome::StaysPending);
        let (booking, bought) = buy_class(&app, &student, &class.to_string()).await;
        finish_and_audit(&app).await;
        app.provider
            .set_webhook_switches(WebhookSwitches { hold: true, double, ..WebhookSwitches::default() })
            .unwrap();
        cancel(&app, &student, &booking).ok().await;
        app.work().await;
        end(&app, ending);
        refunds_become(&app, RefundOutcome::Processed);
        assert!(app.provider.release_events(order).unwrap() >= 2, "created and ended");
        finish_and_audit(&app).await;
        if ending == FinalRefundStatus::Failed {
            assert_eq!(refund_state(&app, &student, &bought).await, is("refunding", "requested"));
            app.advance(minutes(20));
            app.provider.release_events(order).unwrap();
            finish_and_audit(&app).await;
        }
        assert_eq!(
            refund_state(&app, &student, &bought).await,
            is("refunded", "done"),
            "{order:?} {double} {ending:?}"
        );
    }
    assert_eq!(count(&app, "ledger_transactions WHERE kind = 'refund_done'").await, 4);
}

async fn refund_webhook_before_the_response_is_accepted(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let (booking, order) = buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    cancel(&app, &student, &booking).ok().await;
    // The provider makes the refund and sends the event before its response, which never arrives.
    fault(&app, FaultKind::ServerError, 4, ("POST", "/refund"), true);
    app.work().await;
    app.provider.clear_faults().unwrap();
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    app.advance(days(1));
    finish_and_audit(&app).await;
    assert_eq!(sent(&app).len(), 1);
}

async fn refund_not_requested_by_us_is_a_ledger_finding(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let foreign = app.provider.pay_unknown_order(5_000, "INR").unwrap();
    app.provider.refund_payment(&foreign.payment_id, None).unwrap();
    let (_, order) = buy_class(&app, &student, CLASS).await;
    let payment = text(&app.provider.overview().unwrap()["payments"][0]["id"]);
    app.provider.refund_payment(&payment, Some(1_000)).unwrap();
    app.deliver_events().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked", "a class is not lost by that");
    assert_eq!(count(&app, "refunds").await, 0);
    assert_eq!(count(&app, "outbox WHERE state <> 'done'").await, 0);
    let report = tala_app::services::ledger_check::check_ledger(&app.ctx, 8).await.unwrap();
    let found: Vec<_> = report.findings.iter().map(|found| (found.rule, found.stored, found.ledger)).collect();
    assert_eq!(found, [("provider_refund", 0, 1_000)], "the nightly check has a finding");
}

async fn manual_refund_settles_our_open_refund(app: PaymentsApp) {
    let (student, order, payment) = cancelled_booking(&app).await;
    app.provider.refund_payment(&payment, None).unwrap();
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    assert_eq!(sent(&app).len(), 1, "the payment is refunded once");
}

async fn partial_manual_refund_settles_nothing(app: PaymentsApp) {
    let (student, order, payment) = cancelled_booking(&app).await;
    app.provider.refund_payment(&payment, Some(50_000)).unwrap();
    for _ in 0..10 {
        app.deliver_events().await;
        app.advance(hours(7));
    }
    assert_eq!(refund_state(&app, &student, &order).await, is("refunding", "failed"), "manual action is needed");
    assert_eq!(app.provider.payment(&payment).unwrap()["amount_refunded"], 50_000, "at most what was paid");
    assert_eq!(app.ledger_findings().await, []);
}

async fn ten_workers_send_one_refund(app: PaymentsApp) {
    let (student, order, _) = cancelled_booking(&app).await;
    let mut servers = Vec::new();
    for seed in 0..3 {
        servers.push(second_server(&app, 10 + seed).await);
    }
    join_all(servers.iter().chain([&app]).flat_map(|server| [server.work(), server.work()])).await;
    assert_eq!(sent(&app).len(), 1);
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    assert_eq!(count(&app, "ledger_transactions WHERE kind = 'refund_done'").await, 1);
}

async fn refund_state_is_polled_without_webhooks(app: PaymentsApp) {
    app.provider.change_settings(|settings| settings.refund_seconds = 5 * 24 * 3_600).unwrap();
    let (student, order, _) = cancelled_booking(&app).await;
    app.work().await;
    assert_eq!(refund_state(&app, &student, &order).await.1, "started");
    for _ in 0..6 {
        app.advance(days(1));
        app.work().await;
    }
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
}
