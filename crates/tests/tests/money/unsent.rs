//! Money that is owed and cannot be sent: it stays in sight, is asked for until it goes, and is known when a person has
//! sent it by hand (D24).

use razorpay_sandbox::{RefundOutcome, WebhookSwitches};
use serde_json::{Value, json};
use tala_app::services::ledger_check::check_books;
use tala_store::{payments, refunds};
use tala_tests::school::School;
use tala_tests::{Desk, Student, both_dbs, days, hours, minutes};

use crate::support::{CLASS, audited, buy_class, cancel, count, in_account, penniless, settled, text};

both_dbs!(
    a_refund_that_an_empty_account_refuses_is_sent_when_the_account_is_filled,
    a_refund_that_keeps_failing_is_sent_at_last,
    a_refund_that_was_refused_and_then_made_by_hand_is_known,
    a_refund_that_failed_and_was_then_made_by_hand_is_known,
    a_refund_made_by_hand_in_two_halves_is_known,
    an_answer_to_an_earlier_attempt_changes_nothing,
    refunds_that_wait_are_counted,
);

/// A paid class that was called off in time; nothing is sent yet. Gives the payment's id at the provider, too.
async fn called_off(desk: &Desk) -> (Student, Value, String) {
    let School { student, .. } = penniless(desk).await;
    let (booking, order) = buy_class(desk, &student, CLASS).await;
    settled(desk).await;
    cancel(desk, &student, &booking).ok().await;
    let payment = text(&desk.provider.overview().unwrap()["payments"][0]["id"]);
    (student, order, payment)
}

async fn standing(desk: &Desk, student: &Student, order: &Value) -> (Value, Value) {
    let order = desk.order_state(student, order).await;
    (order["state"].clone(), order["refunds"][0]["state"].clone())
}

fn is(order: &str, refund: &str) -> (Value, Value) {
    (json!(order), json!(refund))
}

fn account_is_empty(desk: &Desk, empty: bool) {
    desk.provider.change_settings(|settings| settings.refuse_refunds = empty).unwrap();
}

/// The worker tries for so many rounds, ten minutes apart.
async fn tried(desk: &Desk, rounds: usize) {
    for _ in 0..rounds {
        desk.tell().await;
        audited(desk).await;
        desk.advance(minutes(10));
    }
}

/// What the check of the books has to say, in a word each.
async fn said(desk: &Desk) -> Vec<&'static str> {
    check_books(&desk.ctx, 365).await.unwrap().findings.iter().map(|found| found.rule).collect()
}

async fn a_refund_that_an_empty_account_refuses_is_sent_when_the_account_is_filled(desk: Desk) {
    let (student, order, payment) = called_off(&desk).await;
    account_is_empty(&desk, true);
    tried(&desk, 6).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunding", "failed"));
    assert_eq!(said(&desk).await, ["refund_failed"], "the operator hears of it");
    assert_eq!(in_account(&desk, "refunds_payable", "INR").await, -102_298, "still owed");
    for _ in 0..30 {
        desk.advance(hours(24));
        desk.work().await;
    }
    account_is_empty(&desk, false);
    desk.advance(hours(6));
    desk.work().await;
    assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "refunded");
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    assert_eq!(in_account(&desk, "refunds_payable", "INR").await, 0);
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 2, "the confirmation, and the cancellation");
}

async fn a_refund_that_keeps_failing_is_sent_at_last(desk: Desk) {
    let (student, order, _) = called_off(&desk).await;
    desk.provider.change_settings(|settings| settings.refunds = RefundOutcome::Failed).unwrap();
    tried(&desk, 6).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunding", "failed"));
    let known = refunds::find_by_payment(desk.ctx.store.read(), stored_payment(&desk).await).await.unwrap().unwrap();
    assert_eq!(known.provider_refund_id, None, "the provider's refund that failed is no refund");
    desk.provider.change_settings(|settings| settings.refunds = RefundOutcome::Processed).unwrap();
    desk.advance(hours(6));
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
}

