//! Payout runs: what is due, once, on the right day in India, and the outcomes (D25).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_app::services::payout_results::PaymentChannel::{self, Manual};
use tala_app::services::payout_results::{fail_payout, pay_payout};
use tala_app::services::payout_runs::{PayoutExport, export_payouts, run_payouts};
use tala_domain::error::ErrorCode;
use tala_domain::ids::PayoutId;
use tala_store::payouts::Payout;
use tala_tests::fixtures::School;
use tala_tests::{Teacher, TestApp, at, both_dbs, days, later, minutes, raw};

use crate::common::teaching::{
    account, assert_balanced, book_at, complete_class, save_account, set_profile_created_at,
};

both_dbs!(
    a_class_is_paid_from_its_day_in_india_on,
    late_payout_run_excludes_classes_of_the_next_period,
    each_cycle_has_its_days,
    earnings_after_the_run_are_announced_for_the_next_payout_day,
    a_run_can_be_repeated,
    ten_simultaneous_runs_pay_once,
    failed_payout_is_included_in_the_next_run,
    payout_is_paid_once,
    concurrent_failure_and_payment_have_one_winner,
    teacher_without_account_is_not_paid,
    each_currency_has_a_separate_payout,
    no_show_is_paid_and_cancelled_class_is_not,
    the_bank_reads_whole_numbers_and_no_formulas,
    payout_run_of_a_future_day_is_refused,
    damage_to_payouts_is_found,
);

/// Payout day, 15 March 2026 in India.
pub(crate) const FIFTEENTH: &str = "2026-03-14T18:30:00Z";

pub(crate) async fn run(app: &TestApp) -> Vec<Payout> {
    let made = run_payouts(&app.ctx, None).await.unwrap().prepared;
    assert_balanced(app).await;
    made
}

async fn shown(app: &TestApp, teacher: &Teacher) -> Value {
    app.get("/api/teacher/payouts").by(teacher).ok().await
}

fn amounts(made: &[Payout]) -> Vec<(i64, &str, u32)> {
    made.iter().map(|payout| (payout.amount.amount_minor, payout.amount.currency.code(), payout.classes)).collect()
}

/// A school whose teacher is paid twice a month, at 20 percent commission.
pub(crate) async fn paid_twice_a_month(app: &TestApp) -> School {
    let school = app.school().await;
    app.open_hours(&school.teacher, "Asia/Kolkata", 60, &[(0..=6, "00:00", "24:00")]).await;
    set_profile_created_at(app, &school.teacher, at("2025-01-01T00:00:00Z")).await;
    save_account(app, &school.teacher, "Bi-weekly").await;
    school
}

/// The same with one completed class and the clock at the payout day.
async fn one_class_due(app: &TestApp) -> (School, Payout) {
    let school = paid_twice_a_month(app).await;
    let booking = book_at(app, &school.student, "2026-03-05T03:30:00Z").await;
    complete_class(app, &booking).await;
    app.clock.set(at(FIFTEENTH));
    let made = run(app).await;
    assert_eq!(amounts(&made), [(79_920, "INR", 1)]);
    (school, made[0].clone())
}

async fn a_class_is_paid_from_its_day_in_india_on(app: TestApp) {
    let School { teacher, student } = paid_twice_a_month(&app).await;
    // 23:00 to 24:00 on the 14th, and the next hour, which belongs to the 15th.
    book_at(&app, &student, "2026-03-14T17:30:00Z").await;
    book_at(&app, &student, "2026-03-14T18:30:00Z").await;
    app.clock.set(later(at(FIFTEENTH), -minutes(1)));
    app.work().await;
    assert_eq!(amounts(&run(&app).await), []);
    app.clock.set(at(FIFTEENTH));
    app.work().await;
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
    app.clock.set(later(at(FIFTEENTH), days(3)));
    app.work().await;
    assert_eq!(amounts(&run(&app).await), []);
    let next = shown(&app, &teacher).await["next"].clone();
    let expected = json!({
        "on": "2026-04-01", "paymentCycle": "Bi-weekly", "hasAccount": true,
        "amounts": [{ "currency": "INR", "amount": 799.2, "classes": 1 }],
    });
    assert_eq!(next, expected);
    app.clock.set(at("2026-03-31T18:30:00Z"));
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
    assert_eq!(shown(&app, &teacher).await["next"]["amounts"], json!([]));
}

