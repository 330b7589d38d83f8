//! Money on its way back: through a provider that is slow, fails, forgets to answer or tells everything twice, it arrives
//! once (D24).

use futures_util::future::join_all;
use razorpay_sandbox::{FaultKind, RefundEnd, RefundOutcome, ReleaseOrder, WebhookSwitches};
use serde_json::{Value, json};
use tala_tests::school::School;
use tala_tests::{Desk, Student, both_dbs, days, hours, minutes};

use crate::support::{
    CLASS, audited, bookings, buy_class, cancel, count, fault, in_account, penniless, second_server, settled, text,
};

both_dbs!(
    a_refund_that_the_provider_refuses_to_answer_for_is_sent_once,
    a_refund_whose_answer_is_lost_is_sent_once,
    a_pending_refund_is_followed_to_its_end,
    a_refund_that_fails_is_asked_for_again,
    a_refund_that_fails_three_times_is_shown_as_failed,
    news_of_a_refund_in_any_order,
    news_that_overtake_the_answer,
    news_of_a_refund_that_nobody_asked_for,
    a_refund_made_by_hand_is_taken_as_ours,
    half_a_refund_made_by_hand_is_not,
    ten_workers_send_one_refund,
    without_news_we_ask,
);

/// A paid class that was called off in time, with webhooks off; nothing is sent yet.
async fn called_off(desk: &Desk) -> (Student, Value, String) {
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = penniless(desk).await;
    let (booking, order) = buy_class(desk, &student, CLASS).await;
    desk.work().await;
    cancel(desk, &student, &booking).ok().await;
    let payments = desk.provider.overview().unwrap();
    (student, order, text(&payments["payments"][0]["id"]))
}

async fn standing(desk: &Desk, student: &Student, order: &Value) -> (Value, Value) {
    let order = desk.order_state(student, order).await;
    assert_eq!(order["refunds"].as_array().unwrap().len(), 1);
    (order["state"].clone(), order["refunds"][0]["state"].clone())
}

fn is(order: &str, refund: &str) -> (Value, Value) {
    (json!(order), json!(refund))
}

/// Refunds at the provider, newest first, by their state.
fn sent(desk: &Desk) -> Vec<(String, String)> {
    let overview = desk.provider.overview().unwrap();
    let refunds = overview["refunds"].as_array().unwrap();
    refunds.iter().map(|refund| (text(&refund["id"]), text(&refund["status"]))).collect()
}

fn end(desk: &Desk, end: RefundEnd) {
    let open = sent(desk).into_iter().find(|(_, state)| state == "pending").unwrap().0;
    desk.provider.finish_refund(&open, end).unwrap();
}

fn refunds_become(desk: &Desk, outcome: RefundOutcome) {
    desk.provider.change_settings(|settings| settings.refunds = outcome).unwrap();
}

async fn a_refund_that_the_provider_refuses_to_answer_for_is_sent_once(desk: Desk) {
    let (student, order, _) = called_off(&desk).await;
    for kind in [FaultKind::TooManyRequests, FaultKind::ServerError, FaultKind::Html, FaultKind::Conflict] {
        fault(&desk, kind, 4, ("POST", "/refund"), false);
        desk.work().await;
        assert_eq!(standing(&desk, &student, &order).await, is("refunding", "requested"), "{kind:?}");
        audited(&desk).await;
        assert_eq!(sent(&desk), []);
        desk.advance(minutes(10));
    }
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    assert_eq!(sent(&desk).len(), 1);
}

async fn a_refund_whose_answer_is_lost_is_sent_once(desk: Desk) {
    let (student, order, _) = called_off(&desk).await;
    for kind in [FaultKind::ServerError, FaultKind::Html] {
        fault(&desk, kind, 4, ("POST", "/refund"), true);
        desk.work().await;
        assert_eq!(standing(&desk, &student, &order).await.1, "requested", "{kind:?}");
        assert_eq!(sent(&desk).len(), 1, "the provider has it");
        desk.advance(minutes(10));
    }
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    assert_eq!(sent(&desk).len(), 1);
}

async fn a_pending_refund_is_followed_to_its_end(desk: Desk) {
    refunds_become(&desk, RefundOutcome::StaysPending);
    let (student, order, _) = called_off(&desk).await;
    for _ in 0..7 {
        desk.work().await;
        assert_eq!(standing(&desk, &student, &order).await, is("refunding", "started"));
        assert_eq!(bookings(&desk, &student).await[0]["refund"]["state"], "started");
        audited(&desk).await;
        assert_eq!(in_account(&desk, "refunds_payable", "INR").await, -102_298, "owed until the bank has it");
        desk.advance(days(1));
    }
    end(&desk, RefundEnd::Processed);
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    assert_eq!(in_account(&desk, "refunds_payable", "INR").await, 0);
}

async fn a_refund_that_fails_is_asked_for_again(desk: Desk) {
    refunds_become(&desk, RefundOutcome::StaysPending);
    let (student, order, _) = called_off(&desk).await;
    desk.work().await;
    end(&desk, RefundEnd::Failed);
    desk.advance(hours(7));
    desk.work().await;
    refunds_become(&desk, RefundOutcome::Processed);
    desk.advance(hours(7));
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    let ends: Vec<_> = sent(&desk).into_iter().map(|(_, state)| state).collect();
    assert_eq!(ends, ["processed", "failed"]);
}

