//! What the operator's start page needs: earnings that are owed, the bank's reply, and one search for everything.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{InvalidFields, RoleNotAllowed};
use tala_tests::fixtures::{School, booking_body, booking_id};
use tala_tests::{AdminSession, PaymentsApp, Student, Teacher, TestApp, at, both_dbs};

both_dbs!(
    owed_earnings_show_what_a_run_would_pay,
    bank_reply_marks_matching_payouts_once,
    rows_that_do_not_match_their_payout_change_nothing,
    search_finds_people_bookings_orders_and_payouts,
    search_finds_a_phone_number_in_every_spelling,
    search_finds_an_order_by_its_receipt,
);

const PAYOUTS: &str = "/api/admin/payouts";
const REPLY: &str = "/api/admin/payouts/bank-reply";

async fn save_account(app: &TestApp, teacher: &Teacher) {
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(teacher).ok().await;
}

async fn take_class(app: &TestApp, student: &Student, start: &str) {
    let slot = app.slot_at(student, at(start)).await;
    app.book(student, &slot).await;
}

/// Two teachers, each with one class in March; only Padma has a bank account.
async fn two_teachers(app: &TestApp) {
    let school = app.school().await;
    save_account(app, &school.teacher).await;
    take_class(app, &school.student, "2026-03-05T03:30:00Z").await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let arjun = app.student("Arjun", &leela).await;
    app.lot(&arjun, 2, tala_tests::hours(2_000)).await;
    take_class(app, &arjun, "2026-03-05T03:30:00Z").await;
}

async fn run_on_first_of_april(app: &TestApp) -> (AdminSession, Value) {
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    let finance = app.admin_login("finance").await;
    let run = app.admin_post(&finance, &format!("{PAYOUTS}/run"), &json!({})).await;
    (finance, run["prepared"][0].clone())
}

async fn owed_earnings_show_what_a_run_would_pay(app: TestApp) {
    app.new_admin("finance").await;
    two_teachers(&app).await;
    app.clock.set(at("2026-03-20T00:00:00Z"));
    app.work().await;
    let owed = async || {
        let list = app.admin_get(&app.admin_login("finance").await, &format!("{PAYOUTS}/owed")).await;
        let rows = list["items"].as_array().unwrap().iter().map(|row| {
            json!([
                row["teacherName"],
                row["amount"],
                row["due"],
                row["dueClasses"],
                row["hasAccount"],
                row["nextPayoutOn"]
            ])
        });
        rows.collect::<Vec<_>>()
    };
    let leela = |due: f64, classes: u32| json!(["Leela", 999.0, due, classes, false, null]);
    assert_eq!(owed().await, [leela(0.0, 0), json!(["Padma", 999.0, 0.0, 0, true, "2026-04-01"])]);
    app.clock.set(at("2026-03-31T18:31:00Z"));
    assert_eq!(owed().await, [leela(999.0, 1), json!(["Padma", 999.0, 999.0, 1, true, "2026-05-01"])]);
    let (finance, payout) = run_on_first_of_april(&app).await;
    assert_eq!(payout["amount"], 999.0, "the run pays what was shown");
    assert_eq!(owed().await, [leela(999.0, 1)]);
    let overview = app.admin_get(&finance, "/api/admin/overview").await;
    assert_eq!(
        (&overview["payoutsToPay"], &overview["payoutsSum"]),
        (&json!(1), &json!([{ "currency": "INR", "amount": 999.0 }]))
    );
    assert_eq!(overview["today"], "2026-04-01");
}

