//! Simultaneous payout actions of two administrators: each class is paid out once.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyProcessed, NotCancellable, PayoutNotExported, VersionConflict};
use tala_domain::payouts::PayoutState::{Failed, Paid};
use tala_tests::unguarded::finish_payout_unguarded;
use tala_tests::{AdminSession, FakeClock, PaymentsApp, TestApp, at, both_dbs, days, minutes, raw};
use tokio::sync::Barrier;

both_dbs!(
    payout_is_either_paid_or_failed,
    check_then_write_pays_a_payout_twice,
    simultaneous_exports_contain_each_payout_once,
    payout_paid_by_hand_is_in_no_export,
    two_simultaneous_runs_prepare_each_payout_once,
    class_is_either_refunded_or_paid_out,
);

const PAYOUTS: &str = "/api/admin/payouts";
const EXPORTS: &str = "/api/admin/payout-exports";
const TEACHERS: [&str; 6] = ["Asha", "Bina", "Chitra", "Devi", "Gita", "Hema"];
const NET: f64 = 999.0;

async fn save_account(app: &TestApp, teacher: &tala_tests::Teacher) {
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": teacher.name, "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(teacher).ok().await;
}

/// Six teachers on the payout day, each with one unpaid class.
async fn six_payouts_due(app: &TestApp) {
    for name in TEACHERS {
        let teacher = app.teacher(name).await;
        app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        save_account(app, &teacher).await;
        let student = app.student(&format!("Friend of {name}"), &teacher).await;
        app.lot(&student, 1, days(30)).await;
        app.book(&student, &app.slot_at(&student, at("2026-03-05T03:30:00Z")).await).await;
    }
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
}

/// Runs the payouts; returns their ids.
async fn run(app: &TestApp, admin: &AdminSession) -> Vec<String> {
    let run = app.admin_post(admin, &format!("{PAYOUTS}/run"), &json!({})).await;
    ids(&run["prepared"])
}

fn ids(payouts: &Value) -> Vec<String> {
    payouts.as_array().unwrap().iter().map(|payout| payout["_id"].as_str().unwrap().to_owned()).collect()
}