async fn late_payout_run_excludes_classes_of_the_next_period(app: TestApp) {
    let School { student, .. } = paid_twice_a_month(&app).await;
    book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    let next = book_at(&app, &student, "2026-03-16T03:30:00Z").await;
    complete_class(&app, &next).await;
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
    app.clock.set(at("2026-03-31T18:30:00Z"));
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
}

async fn each_cycle_has_its_days(app: TestApp) {
    let School { teacher, student } = paid_twice_a_month(&app).await;
    save_account(&app, &teacher, "Monthly").await;
    let booking = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    complete_class(&app, &booking).await;
    for (now, next) in
        [("2026-03-14T18:29:59Z", "2026-04-01"), (FIFTEENTH, "2026-04-01"), ("2026-03-31T18:29:59Z", "2026-04-01")]
    {
        app.clock.set(at(now));
        assert_eq!(amounts(&run(&app).await), [], "{now}");
        assert_eq!(shown(&app, &teacher).await["next"]["on"], next, "{now}");
    }
    // The next run includes what a missed one would have paid.
    app.clock.set(at("2026-04-09T12:00:00Z"));
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
    let payout = &shown(&app, &teacher).await["payouts"][0];
    assert_eq!((&payout["until"], &payout["state"]), (&json!("2026-03-31T18:30:00Z"), &json!("prepared")));
    assert_eq!(payout["accountNumberMasked"], "•••• 8901");
    save_account(&app, &teacher, "Bi-weekly").await;
    assert_eq!(shown(&app, &teacher).await["next"]["on"], "2026-04-15");
}

async fn earnings_after_the_run_are_announced_for_the_next_payout_day(app: TestApp) {
    let School { teacher, student } = paid_twice_a_month(&app).await;
    let first = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    complete_class(&app, &first).await;
    app.clock.set(at(FIFTEENTH));
    assert_eq!(shown(&app, &teacher).await["next"]["on"], "2026-03-15");
    assert_eq!(run(&app).await.len(), 1);
    // The second class ended before the payout day, but was completed after the run.
    app.work().await;
    assert_eq!(run(&app).await.len(), 0);
    assert_eq!(shown(&app, &teacher).await["next"]["on"], "2026-04-01");
}

async fn a_run_can_be_repeated(app: TestApp) {
    let School { teacher, student } = paid_twice_a_month(&app).await;
    let first = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    complete_class(&app, &first).await;
    app.clock.set(at(FIFTEENTH));
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
    // The worker was stopped: the other class is finish_and_audit only now, and waits for the next payout day.
    app.work().await;
    assert_eq!(amounts(&run(&app).await), []);
    let day = Some(jiff::civil::date(2026, 3, 15));
    assert_eq!(run_payouts(&app.ctx, day).await.unwrap().prepared.len(), 0);
    app.clock.set(at("2026-04-01T00:00:00Z"));
    assert_eq!(amounts(&run(&app).await), [(79_920, "INR", 1)]);
    assert_eq!(shown(&app, &teacher).await["payouts"].as_array().unwrap().len(), 2);
    assert_eq!(app.count("audit_log WHERE action = 'payout_prepared'").await, 2);
}

async fn ten_simultaneous_runs_pay_once(app: TestApp) {
    let School { student, teacher } = paid_twice_a_month(&app).await;
    for start in ["2026-03-05T03:30:00Z", "2026-03-05T04:30:00Z"] {
        book_at(&app, &student, start).await;
    }
    app.clock.set(at(FIFTEENTH));
    app.work().await;
    let second = app.another_server(2).await;
    // Some runs are for the previous day, which is another key in the database.
    let days = [None, Some(jiff::civil::date(2026, 3, 15)), Some(jiff::civil::date(2026, 4, 1))];
    app.clock.set(at("2026-04-01T00:00:00Z"));
    let runs = (0..12).map(|number| {
        let server = if number % 2 == 0 { app.clone() } else { second.clone() };
        let day = days[number % 3];
        tokio::spawn(async move { run_payouts(&server.ctx, day).await.unwrap().prepared })
    });
    let made: Vec<Payout> = join_all(runs).await.into_iter().flat_map(Result::unwrap).collect();
    assert_eq!(amounts(&made), [(159_840, "INR", 2)]);
    assert_eq!(app.count("payouts").await, 1);
    assert_eq!(shown(&app, &teacher).await["payouts"][0]["amount"], 1598.4);
    assert_balanced(&app).await;
}

