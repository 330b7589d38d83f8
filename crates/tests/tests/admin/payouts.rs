//! Payouts in the admin API (D25).

use std::time::Duration;

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{InvalidFields, PayoutNotExported, RoleNotAllowed, VersionConflict};
use tala_store::Transaction;
use tala_tests::{AdminSession, Kind, Student, Teacher, TestApp, at, both_dbs, days, minutes, only_audit_event, raw};

both_dbs!(
    payout_is_prepared_exported_and_paid,
    teachers_page_shows_account_earnings_and_payouts,
    failed_payout_is_prepared_again,
    two_simultaneous_runs_pay_once,
    payout_that_was_not_exported_is_paid_by_hand_only,
    payout_in_inr_to_an_american_account_gets_a_warning,
    reversed_payout_is_due_again,
    concurrent_reversal_and_payment_keep_the_ledger_balanced,
    run_completes_after_a_client_disconnect,
);

const PAYOUTS: &str = "/api/admin/payouts";
const EXPORTS: &str = "/api/admin/payout-exports";

/// One completed class, the teacher's account saved, and the clock at the payout day.
async fn one_class_due(app: &TestApp) {
    let school = app.school().await;
    book_with(app, &school.teacher, &school.student).await;
    payout_day(app).await;
}

async fn payout_day(app: &TestApp) {
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
}

/// The teacher saves an account, and the student books a class.
async fn book_with(app: &TestApp, teacher: &Teacher, student: &Student) {
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "=Padma", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(teacher).ok().await;
    let slot = app.slot_at(student, at("2026-03-05T03:30:00Z")).await;
    app.book(student, &slot).await;
}

async fn finance(app: &TestApp) -> AdminSession {
    app.admin_login("finance").await
}

async fn payout_is_prepared_exported_and_paid(app: TestApp) {
    app.new_admin("finance").await;
    app.add_admin("support", "support", false).await;
    one_class_due(&app).await;
    let finance = finance(&app).await;
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let made = &run["prepared"][0];
    assert_eq!(
        (&made["teacherName"], &made["amount"], &made["state"]),
        (&json!("Padma"), &json!(999.0), &json!("prepared"))
    );
    assert_eq!(run["prepared"].as_array().unwrap().len(), 1);
    assert_eq!(
        app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({ "date": "2026-04-01" })).await["prepared"],
        json!([])
    );
    for date in ["2026-04-02", "soon"] {
        let body = json!({ "date": date });
        app.post(&format!("{PAYOUTS}/run"), &body).as_admin(&finance).refused(InvalidFields).await;
    }
    let id = made["_id"].as_str().unwrap();
    // A run without payouts is in the audit log as well.
    let why = json!({ "reason": "Asked for by phone" });
    app.admin_post(&finance, &format!("{PAYOUTS}/run"), &why).await;
    let runs = app.admin_get(&finance, "/api/admin/audit?q=payout_run_started").await;
    let told: Vec<_> =
        runs["items"].as_array().unwrap().iter().map(|line| (&line["detail"]["prepared"], &line["reason"])).collect();
    assert_eq!(told, [(&json!(0), &why["reason"]), (&json!(0), &Value::Null), (&json!(1), &Value::Null)]);
    let details = app.admin_get(&finance, &format!("{PAYOUTS}/{id}")).await;
    assert_eq!((&details["lines"][0]["studentName"], &details["lines"][0]["net"]), (&json!("Meera"), &json!(999.0)));
    assert_eq!(details["history"][0]["actor"], "admin:finance");
    let bank = async |query: &str| {
        let path = format!("{EXPORTS}{query}");
        app.post(&path, &Value::Null).as_admin(&finance).send_unchecked().await
    };
    let cut_off = made["cutOff"].as_str().unwrap();
    assert_eq!(bank("?cutOff=2026-01-01T00:00:00Z").await.text.lines().count(), 1, "of another day");
    let table = bank("").await;
    assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
    let handed_over = app.admin_get(&finance, &format!("{PAYOUTS}/{id}")).await["payout"]["exportedAt"].clone();
    assert_eq!((&made["exportedAt"], handed_over), (&Value::Null, json!(app.now().to_string())));
    assert!(table.text.starts_with("Payout,Teacher"), "the bank's program takes no byte order mark: {}", table.text);
    assert!(table.text.contains("'=Padma") && table.text.contains("00012345678901"), "{}", table.text);
    assert_eq!(bank("").await.text.lines().count(), 1, "each payout is exported once");
    let lost = bank(&format!("?cutOff={cut_off}&again=true")).await;
    assert!(lost.text.contains("00012345678901"), "{}", lost.text);
    let support = app.admin_login("support").await;
    app.post(EXPORTS, &Value::Null).as_admin(&support).refused(RoleNotAllowed).await;
    assert_eq!(app.count("audit_log WHERE action = 'bank_file_exported'").await, 4);
    let paid = format!("{PAYOUTS}/{id}/paid");
    app.post(&paid, &json!({ "reference": " " })).as_admin(&finance).refused(InvalidFields).await;
    let reply = app.admin_post(&finance, &paid, &json!({ "reference": "UTR 1" })).await;
    assert_eq!((&reply["state"], &reply["reference"]), (&json!("paid"), &json!("UTR 1")));
    let again = app.post(&paid, &json!({ "reference": "UTR 2" })).as_admin(&finance).refused(VersionConflict).await;
    assert_eq!(again["state"], "paid");
    let listed = app.admin_get(&finance, &format!("{PAYOUTS}?state=paid")).await;
    assert_eq!(listed["items"][0]["_id"], id);
    assert_eq!(app.admin_get(&finance, &format!("{PAYOUTS}?state=prepared")).await["items"], json!([]));
    assert_eq!(app.ledger_findings().await, []);
}