async fn table(app: &TestApp, admin: &AdminSession) -> Vec<String> {
    let reply = app.post(EXPORTS, &Value::Null).as_admin(admin).send_unchecked().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

/// Number of postings of this kind.
async fn posted(app: &TestApp, kind: &str) -> i64 {
    app.count(&format!("ledger_transactions WHERE kind = '{kind}'")).await
}

async fn payout_is_either_paid_or_failed(app: TestApp) {
    six_payouts_due(&app).await;
    let (finance, owner) = (app.new_admin("finance").await, app.new_admin("owner").await);
    let other = app.another_server(2).await;
    let prepared = run(&app, &finance).await;
    assert_eq!(table(&app, &finance).await.len(), 6);
    let (mut paid, mut failed) = (0, 0);
    for (round, id) in prepared.iter().enumerate() {
        let (reference, reason) = (json!({ "reference": "UTR 1" }), json!({ "reason": "No such account" }));
        let (pay, fail) = (format!("{PAYOUTS}/{id}/paid"), format!("{PAYOUTS}/{id}/failed"));
        let pay = app.post(&pay, &reference).as_admin(&finance).send();
        let fail = other.post(&fail, &reason).as_admin(&owner).send();
        // Each goes first in half of the rounds.
        let (pay, fail) = if round % 2 == 0 {
            join(pay, fail).await
        } else {
            let (fail, pay) = join(fail, pay).await;
            (pay, fail)
        };
        let (won, lost) = if pay.status == 200 { (&pay, &fail) } else { (&fail, &pay) };
        let stands = won.ok()["state"].clone();
        let refusal = lost.refused(VersionConflict);
        assert_eq!(refusal["state"], stands, "the other gets the current state: {refusal}");
        assert!(refusal["detail"].as_str().unwrap().contains(stands.as_str().unwrap()), "{refusal}");
        *if stands == "paid" { &mut paid } else { &mut failed } += 1;
        let tied = format!("bookings WHERE payout_id = {}", raw::id(&app.ctx.store, id.parse().unwrap()));
        assert_eq!(app.count(&tied).await, i64::from(stands == "paid"), "its class is due again, or is not");
        assert_eq!(app.ledger_findings().await, []);
    }
    assert_eq!((posted(&app, "payout_paid").await, posted(&app, "payout_failed").await), (paid, failed));
    assert_eq!(app.count("audit_log WHERE action IN ('payout_paid', 'payout_failed')").await, 6);
    app.advance(minutes(1));
    assert_eq!(
        run(&app, &finance).await.len(),
        usize::try_from(failed).unwrap(),
        "only the failed payout is prepared again"
    );
    assert_eq!(app.ledger_findings().await, []);
}

/// Control: without guards, a payout that has failed is also marked as paid.
async fn check_then_write_pays_a_payout_twice(app: TestApp) {
    six_payouts_due(&app).await;
    let finance = app.new_admin("finance").await;
    let id = run(&app, &finance).await[0].parse().unwrap();
    assert_eq!(app.ledger_findings().await, []);
    let looked = Arc::new(Barrier::new(2));
    let tasks = [Paid, Failed].map(|state| {
        let (app, looked) = (app.clone(), looked.clone());
        tokio::spawn(async move { finish_payout_unguarded(&app, id, state, &looked).await })
    });
    for told in join_all(tasks).await {
        assert!(told.unwrap(), "both tasks succeed");
    }
    assert_ne!(app.ledger_findings().await, [], "and the ledger does not balance");
}

async fn simultaneous_exports_contain_each_payout_once(app: TestApp) {
    six_payouts_due(&app).await;
    let (finance, owner) = (app.new_admin("finance").await, app.new_admin("owner").await);
    let other = app.another_server(2).await;
    let prepared = run(&app, &finance).await;
    let takers = (0..4).map(|taker| {
        let (server, admin) = if taker % 2 == 0 { (&app, &finance) } else { (&other, &owner) };
        table(server, admin)
    });
    let mut handed_over: Vec<String> = join_all(takers).await.into_iter().flatten().collect();
    handed_over.sort();
    let mut all = prepared;
    all.sort();
    assert_eq!(handed_over, all, "each is in one export");
    assert_eq!(app.count("audit_log WHERE action = 'payout_exported'").await, 6);
    assert_eq!(app.count("audit_log WHERE action = 'bank_file_exported'").await, 4);
}

async fn payout_paid_by_hand_is_in_no_export(app: TestApp) {
    six_payouts_due(&app).await;
    let (finance, owner) = (app.new_admin("finance").await, app.new_admin("owner").await);
    let other = app.another_server(2).await;
    let prepared = run(&app, &finance).await;
    let by_hand = json!({ "reference": "UTR 1", "byHand": true });
    let paths: Vec<String> = prepared.iter().map(|id| format!("{PAYOUTS}/{id}/paid")).collect();
    let paying = paths.iter().take(3).map(|path| app.post(path, &by_hand).as_admin(&finance).send());
    let (replies, handed_over) = join(join_all(paying), table(&other, &owner)).await;
    for (id, reply) in prepared.iter().zip(&replies) {
        if handed_over.contains(id) {
            let refusal = reply.refused(VersionConflict);
            assert!(refusal["detail"].as_str().unwrap().contains("table for the bank"), "{refusal}");
        } else {
            assert_eq!(reply.ok()["exportedAt"], Value::Null);
        }
    }
    // The same one after the other.
    for (id, path) in prepared.iter().zip(&paths).skip(3) {
        assert!(handed_over.contains(id));
        app.post(path, &by_hand).as_admin(&finance).refused(VersionConflict).await;
        app.admin_post(&finance, path, &json!({ "reference": "UTR 1" })).await;
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn two_simultaneous_runs_prepare_each_payout_once(app: TestApp) {
    six_payouts_due(&app).await;
    let (finance, owner) = (app.new_admin("finance").await, app.new_admin("owner").await);
    let other = app.another_server(2).await;
    let body = json!({});
    let path = format!("{PAYOUTS}/run");
    let runs = (0..4).map(|number| {
        let (server, admin) = if number % 2 == 0 { (&app, &finance) } else { (&other, &owner) };
        server.admin_post(admin, &path, &body)
    });
    let made: Vec<Value> = join_all(runs).await;
    let mut payouts = BTreeMap::new();
    for run in &made {
        assert_eq!(run["failed"], json!([]), "the second run prepares nothing");
        for payout in run["prepared"].as_array().unwrap() {
            assert_eq!(payout["amount"], NET);
            *payouts.entry(payout["teacherName"].as_str().unwrap()).or_insert(0) += 1;
        }
    }
    assert_eq!(payouts, TEACHERS.into_iter().map(|name| (name, 1)).collect());
    assert_eq!((app.count("payouts").await, posted(&app, "payout_prepared").await), (6, 6));
    // Not marked as paid before it was exported, by either administrator.
    let id = ids(&made[0]["earlier"]).into_iter().chain(ids(&made[0]["prepared"])).next().unwrap();
    let reference = json!({ "reference": "UTR 1" });
    app.post(&format!("{PAYOUTS}/{id}/paid"), &reference).as_admin(&finance).refused(PayoutNotExported).await;
    assert_eq!(app.ledger_findings().await, []);
}

/// Two servers whose clocks differ by half a day: for one the class is in the future, for the other it is completed and
/// due.
async fn class_is_either_refunded_or_paid_out(app: PaymentsApp) {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "18:00")]).await;
    save_account(&app, &teacher).await;
    app.clock.set(at("2026-03-29T03:30:00Z"));
    let mut paths = Vec::new();
    for hour in 0..6 {
        let student = app.student(&format!("Student {hour}"), &teacher).await;
        let start = at(&format!("2026-03-31T{:02}:30:00Z", 3 + hour));
        let order = app.order(&student, &app.slot_at(&student, start).await, None).await;
        let payment = app.pay(&order);
        app.success_request(&student, &order, &payment).ok().await;
        paths.push(format!("/api/admin/orders/{}/refund", order["order"]["_id"].as_str().unwrap()));
    }
    app.work().await;
    app.clock.set(at("2026-03-31T03:29:00Z"));
    let finance = app.new_admin("finance").await;
    let ahead = app.another_server_on(Arc::new(FakeClock::new(at("2026-03-31T18:31:00Z"))), 2).await;
    let owner = ahead.new_admin("owner").await;
    let reason = json!({ "reason": "A test" });
    let refunds = join_all(paths.iter().map(|path| app.post(path, &reason).as_admin(&finance).send()));
    let payday = async {
        ahead.work().await;
        ahead.admin_post(&owner, &format!("{PAYOUTS}/run"), &json!({})).await
    };
    let (replies, run) = join(refunds, payday).await;
    let mut refunded = 0;
    for reply in &replies {
        match reply.code() {
            None => refunded += 1,
            Some(code) => assert!(matches!(code, NotCancellable | AlreadyProcessed), "{}", reply.text),
        }
    }
    let held = 6 - refunded;
    assert_eq!(app.count("bookings WHERE status = 'completed'").await, held);
    assert_eq!(app.count("bookings WHERE status = 'cancelled' AND payout_id IS NULL").await, refunded);
    let classes =
        run["prepared"].as_array().unwrap().iter().map(|payout| payout["classes"].as_i64().unwrap()).sum::<i64>();
    assert_eq!(classes, held, "refunded classes are not paid out: {run}");
    assert_eq!(app.ledger_findings().await, []);
    // A class that was paid out can no longer be refunded.
    app.clock.set(ahead.now());
    let finance = app.admin_login("finance").await;
    for path in &paths {
        let code = app.post(path, &reason).as_admin(&finance).send().await.code();
        assert!(matches!(code, Some(NotCancellable | AlreadyProcessed)), "{code:?}");
    }
    assert_eq!(app.ledger_findings().await, []);
}