async fn failed_payout_is_included_in_the_next_run(app: TestApp) {
    let (School { teacher, student }, payout) = one_class_due(&app).await;
    fail_payout(&app.ctx, payout.id, None).await.unwrap();
    assert_balanced(&app).await;
    let now = shown(&app, &teacher).await;
    let seen = (&now["payouts"][0]["state"], &now["next"]["amounts"][0]["amount"]);
    assert_eq!(seen, (&json!("failed"), &json!(799.2)), "listed as failed, and due again");
    assert_eq!(now["payouts"][0]["replacedBy"], Value::Null, "in no later payout yet");
    app.get(&format!("/api/teacher/payouts/{}", payout.id)).by(&teacher).refused(ErrorCode::NotFound).await;
    for refused in [fail_payout(&app.ctx, payout.id, None).await, pay_payout(&app.ctx, payout.id, "UTR1", Manual).await]
    {
        assert_eq!(refused.unwrap_err().code(), ErrorCode::VersionConflict);
    }
    let again = run(&app).await;
    assert_eq!(amounts(&again), [(79_920, "INR", 1)], "the same day, once the account is right");
    let now = shown(&app, &teacher).await;
    // Both were prepared at the same instant, so their order is open.
    let replaced_by = |state| {
        now["payouts"].as_array().unwrap().iter().find(|payout| payout["state"] == state).unwrap()["replacedBy"].clone()
    };
    assert_eq!(replaced_by("prepared"), Value::Null, "not failed");
    assert_eq!(replaced_by("failed"), json!({ "preparedAt": FIFTEENTH, "paidAt": null }));
    fail_payout(&app.ctx, again[0].id, None).await.unwrap();
    let booking = book_at(&app, &student, "2026-03-20T03:30:00Z").await;
    complete_class(&app, &booking).await;
    app.clock.set(at("2026-04-01T00:00:00Z"));
    let next = run(&app).await;
    assert_eq!(amounts(&next), [(159_840, "INR", 2)], "or with the next one");
    pay_payout(&app.ctx, next[0].id, "UTR2", Manual).await.unwrap();
    let paid = json!({ "preparedAt": "2026-04-01T00:00:00Z", "paidAt": "2026-04-01T00:00:00Z" });
    let now = shown(&app, &teacher).await;
    let replaced_by = [0, 1, 2].map(|index| &now["payouts"][index]["replacedBy"]);
    assert_eq!(replaced_by, [&Value::Null, &paid, &paid], "both failed payouts were paid with it");
    assert_balanced(&app).await;
    assert_eq!(app.count("audit_log WHERE action = 'payout_failed'").await, 2);
}

async fn payout_is_paid_once(app: TestApp) {
    let (School { teacher, .. }, payout) = one_class_due(&app).await;
    for reference in ["", "  ", &"x".repeat(101)] {
        assert_eq!(
            pay_payout(&app.ctx, payout.id, reference, Manual).await.unwrap_err().code(),
            ErrorCode::InvalidFields
        );
    }
    let nobody = PayoutId(app.ctx.new_id());
    assert_eq!(pay_payout(&app.ctx, nobody, "UTR1", Manual).await.unwrap_err().code(), ErrorCode::NotFound);
    let clicks = join_all((0..10).map(|_| pay_payout(&app.ctx, payout.id, " UTR 1 ", Manual))).await;
    for paid in clicks {
        assert_eq!(paid.unwrap().reference.as_deref(), Some("UTR 1"));
    }
    assert_eq!(pay_payout(&app.ctx, payout.id, "UTR 2", Manual).await.unwrap_err().code(), ErrorCode::VersionConflict);
    assert_eq!(fail_payout(&app.ctx, payout.id, None).await.unwrap_err().code(), ErrorCode::VersionConflict);
    app.work().await;
    let mails = app.mailer.sent_to(&teacher.email);
    let mails: Vec<_> = mails.iter().filter(|mail| mail.subject.starts_with("Your payout")).collect();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Your payout of ₹799.20");
    assert!(mails[0].text.contains("UTR 1") && mails[0].text.contains("ending in 8901"), "{}", mails[0].text);
    let seen = shown(&app, &teacher).await["payouts"][0].clone();
    assert_eq!((&seen["state"], &seen["reference"], &seen["amount"]), (&json!("paid"), &json!("UTR 1"), &json!(799.2)));
    assert_eq!(seen["paidAt"], app.now().to_string());
    assert_eq!(app.count("ledger_transactions WHERE kind = 'payout_paid'").await, 1);
    assert_balanced(&app).await;
    assert_eq!(amounts(&run(&app).await), []);
}

