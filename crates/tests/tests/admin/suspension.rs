//! Suspending a teacher: what it affects, and the unspent credits of the students.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{NotCancellable, NotFound, RoleNotAllowed};
use tala_gateways::mail::OutgoingMail;
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{AdminSession, PaymentsApp, Student, at, both_dbs, hours, minutes};

both_dbs!(
    preview_states_the_classes_and_credits_that_a_suspension_affects,
    unspent_credits_of_a_suspended_teacher_are_refunded_once,
    credits_of_cancelled_classes_are_refunded_with_their_package,
    partly_refunded_package_is_not_refunded_above_what_was_paid,
    students_are_told_once_what_happens_to_kept_credits,
    refunded_students_get_no_mail_about_kept_credits,
    cancellation_mail_does_not_offer_a_suspended_teacher,
);

/// The price of a package of 4 with the provider fee: ₹3,996 and 2.4 %.
const PACKAGE: f64 = 4_091.9;

fn path(school: &School, act: &str) -> String {
    format!("/api/admin/people/{}/{act}", school.teacher.id)
}

async fn buy_package(app: &PaymentsApp, student: &Student) -> String {
    let order = app.order_package(student, 4, None).await;
    let payment = app.pay(&order);
    app.success_request(student, &order, &payment).ok().await;
    order["order"]["_id"].as_str().unwrap().to_owned()
}

async fn book(app: &PaymentsApp, student: &Student, start: &str) -> String {
    booking_id(&app.book(student, &app.slot_at(student, at(start)).await).await).to_string()
}

/// A school, and Arjun with a package of four credits, one of them spent on a class.
async fn partly_spent(app: &PaymentsApp) -> (School, Student, String) {
    let school = app.school().await;
    let arjun = app.student("Arjun", &school.teacher).await;
    let order = buy_package(app, &arjun).await;
    book(app, &arjun, "2026-03-06T03:30:00Z").await;
    app.work().await;
    (school, arjun, order)
}

async fn suspend(app: &PaymentsApp, support: &AdminSession, school: &School, cancels_classes: bool) {
    let body = json!({ "reason": "Complaints", "cancelsClasses": cancels_classes });
    app.admin_post(support, &path(school, "suspend"), &body).await;
    if cancels_classes {
        app.admin_post(support, &path(school, "cancel-classes"), &json!({ "reason": "Complaints" })).await;
    }
}

async fn refund(app: &PaymentsApp, finance: &AdminSession, school: &School) -> Value {
    app.admin_post(finance, &path(school, "refund-unspent-credits"), &json!({ "reason": "Complaints" })).await
}

async fn mails_to(app: &PaymentsApp, student: &Student) -> Vec<OutgoingMail> {
    app.work().await;
    app.mailer.sent_to(&student.email)
}

async fn credits_of(app: &PaymentsApp, student: &Student) -> Value {
    let profile = app.get(&format!("/api/student-profile?email={}", student.email)).by(student).ok().await;
    profile["classCredits"].clone()
}

async fn preview_states_the_classes_and_credits_that_a_suspension_affects(app: PaymentsApp) {
    let support = app.new_admin("support").await;
    // Meera has three granted credits.
    let (school, arjun, _) = partly_spent(&app).await;
    let slot = app.slot_at(&school.student, at("2026-03-09T03:30:00Z")).await;
    let order = app.order(&school.student, &slot, None).await;
    let payment = app.pay(&order);
    app.success_request(&school.student, &order, &payment).ok().await;
    let meera = app.admin_get(&support, &format!("/api/admin/people/{}", school.student.id)).await;
    let granted = meera["credits"][0]["remaining"].as_u64().unwrap();
    let found = app.admin_get(&support, &path(&school, "suspension-preview")).await;
    assert_eq!(
        found,
        json!({
            "classes": 2, "bookings": 2, "paidWithCredits": 1, "students": 2,
            "unspentCredits": {
                "students": 2, "credits": 3 + granted, "refundableCredits": 3,
                "refundable": [{ "amount": 3_068.92, "currency": "INR" }], "more": false,
            },
        })
    );
    let students = app.admin_get(&support, &format!("/api/admin/people/{}/suspension-preview", arjun.id)).await;
    assert_eq!((&students["bookings"], &students["unspentCredits"]["credits"]), (&json!(1), &json!(0)));
    let unknown = "/api/admin/people/01890000-0000-7000-8000-000000000001/suspension-preview";
    app.get(unknown).as_admin(&support).refused(NotFound).await;
}

