//! Refunds that cannot be sent: listed, retried until they succeed, and recorded when an administrator has sent the
//! money another way (D24).

use razorpay_sandbox::{RefundOutcome, WebhookSwitches};
use serde_json::{Value, json};
use tala_app::services::ledger_check::check_ledger;
use tala_store::{payments, refunds};
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, both_dbs, days, hours, minutes};

use crate::common::payments::{
    CLASS, audit_money, buy_class, cancel, count, finish_and_audit, in_account, school_without_credits, text,
};

both_dbs!(
    a_refund_that_an_empty_account_refuses_is_sent_when_the_account_is_filled,
    refund_that_keeps_failing_is_finally_sent,
    a_refund_that_was_refused_and_then_made_by_hand_is_known,
    a_refund_that_failed_and_was_then_made_by_hand_is_known,
    a_refund_made_by_hand_in_two_halves_is_known,
    response_to_an_earlier_attempt_changes_nothing,
    waiting_refunds_are_counted,
);

/// A paid class that was cancelled in time; the refund is not sent yet. Also returns the payment's id at the provider.
async fn cancelled_booking(app: &PaymentsApp) -> (Student, Value, String) {
    let School { student, .. } = school_without_credits(app).await;
    let (booking, order) = buy_class(app, &student, CLASS).await;
    finish_and_audit(app).await;
    cancel(app, &student, &booking).ok().await;
    let payment = text(&app.provider.overview().unwrap()["payments"][0]["id"]);
    (student, order, payment)
}

async fn refund_state(app: &PaymentsApp, student: &Student, order: &Value) -> (Value, Value) {
    let order = app.order_state(student, order).await;
    (order["state"].clone(), order["refunds"][0]["state"].clone())
}

fn is(order: &str, refund: &str) -> (Value, Value) {
    (json!(order), json!(refund))
}

fn account_is_empty(app: &PaymentsApp, empty: bool) {
    app.provider.change_settings(|settings| settings.refuse_refunds = empty).unwrap();
}

/// Runs the worker this many times, ten minutes apart.
async fn tried(app: &PaymentsApp, rounds: usize) {
    for _ in 0..rounds {
        app.deliver_events().await;
        audit_money(app).await;
        app.advance(minutes(10));
    }
}

/// Kinds of the findings of the ledger check.
async fn said(app: &PaymentsApp) -> Vec<&'static str> {
    check_ledger(&app.ctx, 365).await.unwrap().findings.iter().map(|found| found.rule).collect()
}

async fn a_refund_that_an_empty_account_refuses_is_sent_when_the_account_is_filled(app: PaymentsApp) {
    let (student, order, payment) = cancelled_booking(&app).await;
    account_is_empty(&app, true);
    tried(&app, 6).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunding", "failed"));
    assert_eq!(said(&app).await, ["refund_failed"], "the ledger check has a finding");
    assert_eq!(in_account(&app, "refunds_payable", "INR").await, -102_298, "still owed");
    for _ in 0..30 {
        app.advance(hours(24));
        app.work().await;
    }
    account_is_empty(&app, false);
    app.advance(hours(6));
    app.work().await;
    assert_eq!(app.provider.payment(&payment).unwrap()["status"], "refunded");
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
    assert_eq!(in_account(&app, "refunds_payable", "INR").await, 0);
    assert_eq!(app.mailer.sent_to(&student.email).len(), 2, "the confirmation, and the cancellation");
}

async fn refund_that_keeps_failing_is_finally_sent(app: PaymentsApp) {
    let (student, order, _) = cancelled_booking(&app).await;
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::Failed).unwrap();
    tried(&app, 6).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunding", "failed"));
    let known = refunds::list_by_payment(app.ctx.store.read(), stored_payment(&app).await).await.unwrap().remove(0);
    assert_eq!(known.provider_refund_id, None, "the provider's refund that failed is no refund");
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::Processed).unwrap();
    app.advance(hours(6));
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
}