async fn a_refund_that_fails_three_times_is_shown_as_failed(desk: Desk) {
    refunds_become(&desk, RefundOutcome::Failed);
    let (student, order, _) = called_off(&desk).await;
    for _ in 0..10 {
        desk.work().await;
        audited(&desk).await;
        desk.advance(hours(7));
    }
    assert_eq!(standing(&desk, &student, &order).await, is("refunding", "failed"));
    assert_eq!(sent(&desk).len(), 10, "and again, every six hours");
    assert_eq!(in_account(&desk, "refunds_payable", "INR").await, -102_298, "still owed");
    assert_eq!(bookings(&desk, &student).await[0]["refund"]["state"], "failed");
}

async fn news_of_a_refund_in_any_order(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    for (day, (order, double, ending)) in [
        (ReleaseOrder::AsMade, false, RefundEnd::Processed),
        (ReleaseOrder::Reversed, true, RefundEnd::Processed),
        (ReleaseOrder::AsMade, true, RefundEnd::Failed),
        (ReleaseOrder::Reversed, false, RefundEnd::Failed),
    ]
    .into_iter()
    .enumerate()
    {
        let class = tala_tests::at(CLASS).checked_add(days(i64::try_from(day).unwrap())).unwrap();
        desk.provider.switch_webhooks(WebhookSwitches::default()).unwrap();
        refunds_become(&desk, RefundOutcome::StaysPending);
        let (booking, bought) = buy_class(&desk, &student, &class.to_string()).await;
        settled(&desk).await;
        desk.provider.switch_webhooks(WebhookSwitches { hold: true, double, ..WebhookSwitches::default() }).unwrap();
        cancel(&desk, &student, &booking).ok().await;
        desk.work().await;
        end(&desk, ending);
        refunds_become(&desk, RefundOutcome::Processed);
        assert!(desk.provider.release(order).unwrap() >= 2, "created and ended");
        settled(&desk).await;
        if ending == RefundEnd::Failed {
            assert_eq!(standing(&desk, &student, &bought).await, is("refunding", "requested"));
            desk.advance(minutes(20));
            desk.provider.release(order).unwrap();
            settled(&desk).await;
        }
        assert_eq!(standing(&desk, &student, &bought).await, is("refunded", "done"), "{order:?} {double} {ending:?}");
    }
    assert_eq!(count(&desk, "ledger_transactions WHERE kind = 'refund_done'").await, 4);
}

async fn news_that_overtake_the_answer(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let (booking, order) = buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    cancel(&desk, &student, &booking).ok().await;
    // The provider does it and tells, before its answer would have come; the answer never comes.
    fault(&desk, FaultKind::ServerError, 4, ("POST", "/refund"), true);
    desk.work().await;
    desk.provider.clear_faults().unwrap();
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    desk.advance(days(1));
    settled(&desk).await;
    assert_eq!(sent(&desk).len(), 1);
}

async fn news_of_a_refund_that_nobody_asked_for(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let foreign = desk.provider.pay_unknown_order(5_000, "INR").unwrap();
    desk.provider.refund_payment(&foreign.payment_id, None).unwrap();
    let (_, order) = buy_class(&desk, &student, CLASS).await;
    let payment = text(&desk.provider.overview().unwrap()["payments"][0]["id"]);
    desk.provider.refund_payment(&payment, Some(1_000)).unwrap();
    desk.tell().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked", "a class is not lost by that");
    assert_eq!(count(&desk, "refunds").await, 0);
    assert_eq!(count(&desk, "outbox WHERE state <> 'done'").await, 0);
    let report = tala_app::services::ledger_check::check_books(&desk.ctx, 8).await.unwrap();
    let found: Vec<_> = report.findings.iter().map(|found| (found.rule, found.stored, found.ledger)).collect();
    assert_eq!(found, [("provider_refund", 0, 1_000)], "the nightly check tells the operator");
}

async fn a_refund_made_by_hand_is_taken_as_ours(desk: Desk) {
    let (student, order, payment) = called_off(&desk).await;
    desk.provider.refund_payment(&payment, None).unwrap();
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    assert_eq!(sent(&desk).len(), 1, "the money goes back once");
}

async fn half_a_refund_made_by_hand_is_not(desk: Desk) {
    let (student, order, payment) = called_off(&desk).await;
    desk.provider.refund_payment(&payment, Some(50_000)).unwrap();
    for _ in 0..10 {
        desk.tell().await;
        desk.advance(hours(7));
    }
    assert_eq!(standing(&desk, &student, &order).await, is("refunding", "failed"), "a person has to look");
    assert_eq!(desk.provider.payment(&payment).unwrap()["amount_refunded"], 50_000, "never more than was paid");
    assert_eq!(desk.ledger_findings().await, []);
}

async fn ten_workers_send_one_refund(desk: Desk) {
    let (student, order, _) = called_off(&desk).await;
    let mut servers = Vec::new();
    for seed in 0..3 {
        servers.push(second_server(&desk, 10 + seed).await);
    }
    join_all(servers.iter().chain([&desk]).flat_map(|server| [server.work(), server.work()])).await;
    assert_eq!(sent(&desk).len(), 1);
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
    assert_eq!(count(&desk, "ledger_transactions WHERE kind = 'refund_done'").await, 1);
}

async fn without_news_we_ask(desk: Desk) {
    desk.provider.change_settings(|settings| settings.refund_seconds = 5 * 24 * 3_600).unwrap();
    let (student, order, _) = called_off(&desk).await;
    desk.work().await;
    assert_eq!(standing(&desk, &student, &order).await.1, "started");
    for _ in 0..6 {
        desk.advance(days(1));
        desk.work().await;
    }
    settled(&desk).await;
    assert_eq!(standing(&desk, &student, &order).await, is("refunded", "done"));
}
