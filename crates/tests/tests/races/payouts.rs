//! Money for teachers, asked for twice at once: whatever two administrators do, the bank is asked once for each class.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyDone, NotCancellable, NotHandedOver, VersionConflict};
use tala_domain::payouts::PayoutState::{Failed, Paid};
use tala_tests::naive::settle_a_payout;
use tala_tests::{Desk, FakeClock, Officer, TestApp, at, both_dbs, days, minutes, raw};
use tokio::sync::Barrier;

both_dbs!(
    a_payout_is_paid_or_has_failed,
    looking_first_settles_a_payout_twice,
    the_table_for_the_bank_is_taken_twice,
    what_was_paid_by_hand_is_in_no_table,
    a_run_is_made_twice,
    a_class_is_refunded_or_paid_out,
);

const PAYOUTS: &str = "/api/admin/payouts";
const TEACHERS: [&str; 6] = ["Asha", "Bina", "Chitra", "Devi", "Gita", "Hema"];
const NET: f64 = 999.0;

async fn tell_account(app: &TestApp, teacher: &tala_tests::Teacher) {
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": teacher.name, "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(teacher).ok().await;
}

/// Six teachers, to each of whom one class is owed, on the payout day.
async fn six_are_owed(app: &TestApp) {
    for name in TEACHERS {
        let teacher = app.teacher(name).await;
        app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        tell_account(app, &teacher).await;
        let student = app.student(&format!("Friend of {name}"), &teacher).await;
        app.lot(&student, 1, days(30)).await;
        app.book(&student, &app.slot_at(&student, at("2026-03-05T03:30:00Z")).await).await;
    }
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
}

/// The payouts of a run, by id.
async fn run(app: &TestApp, officer: &Officer) -> Vec<String> {
    let run = app.does(officer, &format!("{PAYOUTS}/run"), &json!({})).await;
    ids(&run["prepared"])
}

fn ids(payouts: &Value) -> Vec<String> {
    payouts.as_array().unwrap().iter().map(|payout| payout["_id"].as_str().unwrap().to_owned()).collect()
}