async fn unspent_credits_of_a_suspended_teacher_are_refunded_once(app: PaymentsApp) {
    let (support, finance) = (app.new_admin("support").await, app.new_admin("finance").await);
    let (school, arjun, order) = partly_spent(&app).await;
    let tara = app.student("Tara", &school.teacher).await;
    buy_package(&app, &tara).await;
    let why = json!({ "reason": "Complaints" });
    let url = path(&school, "refund-unspent-credits");
    app.post(&url, &why).as_admin(&finance).refused(NotCancellable).await;
    suspend(&app, &support, &school, false).await;
    app.post(&url, &why).as_admin(&support).refused(RoleNotAllowed).await;
    let done = refund(&app, &finance, &school).await;
    // Three quarters of Arjun's package, fees included, and all of Tara's.
    assert_eq!(done["credits"], 7);
    assert_eq!(done["refunded"], json!([{ "amount": 3_068.92 + PACKAGE, "currency": "INR" }]));
    let again = refund(&app, &finance, &school).await;
    assert_eq!((&again["credits"], &again["refunded"]), (&json!(0), &json!([])));
    for student in [&arjun, &tara] {
        assert_eq!(credits_of(&app, student).await, 0);
    }
    assert_eq!(credits_of(&app, &school.student).await, 4, "granted credits stay");
    let details = app.admin_get(&finance, &format!("/api/admin/orders/{order}")).await;
    let one = &details["refunds"][0];
    assert_eq!((&one["amount"], &one["voidedCredits"], &one["bearer"]), (&json!(3_068.92), &json!(3), &Value::Null));
    assert_eq!(app.count("bookings WHERE status = 'confirmed'").await, 1, "the booked class stays");
    let mails = mails_to(&app, &arjun).await;
    let last = mails.last().unwrap();
    assert_eq!(last.subject, "We're refunding ₹3,068.92 of your payment");
    assert!(last.text.contains("your 3 class credits with Padma that you haven't used"), "{}", last.text);
    assert_eq!(app.ledger_findings().await, []);
    // The class that was spent is earned at its price.
    app.advance(hours(24 * 6));
    app.work().await;
    assert_eq!(app.count("bookings WHERE status = 'completed' AND amount_minor = 99900").await, 1);
    assert_eq!(app.ledger_findings().await, []);
}

async fn credits_of_cancelled_classes_are_refunded_with_their_package(app: PaymentsApp) {
    let (support, finance) = (app.new_admin("support").await, app.new_admin("finance").await);
    let (school, arjun, _) = partly_spent(&app).await;
    suspend(&app, &support, &school, true).await;
    assert_eq!(credits_of(&app, &arjun).await, 4);
    let done = refund(&app, &finance, &school).await;
    assert_eq!(done["refunded"], json!([{ "amount": PACKAGE, "currency": "INR" }]));
    assert_eq!(credits_of(&app, &arjun).await, 0);
    assert_eq!(app.ledger_findings().await, []);
}

async fn partly_refunded_package_is_not_refunded_above_what_was_paid(app: PaymentsApp) {
    let (support, finance) = (app.new_admin("support").await, app.new_admin("finance").await);
    let (school, arjun, order) = partly_spent(&app).await;
    let part = json!({
        "amount": 3_000, "refundable": PACKAGE, "bearer": "platform", "reason": "A gesture", "idempotencyKey": "1",
    });
    app.admin_post(&finance, &format!("/api/admin/orders/{order}/partial-refunds"), &part).await;
    suspend(&app, &support, &school, false).await;
    assert_eq!(refund(&app, &finance, &school).await["credits"], 0);
    assert_eq!(credits_of(&app, &arjun).await, 3, "less is left of the payment than was paid for the credits");
    assert_eq!(app.ledger_findings().await, []);
}

async fn students_are_told_once_what_happens_to_kept_credits(app: PaymentsApp) {
    let support = app.new_admin("support").await;
    let (school, arjun, _) = partly_spent(&app).await;
    let before = mails_to(&app, &arjun).await.len();
    suspend(&app, &support, &school, false).await;
    assert_eq!(mails_to(&app, &arjun).await.len(), before, "not before the credits may be refunded");
    app.advance(minutes(6));
    let mails = mails_to(&app, &arjun).await.split_off(before);
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!(mail.subject, "Your 3 class credits with Padma");
    for part in [
        "You don't lose your 3 class credits",
        "or refund what you paid for them",
        "help@tala.test",
        "Classes that you've booked stay booked",
    ] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
    }
    let teacher = app.mailer.sent_to(&school.teacher.email);
    assert!(teacher.last().unwrap().text.contains("take place unless we cancel them"));
}

async fn refunded_students_get_no_mail_about_kept_credits(app: PaymentsApp) {
    let (support, finance) = (app.new_admin("support").await, app.new_admin("finance").await);
    let (school, arjun, _) = partly_spent(&app).await;
    suspend(&app, &support, &school, true).await;
    refund(&app, &finance, &school).await;
    app.advance(minutes(6));
    let mails = mails_to(&app, &arjun).await;
    assert!(
        mails
            .iter()
            .all(|mail| !mail.subject.contains("class credits with Padma") || mail.subject.ends_with("are ready"))
    );
    assert!(mails.iter().any(|mail| mail.subject.contains("refunding")));
    let teacher = app.mailer.sent_to(&school.teacher.email);
    assert!(teacher.iter().any(|mail| mail.text.contains("We're cancelling your upcoming classes and emailing")));
}

async fn cancellation_mail_does_not_offer_a_suspended_teacher(app: PaymentsApp) {
    let support = app.new_admin("support").await;
    let (school, arjun, _) = partly_spent(&app).await;
    suspend(&app, &support, &school, true).await;
    let mails = mails_to(&app, &arjun).await;
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Cancelled")).unwrap();
    assert!(!mail.text.contains("Book with it by"), "{}", mail.text);
    assert!(mail.text.contains("Padma isn't teaching at the moment") && mail.text.contains("refund what you paid"));
}