async fn a_refund_that_was_refused_and_then_made_by_hand_is_known(app: PaymentsApp) {
    let (student, order, payment) = cancelled_booking(&app).await;
    account_is_empty(&app, true);
    tried(&app, 6).await;
    account_is_empty(&app, false);
    app.provider.refund_payment(&payment, None).unwrap();
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"), "by its event alone");
}

async fn a_refund_that_failed_and_was_then_made_by_hand_is_known(app: PaymentsApp) {
    let (student, order, payment) = cancelled_booking(&app).await;
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::Failed).unwrap();
    tried(&app, 6).await;
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::Processed).unwrap();
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    app.provider.refund_payment(&payment, None).unwrap();
    app.advance(hours(6));
    finish_and_audit(&app).await;
    assert_eq!(
        refund_state(&app, &student, &order).await,
        is("refunded", "done"),
        "without events, at the next attempt"
    );
    assert_eq!(count(&app, "ledger_transactions WHERE kind = 'refund_done'").await, 1);
}

async fn a_refund_made_by_hand_in_two_halves_is_known(app: PaymentsApp) {
    let (student, order, payment) = cancelled_booking(&app).await;
    account_is_empty(&app, true);
    tried(&app, 6).await;
    account_is_empty(&app, false);
    app.provider.refund_payment(&payment, Some(50_000)).unwrap();
    app.advance(hours(6));
    app.deliver_events().await;
    assert_eq!(
        refund_state(&app, &student, &order).await,
        is("refunding", "failed"),
        "half of it is not a full refund"
    );
    app.provider.refund_payment(&payment, None).unwrap();
    app.advance(hours(6));
    finish_and_audit(&app).await;
    assert_eq!(refund_state(&app, &student, &order).await, is("refunded", "done"));
}

async fn stored_payment(app: &PaymentsApp) -> tala_domain::ids::PaymentId {
    let id = text(&app.provider.overview().unwrap()["payments"][0]["id"]);
    payments::find_by_provider_id(app.ctx.store.read(), &id).await.unwrap().unwrap().id
}

async fn response_to_an_earlier_attempt_changes_nothing(app: PaymentsApp) {
    let _ = cancelled_booking(&app).await;
    let payment = stored_payment(&app).await;
    let asked = refunds::list_by_payment(app.ctx.store.read(), payment).await.unwrap().remove(0);
    let tx = app.ctx.store.begin().await.unwrap();
    let now = app.now();
    // The event reports that the first attempt failed, before the response to it was read.
    assert!(refunds::mark_attempt_failed(&tx, (asked.id, asked.attempt), false, "failed", now, now).await.unwrap());
    let of_first = (asked.id, asked.attempt);
    assert!(!refunds::mark_started(&tx, of_first, "rfnd_dead", now, now).await.unwrap());
    assert!(!refunds::mark_done(&tx, of_first, now).await.unwrap());
    assert!(
        !refunds::mark_attempt_failed(&tx, of_first, false, "failed", now, now).await.unwrap(),
        "one failure counts once"
    );
    assert!(refunds::mark_started(&tx, (asked.id, asked.attempt + 1), "rfnd_alive", now, now).await.unwrap());
    tx.commit().await.unwrap();
}

async fn waiting_refunds_are_counted(app: PaymentsApp) {
    let waiting =
        async |app: &PaymentsApp| refunds::count_unprocessed(app.ctx.store.read(), app.now(), hours(24)).await.unwrap();
    let _ = cancelled_booking(&app).await;
    assert_eq!(waiting(&app).await, 0, "a moment is no wait");
    app.provider.change_settings(|settings| settings.refuse_refunds = true).unwrap();
    tried(&app, 6).await;
    assert_eq!(waiting(&app).await, 1, "failed");
    account_is_empty(&app, false);
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    app.advance(hours(6));
    app.work().await;
    assert_eq!(waiting(&app).await, 0, "the provider has it");
    app.advance(days(11));
    assert_eq!(said(&app).await, ["refund_waits"], "no bank takes that long");
}