async fn table(app: &TestApp, officer: &Officer) -> Vec<String> {
    let reply = app.post(&format!("{PAYOUTS}/bank.csv"), &Value::Null).as_admin(officer).send_as_it_is().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

/// How often the ledger tells of such a thing.
async fn posted(app: &TestApp, kind: &str) -> i64 {
    app.count(&format!("ledger_transactions WHERE kind = '{kind}'")).await
}

async fn a_payout_is_paid_or_has_failed(app: TestApp) {
    six_are_owed(&app).await;
    let (finance, owner) = (app.officer("finance").await, app.officer("owner").await);
    let other = app.another_server(2).await;
    let prepared = run(&app, &finance).await;
    assert_eq!(table(&app, &finance).await.len(), 6);
    let (mut paid, mut failed) = (0, 0);
    for (round, id) in prepared.iter().enumerate() {
        let (reference, reason) = (json!({ "reference": "UTR 1" }), json!({ "reason": "No such account" }));
        let (pay, fail) = (format!("{PAYOUTS}/{id}/paid"), format!("{PAYOUTS}/{id}/failed"));
        let pay = app.post(&pay, &reference).as_admin(&finance).send();
        let fail = other.post(&fail, &reason).as_admin(&owner).send();
        // Each goes first half of the time.
        let (pay, fail) = if round % 2 == 0 {
            join(pay, fail).await
        } else {
            let (fail, pay) = join(fail, pay).await;
            (pay, fail)
        };
        let (won, lost) = if pay.status == 200 { (&pay, &fail) } else { (&fail, &pay) };
        let stands = won.ok()["state"].clone();
        let refusal = lost.refused(VersionConflict);
        assert_eq!(refusal["state"], stands, "the other is told how it ended: {refusal}");
        assert!(refusal["detail"].as_str().unwrap().contains(stands.as_str().unwrap()), "{refusal}");
        *if stands == "paid" { &mut paid } else { &mut failed } += 1;
        let tied = format!("bookings WHERE payout_id = {}", raw::id(&app.ctx.store, id.parse().unwrap()));
        assert_eq!(app.count(&tied).await, i64::from(stands == "paid"), "its class is owed again, or is not");
        assert_eq!(app.ledger_findings().await, []);
    }
    assert_eq!((posted(&app, "payout_paid").await, posted(&app, "payout_failed").await), (paid, failed));
    assert_eq!(app.count("audit_log WHERE action IN ('payout_paid', 'payout_failed')").await, 6);
    app.advance(minutes(1));
    assert_eq!(
        run(&app, &finance).await.len(),
        usize::try_from(failed).unwrap(),
        "what failed comes again, nothing else"
    );
    assert_eq!(app.ledger_findings().await, []);
}

/// The control: who looks first and writes then, has paid what has failed.
async fn looking_first_settles_a_payout_twice(app: TestApp) {
    six_are_owed(&app).await;
    let finance = app.officer("finance").await;
    let id = run(&app, &finance).await[0].parse().unwrap();
    assert_eq!(app.ledger_findings().await, []);
    let looked = Arc::new(Barrier::new(2));
    let tasks = [Paid, Failed].map(|state| {
        let (app, looked) = (app.clone(), looked.clone());
        tokio::spawn(async move { settle_a_payout(&app, id, state, &looked).await })
    });
    for told in join_all(tasks).await {
        assert!(told.unwrap(), "both are told that it worked");
    }
    assert_ne!(app.ledger_findings().await, [], "and the books do not agree");
}

async fn the_table_for_the_bank_is_taken_twice(app: TestApp) {
    six_are_owed(&app).await;
    let (finance, owner) = (app.officer("finance").await, app.officer("owner").await);
    let other = app.another_server(2).await;
    let prepared = run(&app, &finance).await;
    let takers = (0..4).map(|taker| {
        let (server, officer) = if taker % 2 == 0 { (&app, &finance) } else { (&other, &owner) };
        table(server, officer)
    });
    let mut handed_over: Vec<String> = join_all(takers).await.into_iter().flatten().collect();
    handed_over.sort();
    let mut all = prepared;
    all.sort();
    assert_eq!(handed_over, all, "each is in one table");
    assert_eq!(app.count("audit_log WHERE action = 'payout_exported'").await, 6);
    assert_eq!(app.count("audit_log WHERE action = 'bank_table_read'").await, 4);
}

async fn what_was_paid_by_hand_is_in_no_table(app: TestApp) {
    six_are_owed(&app).await;
    let (finance, owner) = (app.officer("finance").await, app.officer("owner").await);
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
    // One after the other it is the same.
    for (id, path) in prepared.iter().zip(&paths).skip(3) {
        assert!(handed_over.contains(id));
        app.post(path, &by_hand).as_admin(&finance).refused(VersionConflict).await;
        app.does(&finance, path, &json!({ "reference": "UTR 1" })).await;
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_run_is_made_twice(app: TestApp) {
    six_are_owed(&app).await;
    let (finance, owner) = (app.officer("finance").await, app.officer("owner").await);
    let other = app.another_server(2).await;
    let body = json!({});
    let path = format!("{PAYOUTS}/run");
    let runs = (0..4).map(|number| {
        let (server, officer) = if number % 2 == 0 { (&app, &finance) } else { (&other, &owner) };
        server.does(officer, &path, &body)
    });
    let made: Vec<Value> = join_all(runs).await;
    let mut payouts = BTreeMap::new();
    for run in &made {
        assert_eq!(run["failed"], json!([]), "who comes second has nothing to do");
        for payout in run["prepared"].as_array().unwrap() {
            assert_eq!(payout["amount"], NET);
            *payouts.entry(payout["teacherName"].as_str().unwrap()).or_insert(0) += 1;
        }
    }
    assert_eq!(payouts, TEACHERS.into_iter().map(|name| (name, 1)).collect());
    assert_eq!((app.count("payouts").await, posted(&app, "payout_prepared").await), (6, 6));
    // Not paid before it is in a table, whoever made it.
    let id = ids(&made[0]["earlier"]).into_iter().chain(ids(&made[0]["prepared"])).next().unwrap();
    let reference = json!({ "reference": "UTR 1" });
    app.post(&format!("{PAYOUTS}/{id}/paid"), &reference).as_admin(&finance).refused(NotHandedOver).await;
    assert_eq!(app.ledger_findings().await, []);
}

/// Two servers whose clocks differ by half a day: for one the class is to come, for the other it is over and due.
async fn a_class_is_refunded_or_paid_out(desk: Desk) {
    let teacher = desk.teacher("Padma").await;
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "18:00")]).await;
    tell_account(&desk, &teacher).await;
    desk.clock.set(at("2026-03-29T03:30:00Z"));
    let mut paths = Vec::new();
    for hour in 0..6 {
        let student = desk.student(&format!("Student {hour}"), &teacher).await;
        let start = at(&format!("2026-03-31T{:02}:30:00Z", 3 + hour));
        let order = desk.order(&student, &desk.slot_at(&student, start).await, None).await;
        let payment = desk.pay(&order);
        desk.success_request(&student, &order, &payment).ok().await;
        paths.push(format!("/api/admin/orders/{}/refund", order["order"]["_id"].as_str().unwrap()));
    }
    desk.work().await;
    desk.clock.set(at("2026-03-31T03:29:00Z"));
    let finance = desk.officer("finance").await;
    let ahead = desk.another_server_on(Arc::new(FakeClock::new(at("2026-03-31T18:31:00Z"))), 2).await;
    let owner = ahead.officer("owner").await;
    let reason = json!({ "reason": "A test" });
    let refunds = join_all(paths.iter().map(|path| desk.post(path, &reason).as_admin(&finance).send()));
    let payday = async {
        ahead.work().await;
        ahead.does(&owner, &format!("{PAYOUTS}/run"), &json!({})).await
    };
    let (replies, run) = join(refunds, payday).await;
    let mut refunded = 0;
    for reply in &replies {
        match reply.code() {
            None => refunded += 1,
            Some(code) => assert!(matches!(code, NotCancellable | AlreadyDone), "{}", reply.text),
        }
    }
    let held = 6 - refunded;
    assert_eq!(desk.count("bookings WHERE status = 'completed'").await, held);
    assert_eq!(desk.count("bookings WHERE status = 'cancelled' AND payout_id IS NULL").await, refunded);
    let classes =
        run["prepared"].as_array().unwrap().iter().map(|payout| payout["classes"].as_i64().unwrap()).sum::<i64>();
    assert_eq!(classes, held, "what went back to students is not paid to the teacher: {run}");
    assert_eq!(desk.ledger_findings().await, []);
    // Afterwards nothing that is paid out goes back.
    desk.clock.set(ahead.now());
    let finance = desk.admin_login("finance").await;
    for path in &paths {
        let code = desk.post(path, &reason).as_admin(&finance).send().await.code();
        assert!(matches!(code, Some(NotCancellable | AlreadyDone)), "{code:?}");
    }
    assert_eq!(desk.ledger_findings().await, []);
}