async fn concurrent_failure_and_payment_have_one_winner(app: TestApp) {
    let (_, payout) = one_class_due(&app).await;
    let (paid, failed) =
        tokio::join!(pay_payout(&app.ctx, payout.id, "UTR 1", Manual), fail_payout(&app.ctx, payout.id, None));
    assert_ne!(paid.is_ok(), failed.is_ok());
    assert_balanced(&app).await;
}

async fn teacher_without_account_is_not_paid(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let booking = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    complete_class(&app, &booking).await;
    app.clock.set(at("2026-04-01T00:00:00Z"));
    let nothing = run_payouts(&app.ctx, None).await.unwrap();
    assert_eq!((nothing.prepared.len(), nothing.without_account), (0, vec![teacher.id]));
    let seen = shown(&app, &teacher).await["next"].clone();
    assert_eq!((&seen["hasAccount"], &seen["paymentCycle"]), (&json!(false), &json!("Monthly")));
    save_account(&app, &teacher, "Monthly").await;
    assert_eq!(amounts(&run(&app).await), [(99_900, "INR", 1)], "no commission in the first months");
}

async fn each_currency_has_a_separate_payout(app: TestApp) {
    let School { teacher, student } = paid_twice_a_month(&app).await;
    let anna = app.student("Anna", &teacher).await;
    app.lot(&anna, 2, days(30)).await;
    let (inr, usd) =
        (book_at(&app, &student, "2026-03-05T03:30:00Z").await, book_at(&app, &anna, "2026-03-05T04:30:00Z").await);
    let id = raw::id(&app.ctx.store, anna.id.0);
    // Anna's lot was bought in USD.
    for sql in [
        format!("UPDATE credit_lots SET currency = 'USD', price_per_class_minor = 2499 WHERE student_id = {id}"),
        format!("UPDATE bookings SET currency = 'USD', amount_minor = 2499, base_amount_minor = 2499 WHERE student_id = {id}"),
        format!(
            "UPDATE ledger_entries SET commodity = 'USD', amount = amount / 99900 * 2499 WHERE commodity = 'INR' AND transaction_id IN
             (SELECT transaction_id FROM ledger_entries WHERE owner_id = {id})"
        ),
    ] {
        raw::execute(&app.ctx.store, &sql).await;
    }
    assert_balanced(&app).await;
    complete_class(&app, &inr).await;
    complete_class(&app, &usd).await;
    app.clock.set(at(FIFTEENTH));
    let made = run(&app).await;
    assert_eq!(amounts(&made), [(79_920, "INR", 1), (1_999, "USD", 1)], "24.99 less 5.00");
    for payout in &made {
        pay_payout(&app.ctx, payout.id, "UTR", Manual).await.unwrap();
        assert_balanced(&app).await;
    }
    assert_eq!(shown(&app, &teacher).await["payouts"].as_array().unwrap().len(), 2);
}

async fn no_show_is_paid_and_cancelled_class_is_not(app: TestApp) {
    let School { teacher, student } = paid_twice_a_month(&app).await;
    let missed = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    let gone = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", gone["_id"].as_str().unwrap()), &json!({})).by(&student).ok().await;
    complete_class(&app, &missed).await;
    let path = format!("/api/bookings/{}/no-show", missed["_id"].as_str().unwrap());
    app.post(&path, &json!({ "noShow": true })).by(&teacher).ok().await;
    app.clock.set(at(FIFTEENTH));
    let made = run(&app).await;
    assert_eq!(amounts(&made), [(79_920, "INR", 1)]);
    let statement = app.get(&format!("/api/teacher/payouts/{}", made[0].id)).by(&teacher).ok().await;
    assert_eq!(statement["lines"].as_array().unwrap().len(), 1);
    assert_eq!(statement["lines"][0]["noShow"], true);
}