async fn bank_reply_marks_matching_payouts_once(app: TestApp) {
    app.new_admin("finance").await;
    app.add_admin("support", "support", false).await;
    two_teachers(&app).await;
    let (finance, payout) = run_on_first_of_april(&app).await;
    let id = payout["_id"].as_str().unwrap();
    let text = format!("Payout;UTR;Amount;Status\r\n{id};UTR 77;999,00;Success\r\n").replace("999,00", "999.00");
    let statuses = async |apply: bool| {
        let reply = app.admin_post(&finance, REPLY, &json!({ "text": text, "apply": apply })).await;
        reply["rows"].as_array().unwrap().iter().map(|row| row["status"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(statuses(true).await, ["not_exported"], "the bank cannot have paid it");
    app.post("/api/admin/payout-exports", &Value::Null).as_admin(&finance).send_unchecked().await;
    assert_eq!(statuses(false).await, ["ready"]);
    assert_eq!(app.count("payouts WHERE state = 'paid'").await, 0, "a preview changes nothing");
    assert_eq!(statuses(true).await, ["paid"]);
    assert_eq!(statuses(true).await, ["already_paid"]);
    let paid = app.admin_get(&finance, &format!("{PAYOUTS}/{id}")).await;
    assert_eq!((&paid["payout"]["state"], &paid["payout"]["reference"]), (&json!("paid"), &json!("UTR 77")));
    assert_eq!(paid["history"][0]["actor"], "admin:finance");
    assert_eq!(app.count("audit_log WHERE action = 'payout_paid'").await, 1);
    assert_eq!(app.count("outbox WHERE topic = 'payout_paid'").await, 1);
    let support = app.admin_login("support").await;
    app.post(REPLY, &json!({ "text": text, "apply": true })).as_admin(&support).refused(RoleNotAllowed).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn rows_that_do_not_match_their_payout_change_nothing(app: TestApp) {
    app.new_admin("finance").await;
    two_teachers(&app).await;
    let (finance, payout) = run_on_first_of_april(&app).await;
    app.post("/api/admin/payout-exports", &Value::Null).as_admin(&finance).send_unchecked().await;
    let id = payout["_id"].as_str().unwrap();
    let missing = "01890000-0000-7000-8000-000000000001";
    let status_of = async |text: String| {
        let reply = app.admin_post(&finance, REPLY, &json!({ "text": text, "apply": true })).await;
        reply["rows"].as_array().unwrap().iter().map(|row| row["status"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(status_of(format!("{id},UTR 1,998.99")).await, ["amount_differs"]);
    assert_eq!(status_of(format!("{id},,999")).await, ["unreadable"]);
    assert_eq!(status_of(format!("{id},UTR 1,")).await, ["unreadable"]);
    assert_eq!(status_of(format!("{missing},UTR 1,999\nx,UTR 1,999")).await, ["unknown", "unreadable"]);
    assert_eq!(status_of(format!("payout,utr,amount,status\n{id},UTR 1,999,Failed")).await, ["not_paid"]);
    assert_eq!(app.count("payouts WHERE state = 'paid'").await, 0);
    assert_eq!(status_of(format!("{id},UTR 1,999\n{id},UTR 2,999")).await, ["paid", "duplicate"]);
    assert_eq!(status_of(format!("{id},UTR 2,999")).await, ["other_reference"]);
    app.post(REPLY, &json!({ "text": " \n" })).as_admin(&finance).refused(InvalidFields).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn search_finds_people_bookings_orders_and_payouts(app: TestApp) {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let booking = booking_id(&app.book(&school.student, &slot).await).to_string();
    let details = app.admin_get(&finance, &format!("/api/admin/bookings/{booking}")).await;
    let code = details["booking"]["bookingCode"].as_str().unwrap().to_lowercase();
    let found = async |text: &str| found(&app, &finance, text).await;
    let student = format!("person {}", school.student.id);
    let teacher = format!("person {}", school.teacher.id);
    assert_eq!(found("meer").await, std::slice::from_ref(&student));
    assert_eq!(found(&school.student.email).await, std::slice::from_ref(&student));
    assert_eq!(found(&school.student.id.to_string()).await, [student]);
    assert_eq!(found(&school.teacher.code.to_lowercase()).await, [teacher]);
    assert_eq!(found(&code).await, [format!("booking {booking}")]);
    assert_eq!(found(&booking).await, [format!("booking {booking}")]);
    assert_eq!(found("").await, [""; 0]);
    assert_eq!(found("pay_unknown").await, [""; 0]);
}

async fn search_finds_a_phone_number_in_every_spelling(app: TestApp) {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    app.post("/api/account", &json!({ "phone": "+91 98765 43210" })).by(&school.student).ok().await;
    let student = format!("person {}", school.student.id);
    for spelling in ["9876543210", "098765 43210", "+91 98765-43210"] {
        assert_eq!(found(&app, &finance, spelling).await, std::slice::from_ref(&student), "{spelling}");
    }
    app.post("/api/account", &json!({ "phone": "" })).by(&school.student).ok().await;
    assert_eq!(found(&app, &finance, "9876543210").await, [""; 0]);
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let mut booking = booking_body(&school.student, &slot);
    booking["studentPhone"] = json!("98765 00001");
    app.post("/api/book-with-credits", &booking).by(&school.student).ok().await;
    assert_eq!(found(&app, &finance, "+91 98765 00001").await, std::slice::from_ref(&student));
    assert_eq!(found(&app, &finance, "meera").await, [student]);
}

async fn search_finds_an_order_by_its_receipt(app: PaymentsApp) {
    let finance = app.new_admin("finance").await;
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at("2026-03-05T03:30:00Z")).await, None).await;
    let payment = app.pay(&order);
    let booking = app.success_request(&student, &order, &payment).ok().await["booking"].clone();
    let order = booking["orderId"].as_str().unwrap();
    let receipt = app.get(&format!("/api/orders/{order}/receipt")).by(&student).ok().await;
    let number = receipt["receiptNumber"].to_string();
    assert_eq!(found(&app, &finance, &number).await, [format!("order {order}")]);
    assert_eq!(found(&app, &finance, "999999").await, [""; 0]);
}

/// Kind and id of each record that the search finds.
async fn found(app: &TestApp, admin: &AdminSession, text: &str) -> Vec<String> {
    let reply =
        app.admin_get(admin, &format!("/api/admin/search?q={}", text.replace('+', "%2B").replace(' ', "%20"))).await;
    let hits = reply["items"].as_array().unwrap().iter();
    hits.map(|hit| format!("{} {}", hit["kind"].as_str().unwrap(), hit["_id"].as_str().unwrap())).collect()
}