async fn a_refund_that_was_refused_and_then_made_by_hand_is_known(desk: Desk) {
    let (student, order, payment) = called_off(&desk).await;
    account_is_empty(&desk, true);
    tried(&desk, 6).await;
    account_is_empty(&desk, false);
    desk.provider.refund_payment(&payment, None).unwrap();
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"), "by its news alone");
}

async fn a_refund_that_failed_and_was_then_made_by_hand_is_known(desk: Desk) {
    let (student, order, payment) = called_off(&desk).await;
    desk.provider.change_settings(|settings| settings.refunds = RefundOutcome::Failed).unwrap();
    tried(&desk, 6).await;
    desk.provider.change_settings(|settings| settings.refunds = RefundOutcome::Processed).unwrap();
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    desk.provider.refund_payment(&payment, None).unwrap();
    desk.advance(hours(6));
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"), "without news, by our next attempt");
    assert_eq!(count(&desk, "ledger_transactions WHERE kind = 'refund_done'").await, 1);
}

async fn a_refund_made_by_hand_in_two_halves_is_known(desk: Desk) {
    let (student, order, payment) = called_off(&desk).await;
    account_is_empty(&desk, true);
    tried(&desk, 6).await;
    account_is_empty(&desk, false);
    desk.provider.refund_payment(&payment, Some(50_000)).unwrap();
    desk.advance(hours(6));
    desk.tell().await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunding", "failed"), "half of it is not all");
    desk.provider.refund_payment(&payment, None).unwrap();
    desk.advance(hours(6));
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
}

async fn stored_payment(desk: &Desk) -> tala_domain::ids::PaymentId {
    let id = text(&desk.provider.overview().unwrap()["payments"][0]["id"]);
    payments::find_by_provider_id(desk.ctx.store.read(), &id).await.unwrap().unwrap().id
}

async fn an_answer_to_an_earlier_attempt_changes_nothing(desk: Desk) {
    let _ = called_off(&desk).await;
    let payment = stored_payment(&desk).await;
    let asked = refunds::find_by_payment(desk.ctx.store.read(), payment).await.unwrap().unwrap();
    let tx = desk.ctx.store.begin().await.unwrap();
    let now = desk.now();
    // The first attempt fails by its news, before the answer to it has been read.
    assert!(refunds::ask_again(&tx, (asked.id, asked.attempt), false, "failed", now, now).await.unwrap());
    let of_first = (asked.id, asked.attempt);
    assert!(!refunds::mark_started(&tx, of_first, "rfnd_dead", now, now).await.unwrap());
    assert!(!refunds::mark_done(&tx, of_first, now).await.unwrap());
    assert!(!refunds::ask_again(&tx, of_first, false, "failed", now, now).await.unwrap(), "one failure counts once");
    assert!(refunds::mark_started(&tx, (asked.id, asked.attempt + 1), "rfnd_alive", now, now).await.unwrap());
    tx.commit().await.unwrap();
}

async fn refunds_that_wait_are_counted(desk: Desk) {
    let waiting =
        async |desk: &Desk| refunds::count_waiting(desk.ctx.store.read(), desk.now(), hours(24)).await.unwrap();
    let _ = called_off(&desk).await;
    assert_eq!(waiting(&desk).await, 0, "a moment is no wait");
    desk.provider.change_settings(|settings| settings.refuse_refunds = true).unwrap();
    tried(&desk, 6).await;
    assert_eq!(waiting(&desk).await, 1, "failed");
    account_is_empty(&desk, false);
    desk.provider.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    desk.advance(hours(6));
    desk.work().await;
    assert_eq!(waiting(&desk).await, 0, "the provider has it");
    desk.advance(days(11));
    assert_eq!(said(&desk).await, ["refund_waits"], "no bank takes that long");
}
