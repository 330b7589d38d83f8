//! Mails to a teacher about a failed payout (D25).

use serde_json::{Value, json};
use tala_tests::{AdminSession, Teacher, TestApp, at, both_dbs, minutes};

both_dbs!(
    teacher_gets_mails_about_the_failed_and_the_paid_payout,
    mail_about_a_failed_payout_reflects_the_state_when_it_is_sent,
);

const PAYOUTS: &str = "/api/admin/payouts";
const EXPORTS: &str = "/api/admin/payout-exports";
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

/// One completed class, the teacher's account saved, and the clock at the payout day.
async fn one_class_due(app: &TestApp) -> (Teacher, AdminSession) {
    let school = app.school().await;
    save(app, &school.teacher, &account(&school.teacher)).await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    app.book(&school.student, &slot).await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    (school.teacher, app.new_admin("finance").await)
}

/// Subjects and texts of the payout mails sent to a teacher.
fn mails_about_payouts(app: &TestApp) -> Vec<(String, String)> {
    let mails = app.mailer.sent_to("padma@people.test");
    mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Your payout of"))
        .map(|mail| (mail.subject.clone(), mail.text.clone()))
        .collect()
}

async fn teacher_gets_mails_about_the_failed_and_the_paid_payout(app: TestApp) {
    let (_, finance) = one_class_due(&app).await;
    let run = async || app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await["prepared"][0].clone();
    let act = async |payout: &Value, what: &str, body: Value| {
        app.admin_post(&finance, &format!("{PAYOUTS}/{}/{what}", payout["_id"].as_str().unwrap()), &body).await;
        app.advance(minutes(1));
        app.work().await;
        mails_about_payouts(&app).pop().unwrap()
    };
    // Paid, then reversed.
    let first = run().await;
    let (subject, text) = act(&first, "paid", json!({ "reference": "UTR 1", "byHand": true })).await;
    assert_eq!(subject, "Your payout of ₹999");
    assert!(text.contains("UTR 1"), "{text}");
    let (subject, text) = act(&first, "reverse", json!({ "reason": "No such account" })).await;
    assert_eq!(subject, format!("Your payout of ₹999 {FAILED}"));
    for words in [
        "the bank returned the money",
        "We'll include it in your next payout.",
        "Reason: No such account",
        "the account ending in 8901",
        "Check your bank details: https://tala.test/teacher#payments",
        "Before your next payout, please check the account holder's name",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // Failed immediately after the export.
    let second = run().await;
    app.post(EXPORTS, &Value::Null).as_admin(&finance).send_unchecked().await;
    let (_, text) = act(&second, "failed", json!({ "reason": "Name differs" })).await;
    assert!(text.contains("Your bank returned your payout of ₹999."), "{text}");
    assert!(text.contains("Reason: Name differs") && !text.contains("UTR"), "{text}");
    // Failed before any export.
    let third = run().await;
    let (_, text) = act(&third, "failed", json!({ "reason": "You have asked us to wait" })).await;
    assert!(text.contains("We haven't sent your payout of ₹999 to the bank."), "{text}");
    // The mail about the final payment is the ordinary one.
    let fourth = run().await;
    let (subject, text) = act(&fourth, "paid", json!({ "reference": "UTR 2", "byHand": true })).await;
    assert_eq!(subject, "Your payout of ₹999");
    assert!(text.contains("Bank reference: UTR 2") && text.contains("For: 1 class"), "{text}");
    assert_eq!(mails_about_payouts(&app).len(), 5, "each payout has one mail");
    assert_eq!(app.ledger_findings().await, []);
}

async fn mail_about_a_failed_payout_reflects_the_state_when_it_is_sent(app: TestApp) {
    let (padma, finance) = one_class_due(&app).await;
    let fail = async || {
        let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
        let path = format!("{PAYOUTS}/{}/failed", run["prepared"][0]["_id"].as_str().unwrap());
        app.admin_post(&finance, &path, &json!({ "reason": "Account closed" })).await;
        app.advance(minutes(1));
    };
    // The teacher changes the account before the mail is sent.
    fail().await;
    let mut account = account(&padma);
    account["paymentSettings"]["accountNumber"] = json!("99987654321");
    save(&app, &padma, &account).await;
    app.work().await;
    let (_, text) = mails_about_payouts(&app).pop().unwrap();
    assert!(text.contains("Account: the account ending in 8901"), "{text}");
    assert!(text.contains("your next payout goes to the account ending in 4321"), "{text}");
    // A change of the payout cycle is not a change of the account.
    fail().await;
    account["paymentSettings"]["paymentCycle"] = json!("Bi-weekly");
    account["paymentSettings"].as_object_mut().unwrap().remove("accountNumber");
    save(&app, &padma, &account).await;
    app.work().await;
    let (_, text) = mails_about_payouts(&app).pop().unwrap();
    assert!(text.contains("The money is still yours. We'll include it in your next payout."), "{text}");
    // An administrator pays before the mail is sent.
    fail().await;
    app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    app.work().await;
    let (_, text) = mails_about_payouts(&app).pop().unwrap();
    assert!(text.contains("sending the money again, in a payout of ₹999 to the account ending in 4321"), "{text}");
    assert_eq!(mails_about_payouts(&app).len(), 3);
}
