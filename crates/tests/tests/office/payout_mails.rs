//! What a teacher hears of a payout that did not go through (D25).

use serde_json::{Value, json};
use tala_tests::{Officer, Teacher, TestApp, at, both_dbs, minutes};

both_dbs!(
    a_teacher_hears_why_a_payout_failed_and_then_of_the_one_that_did_not,
    what_a_mail_about_a_failed_payout_says_goes_by_the_time_of_sending,
);

const PAYOUTS: &str = "/api/admin/payouts";
const FAILED: &str = "did not go through";

fn account(teacher: &Teacher) -> Value {
    json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    })
}

async fn save(app: &TestApp, teacher: &Teacher, account: &Value) {
    app.post("/api/teacher/update-payment-settings", account).by(teacher).ok().await;
}

/// One class held, the teacher's account told, and the clock at the payout day.
async fn one_class_due(app: &TestApp) -> (Teacher, Officer) {
    let school = app.school().await;
    save(app, &school.teacher, &account(&school.teacher)).await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    app.book(&school.student, &slot).await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    (school.teacher, app.officer("finance").await)
}

/// Subjects and texts of the mails about payouts that a teacher has had.
fn mails_about_payouts(app: &TestApp) -> Vec<(String, String)> {
    let mails = app.mailer.sent_to("padma@people.test");
    mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Your payout of"))
        .map(|mail| (mail.subject.clone(), mail.text.clone()))
        .collect()
}

async fn a_teacher_hears_why_a_payout_failed_and_then_of_the_one_that_did_not(app: TestApp) {
    let (_, finance) = one_class_due(&app).await;
    let run = async || app.does(&finance, &format!("{PAYOUTS}/run"), &json!({})).await["prepared"][0].clone();
    let act = async |payout: &Value, what: &str, body: Value| {
        app.does(&finance, &format!("{PAYOUTS}/{}/{what}", payout["_id"].as_str().unwrap()), &body).await;
        app.advance(minutes(1));
        app.work().await;
        mails_about_payouts(&app).pop().unwrap()
    };
    // Paid, and sent back by the bank.
    let first = run().await;
    let (subject, text) = act(&first, "paid", json!({ "reference": "UTR 1", "byHand": true })).await;
    assert_eq!(subject, "Your payout of INR 999.00");
    assert!(text.contains("UTR 1"), "{text}");
    let (subject, text) = act(&first, "returned", json!({ "reason": "No such account" })).await;
    assert_eq!(subject, format!("Your payout of INR 999.00 {FAILED}"));
    for words in [
        "the bank has sent the money back",
        "goes out with the next payout",
        "Reason: No such account",
        "the account ending in 8901",
        "Check your bank details: https://tala.test/teacher#payments",
        "check your bank details before then",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // Refused at once, after it was handed over.
    let second = run().await;
    app.post(&format!("{PAYOUTS}/bank.csv"), &Value::Null).as_admin(&finance).send_as_it_is().await;
    let (_, text) = act(&second, "failed", json!({ "reason": "Name differs" })).await;
    assert!(text.contains("The bank has not carried out your payout of INR 999.00."), "{text}");
    assert!(text.contains("Reason: Name differs") && !text.contains("UTR"), "{text}");
    // Never handed over.
    let third = run().await;
    let (_, text) = act(&third, "failed", json!({ "reason": "You have asked us to wait" })).await;
    assert!(text.contains("We have not sent your payout of INR 999.00 to the bank."), "{text}");
    // And what is paid in the end is told as it is.
    let fourth = run().await;
    let (subject, text) = act(&fourth, "paid", json!({ "reference": "UTR 2", "byHand": true })).await;
    assert_eq!(subject, "Your payout of INR 999.00");
    assert!(text.contains("Bank reference: UTR 2") && text.contains("For: 1 class"), "{text}");
    assert_eq!(mails_about_payouts(&app).len(), 5, "each is told once");
    assert_eq!(app.ledger_findings().await, []);
}

async fn what_a_mail_about_a_failed_payout_says_goes_by_the_time_of_sending(app: TestApp) {
    let (padma, finance) = one_class_due(&app).await;
    let fail = async || {
        let run = app.does(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
        let path = format!("{PAYOUTS}/{}/failed", run["prepared"][0]["_id"].as_str().unwrap());
        app.does(&finance, &path, &json!({ "reason": "Account closed" })).await;
        app.advance(minutes(1));
    };
    // The teacher is quicker than the mail.
    fail().await;
    let mut account = account(&padma);
    account["paymentSettings"]["accountNumber"] = json!("99987654321");
    save(&app, &padma, &account).await;
    app.work().await;
    let (_, text) = mails_about_payouts(&app).pop().unwrap();
    assert!(text.contains("Account: the account ending in 8901"), "{text}");
    assert!(text.contains("it goes to the account ending in 4321 with the next payout"), "{text}");
    // Somebody who only wants to be paid at other times has changed no account.
    fail().await;
    account["paymentSettings"]["paymentCycle"] = json!("Bi-weekly");
    account["paymentSettings"].as_object_mut().unwrap().remove("accountNumber");
    save(&app, &padma, &account).await;
    app.work().await;
    let (_, text) = mails_about_payouts(&app).pop().unwrap();
    assert!(text.contains("The money is still yours and goes out with the next payout."), "{text}");
    // The house is quicker than the mail.
    fail().await;
    app.does(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    app.work().await;
    let (_, text) = mails_about_payouts(&app).pop().unwrap();
    assert!(text.contains("on its way again, in a payout of INR 999.00 to the account ending in 4321"), "{text}");
    assert_eq!(mails_about_payouts(&app).len(), 3);
}