async fn the_bank_reads_whole_numbers_and_no_formulas(app: TestApp) {
    let (School { teacher, .. }, failed) = one_class_due(&app).await;
    fail_payout(&app.ctx, failed.id, None).await.unwrap();
    let mut form = account(&teacher, "Bi-weekly");
    form["paymentSettings"]["accountHolderName"] = json!("=HYPERLINK(\"http://evil.test\",\"Padma\")");
    app.post("/api/teacher/update-payment-settings", &form).by(&teacher).ok().await;
    let [payout] = &run(&app).await[..] else { panic!("one payout") };
    // A later change of the account does not redirect payouts that are already prepared; the file says so.
    let changed = "The teacher's account has changed since this payout was prepared. It now ends in 9999";
    form["paymentSettings"]["accountNumber"] = json!("99999999999999");
    app.post("/api/teacher/update-payment-settings", &form).by(&teacher).ok().await;
    let text = export_payouts(&app.ctx, PayoutExport::New).await.unwrap();
    let expected = format!(
        "Payout,Teacher,Holder,Bank,Country,Account,IFSC,Routing,Amount,Currency,Handed over,Please check\r\n\
         {},Padma,\"'=HYPERLINK(\"\"http://evil.test\"\",\"\"Padma\"\")\",State Bank,India,00012345678901,SBIN0001234,,799.20,INR,,{changed}\r\n",
        payout.id
    );
    assert_eq!(text, expected);
    let rows = async |which| export_payouts(&app.ctx, which).await.unwrap().lines().count() - 1;
    assert_eq!(rows(PayoutExport::New).await, 0, "each payout is exported once");
    let lost = export_payouts(&app.ctx, PayoutExport::All).await.unwrap();
    assert!(lost.ends_with(&format!(",799.20,INR,2026-03-14T18:30:00Z,{changed}\r\n")), "{lost}");
    // The same number, entered again, is no change.
    form["paymentSettings"]["accountNumber"] = json!("00012345678901");
    app.post("/api/teacher/update-payment-settings", &form).by(&teacher).ok().await;
    let corrected = export_payouts(&app.ctx, PayoutExport::All).await.unwrap();
    assert!(corrected.ends_with(",799.20,INR,2026-03-14T18:30:00Z,\r\n"), "{corrected}");
    pay_payout(&app.ctx, payout.id, "UTR", PaymentChannel::Export).await.unwrap();
    assert_eq!(rows(PayoutExport::All).await, 0, "a paid payout is not exported again");
}

async fn payout_run_of_a_future_day_is_refused(app: TestApp) {
    paid_twice_a_month(&app).await;
    let tomorrow = Some(jiff::civil::date(2026, 3, 3));
    assert_eq!(run_payouts(&app.ctx, tomorrow).await.unwrap_err().code(), ErrorCode::InvalidFields);
    // In India it is the 3rd already.
    app.clock.set(at("2026-03-02T18:30:00Z"));
    assert_eq!(run_payouts(&app.ctx, tomorrow).await.unwrap().prepared.len(), 0);
}

async fn damage_to_payouts_is_found(app: TestApp) {
    let (_, payout) = one_class_due(&app).await;
    let store = &app.ctx.store;
    for (damage, mending, rules) in [
        (
            "UPDATE payouts SET amount_minor = 79921",
            "UPDATE payouts SET amount_minor = 79920",
            vec!["payouts_payable", "payout_lines"],
        ),
        ("UPDATE payouts SET classes = 2", "UPDATE payouts SET classes = 1", vec!["payout_lines"]),
        (
            "UPDATE payouts SET state = 'paid'",
            "UPDATE payouts SET state = 'prepared'",
            vec!["payouts_payable", "paid_out"],
        ),
        (
            "UPDATE bookings SET payout_id = NULL",
            &format!("UPDATE bookings SET payout_id = {}", raw::id(store, payout.id.0)),
            vec!["teacher_payable", "payout_lines"],
        ),
        ("UPDATE bookings SET net_minor = 1", "UPDATE bookings SET net_minor = 79920", vec!["payout_lines"]),
    ] {
        raw::execute(store, damage).await;
        let found: Vec<_> = app.ledger_findings().await.iter().map(|finding| finding.rule).collect();
        assert_eq!(found, rules, "{damage}");
        raw::execute(store, mending).await;
        assert_balanced(&app).await;
    }
    fail_payout(&app.ctx, payout.id, None).await.unwrap();
    raw::execute(store, "UPDATE bookings SET net_minor = net_minor + 1").await;
    let found = app.ledger_findings().await;
    assert_eq!((found[0].rule, found[0].stored, found[0].ledger), ("teacher_payable", 79_921, 79_920));
}