async fn teachers_page_shows_account_earnings_and_payouts(app: TestApp) {
    app.new_admin("finance").await;
    app.add_admin("support", "support", false).await;
    let school = app.school().await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let ravi = app.student("Ravi", &leela).await;
    app.lot(&ravi, 4, days(30)).await;
    let payout_of = async |teacher: &Teacher| {
        let support = app.admin_login("support").await;
        let details = app.admin_get(&support, &format!("/api/admin/people/{}", teacher.id)).await;
        details["teacher"]["payout"].clone()
    };
    let nothing = json!({ "bankAccount": null, "nextPayoutOn": null, "owed": [], "payouts": [] });
    assert_eq!(payout_of(&school.teacher).await, nothing);
    book_with(&app, &school.teacher, &school.student).await;
    book_with(&app, &leela, &ravi).await;
    payout_day(&app).await;
    let owed = payout_of(&school.teacher).await;
    assert_eq!(
        owed["bankAccount"],
        json!({
            "country": "India", "accountNumberMasked": "•••• 8901", "paymentCycle": "Monthly", "doubtfulCurrencies": [],
        })
    );
    assert_eq!(owed["nextPayoutOn"], "2026-05-01", "the run of 1 April is due");
    let [item] = owed["owed"].as_array().unwrap().as_slice() else { panic!("{owed}") };
    assert_eq!((&item["teacherName"], &item["amount"], &item["due"]), (&json!("Padma"), &json!(999.0), &json!(999.0)));
    let finance = finance(&app).await;
    app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let paid = payout_of(&school.teacher).await;
    assert_eq!(paid["owed"], json!([]));
    let [payout] = paid["payouts"].as_array().unwrap().as_slice() else { panic!("{paid}") };
    assert_eq!((&payout["state"], &payout["amount"]), (&json!("prepared"), &json!(999.0)));
}

async fn failed_payout_is_prepared_again(app: TestApp) {
    app.new_admin("finance").await;
    one_class_due(&app).await;
    let finance = finance(&app).await;
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let id = run["prepared"][0]["_id"].as_str().unwrap();
    app.advance(minutes(1));
    let failed =
        app.admin_post(&finance, &format!("{PAYOUTS}/{id}/failed"), &json!({ "reason": "Account closed" })).await;
    assert_eq!((&failed["state"], &failed["failure"]), (&json!("failed"), &json!("Account closed")));
    let late = json!({ "reference": "UTR 1" });
    app.post(&format!("{PAYOUTS}/{id}/paid"), &late).as_admin(&finance).refused(VersionConflict).await;
    app.advance(minutes(1));
    let next = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    assert_eq!(next["prepared"][0]["amount"], 999.0);
    assert_ne!(next["prepared"][0]["_id"], id);
    let details = app.admin_get(&finance, &format!("{PAYOUTS}/{id}")).await;
    assert_eq!((&details["lines"], &details["history"][0]["reason"]), (&json!([]), &json!("Account closed")));
    assert_eq!(app.ledger_findings().await, []);
}

async fn two_simultaneous_runs_pay_once(app: TestApp) {
    app.new_admin("finance").await;
    one_class_due(&app).await;
    let finance = finance(&app).await;
    let second = app.another_server(2).await;
    let path = format!("{PAYOUTS}/run");
    let body = json!({});
    let (one, other) =
        futures_util::future::join(app.admin_post(&finance, &path, &body), second.admin_post(&finance, &path, &body))
            .await;
    let made = |run: &Value| run["prepared"].as_array().unwrap().len();
    assert_eq!(made(&one) + made(&other), 1);
    assert_eq!(app.count("payouts").await, 1);
    assert_eq!(app.ledger_findings().await, []);
}

async fn payout_that_was_not_exported_is_paid_by_hand_only(app: TestApp) {
    app.new_admin("finance").await;
    one_class_due(&app).await;
    let finance = finance(&app).await;
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let id = run["prepared"][0]["_id"].as_str().unwrap();
    let paid = format!("{PAYOUTS}/{id}/paid");
    app.post(&paid, &json!({ "reference": "UTR 1" })).as_admin(&finance).refused(PayoutNotExported).await;
    app.work().await;
    assert_eq!(app.count("outbox WHERE topic = 'payout_paid'").await, 0, "no mail is sent");
    let reply = app.admin_post(&finance, &paid, &json!({ "reference": "UTR 1", "byHand": true })).await;
    assert_eq!((&reply["state"], &reply["exportedAt"]), (&json!("paid"), &Value::Null));
    assert_eq!(only_audit_event(&app, &finance, "payout_paid").await["detail"]["inBankTable"], false);
    // A repeated request changes nothing.
    app.admin_post(&finance, &paid, &json!({ "reference": "UTR 1" })).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn payout_in_inr_to_an_american_account_gets_a_warning(app: TestApp) {
    app.new_admin("finance").await;
    let school = app.school().await;
    book_with(&app, &school.teacher, &school.student).await;
    let form = json!({
        "email": school.teacher.email,
        "paymentSettings": {
            "country": "United States", "accountHolderName": "Padma", "bankName": "Chase", "routingNumber": "021000021",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(&school.teacher).ok().await;
    payout_day(&app).await;
    let finance = finance(&app).await;
    let person = app.admin_get(&finance, &format!("/api/admin/people/{}", school.teacher.id)).await;
    assert_eq!(person["teacher"]["payout"]["bankAccount"]["doubtfulCurrencies"], json!(["INR"]));
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let made = &run["prepared"][0];
    assert_eq!((&made["currency"], &made["doubtfulCountry"]), (&json!("INR"), &json!("United States")));
    let table = app.post(EXPORTS, &Value::Null).as_admin(&finance).send_unchecked().await;
    let doubt = ",The account is in United States: the bank may not take INR for it\r\n";
    assert!(table.text.ends_with(doubt), "{}", table.text);

    // A currency that is usual in the account's country gets no warning.
    raw::execute(&app.ctx.store, "UPDATE payouts SET currency = 'USD'").await;
    let paged = app.admin_get(&finance, PAYOUTS).await;
    assert_eq!(paged["items"][0]["doubtfulCountry"], Value::Null);
}

async fn reversed_payout_is_due_again(app: TestApp) {
    app.new_admin("finance").await;
    app.add_admin("support", "support", false).await;
    one_class_due(&app).await;
    let finance = finance(&app).await;
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let id = run["prepared"][0]["_id"].as_str().unwrap();
    let act = |what: &str| format!("{PAYOUTS}/{id}/{what}");
    let (reference, reason) = (json!({ "reference": "UTR 1", "byHand": true }), json!({ "reason": "No such account" }));
    let early = app.post(&act("reverse"), &reason).as_admin(&finance).refused(VersionConflict).await;
    assert_eq!((&early["state"], &early["detail"]), (&json!("prepared"), &json!("This payout has not been paid yet.")));
    app.admin_post(&finance, &act("paid"), &reference).await;
    let support = app.admin_login("support").await;
    app.post(&act("reverse"), &reason).as_admin(&support).refused(RoleNotAllowed).await;
    app.post(&act("reverse"), &json!({ "reason": " " })).as_admin(&finance).refused(InvalidFields).await;
    app.post(&act("failed"), &reason).as_admin(&finance).refused(VersionConflict).await;
    app.advance(minutes(1));
    let back = app.admin_post(&finance, &act("reverse"), &reason).await;
    assert_eq!((&back["state"], &back["failure"]), (&json!("failed"), &json!("No such account")));
    assert_eq!(app.ledger_findings().await, []);
    assert_eq!(app.count("ledger_transactions WHERE kind = 'payout_reversed'").await, 1);
    let line = only_audit_event(&app, &finance, "payout_reversed").await;
    assert_eq!((&line["actor"], &line["reason"]), (&json!("admin:finance"), &json!("No such account")));
    assert_eq!((&line["before"]["state"], &line["after"]["state"]), (&json!("paid"), &json!("failed")));
    // It can be neither reversed again nor paid again under the previous reference.
    app.post(&act("reverse"), &reason).as_admin(&finance).refused(VersionConflict).await;
    app.post(&act("paid"), &reference).as_admin(&finance).refused(VersionConflict).await;
    app.work().await;
    let mails = app.mailer.sent_to("padma@people.test");
    let told: Vec<_> =
        mails.iter().map(|mail| &mail.subject).filter(|subject| subject.starts_with("Your payout of")).collect();
    assert_eq!(told, ["Your payout of ₹999 did not go through"], "and no mail that it was sent");
    let next = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    assert_eq!((&next["prepared"][0]["amount"], &next["earlier"]), (&json!(999.0), &json!([])));
    assert_eq!(app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await["earlier"][0]["amount"], 999.0);
    assert_eq!(app.ledger_findings().await, []);
}

async fn concurrent_reversal_and_payment_keep_the_ledger_balanced(app: TestApp) {
    app.new_admin("finance").await;
    one_class_due(&app).await;
    let finance = finance(&app).await;
    let second = app.another_server(2).await;
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    let id = run["prepared"][0]["_id"].as_str().unwrap();
    let act = |what: &str| format!("{PAYOUTS}/{id}/{what}");
    app.admin_post(&finance, &act("paid"), &json!({ "reference": "UTR 1", "byHand": true })).await;
    let reason = json!({ "reason": "Came back" });
    let clicks = (0..6).map(|number| {
        let server = if number % 2 == 0 { &app } else { &second };
        server.post(&act("reverse"), &reason).as_admin(&finance).send()
    });
    let replies = futures_util::future::join_all(clicks).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(app.count("ledger_transactions WHERE kind = 'payout_reversed'").await, 1);
    assert_eq!(app.ledger_findings().await, []);
}

/// Waits until a run has begun, and blocks it until the returned guard is dropped. `locked` blocks it already.
async fn block_run(app: &TestApp, locked: Option<Transaction>) -> Transaction {
    if let Some(locked) = locked {
        raw::wait_for_lock_waiter(&app.ctx.store).await;
        return locked;
    }
    // SQLite writers take turns: after the first payout the lock is free for this test.
    loop {
        let held = app.ctx.store.begin().await.unwrap();
        if app.count("payouts").await > 0 {
            return held;
        }
    }
}

async fn run_completes_after_a_client_disconnect(app: TestApp) {
    app.new_admin("finance").await;
    let names = ["Asha", "Bina", "Chitra", "Devi", "Gita", "Hema", "Indu", "Jaya"];
    for name in names {
        let teacher = app.teacher(name).await;
        app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let student = app.student(&format!("Friend of {name}"), &teacher).await;
        app.lot(&student, 1, days(30)).await;
        book_with(&app, &teacher, &student).await;
    }
    payout_day(&app).await;
    let finance = finance(&app).await;
    let mut locked = None;
    if app.database.kind == Kind::Postgres {
        let tx = app.ctx.store.begin().await.unwrap();
        tx.batch("SELECT id FROM bookings FOR UPDATE").await.unwrap();
        locked = Some(tx);
    }
    let (path, body) = (format!("{PAYOUTS}/run"), json!({}));
    let request = app.post(&path, &body).as_admin(&finance).send();
    // Dropped in the middle, as a server does with a request that times out.
    let held = tokio::select! {
        _ = request => panic!("the response came before the request could be dropped"),
        held = block_run(&app, locked) => held,
    };
    drop(held);
    let all = i64::try_from(names.len()).unwrap();
    let complete = async {
        while app.count("payouts").await != all {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), complete).await.unwrap();
    let again = app.admin_post(&finance, &path, &body).await;
    assert_eq!((&again["prepared"], again["earlier"].as_array().unwrap().len()), (&json!([]), names.len()));
    assert_eq!(app.ledger_findings().await, []);
}
