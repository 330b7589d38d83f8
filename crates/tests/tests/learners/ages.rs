//! The age of students: asked when they join or later, and what someone under 18 may do without a guardian.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{GuardianRequired, InvalidFields};
use tala_tests::families::guardian_token;
use tala_tests::fixtures::{booking_body, booking_id};
use tala_tests::{PaymentsApp, Student, TestApp, at, both_dbs, days};

both_dbs!(
    adults_join_with_a_date_of_birth_or_an_age_range,
    someone_under_18_cannot_join_alone,
    each_invalid_age_is_named,
    students_who_were_not_asked_are_asked_once,
    a_minor_without_a_guardian_reads_and_cancels_only,
    a_minor_without_a_guardian_buys_nothing,
    a_minor_books_again_once_a_guardian_has_accepted,
    a_minor_becomes_an_adult_at_midnight_of_their_zone,
    support_corrects_an_age,
);

/// Tomorrow, 9:00 in India.
const NINE: &str = "2026-03-03T03:30:00Z";

async fn sign_in(app: &TestApp, person: &tala_tests::Person) -> Value {
    app.post("/api/login", &json!({})).by(person).ok().await
}

async fn adults_join_with_a_date_of_birth_or_an_age_range(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for (name, field, value) in [("Meera", "birthDate", "2008-03-02"), ("Tara", "ageBand", "60+")] {
        let person = app.person(name).await;
        let mut form = json!({
            "email": person.email, "name": name, "referralCode": teacher.code, "location": "India",
            "timeZone": "Asia/Kolkata",
        });
        form[field] = json!(value);
        app.post("/api/onboard-student", &form).by(&person).ok().await;
        assert_eq!(app.get("/api/account").by(&person).ok().await[field], value);
        let reply = sign_in(&app, &person).await;
        assert_eq!((&reply["ageQuestion"], &reply["needsGuardian"]), (&json!(false), &json!(false)));
        let exported = app.get("/api/account/export").by(&person).ok().await;
        assert_eq!(exported["person"][field], value);
    }
}

async fn someone_under_18_cannot_join_alone(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let person = app.person("Mira").await;
    // The eighteenth birthday is tomorrow.
    let form = json!({
        "email": person.email, "name": "Mira", "referralCode": teacher.code, "location": "India",
        "timeZone": "Asia/Kolkata", "birthDate": "2008-03-03",
    });
    app.post("/api/onboard-student", &form).by(&person).refused(GuardianRequired).await;
    assert_eq!(app.get("/api/account").by(&person).ok().await["birthDate"], Value::Null, "nothing is stored");
    assert_eq!(app.count("students").await, 0);
}

async fn each_invalid_age_is_named(app: TestApp) {
    let school = app.school().await;
    for (form, field) in [
        (json!({ "birthDate": "1990-02-30" }), "birthDate"),
        (json!({ "birthDate": "🩰".repeat(5_000) }), "birthDate"),
        (json!({ "ageBand": "12-17" }), "ageBand"),
        (json!({ "birthDate": "1990-02-03", "ageBand": "30-44" }), "ageBand"),
    ] {
        let problem = app.post("/api/account", &form).by(&school.student).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field, "{problem}");
    }
}

async fn students_who_were_not_asked_are_asked_once(app: TestApp) {
    let school = app.school().await;
    assert_eq!(sign_in(&app, &school.student).await["ageQuestion"], true);
    assert_eq!(sign_in(&app, &school.teacher).await["ageQuestion"], false);
    app.post("/api/account", &json!({ "ageBand": "30-44" })).by(&school.student).ok().await;
    assert_eq!(sign_in(&app, &school.student).await["ageQuestion"], false);
    let other = json!({ "birthDate": "1990-02-03" });
    let problem = app.post("/api/account", &other).by(&school.student).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "birthDate", "{problem}");
    assert_eq!(app.count("audit_log WHERE action = 'age_stated'").await, 1);
}

/// A student of 15 with a class and three credits, who was never asked for an age until now.
async fn minor(app: &TestApp) -> (Student, String) {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let mira = app.student("Mira", &teacher).await;
    app.lot(&mira, 4, days(60)).await;
    let booking = app.book(&mira, &app.slot_at(&mira, at(NINE)).await).await;
    app.post("/api/account", &json!({ "birthDate": "2010-03-03" })).by(&mira).ok().await;
    (mira, booking_id(&booking).to_string())
}

async fn a_minor_without_a_guardian_reads_and_cancels_only(app: TestApp) {
    let (mira, booking) = minor(&app).await;
    let reply = sign_in(&app, &mira).await;
    assert_eq!((&reply["role"], &reply["needsGuardian"]), (&json!("student"), &json!(true)));
    let classes = app.get("/api/active-classes").by(&mira).ok().await;
    assert_eq!(classes[0]["_id"], booking.as_str(), "nothing is lost");
    let slot = app.slot_at(&mira, at("2026-03-04T03:30:00Z")).await;
    app.post("/api/book-with-credits", &booking_body(&mira, &slot)).by(&mira).refused(GuardianRequired).await;
    let to = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "isVirtualSlot": true });
    app.post(&format!("/api/bookings/{booking}/reschedule"), &to).by(&mira).refused(GuardianRequired).await;
    app.post(&format!("/api/bookings/{booking}/cancel"), &json!({})).by(&mira).ok().await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_minor_without_a_guardian_buys_nothing(payments: PaymentsApp) {
    let app = &payments.base;
    let (mira, _) = minor(app).await;
    let slot = app.slot_at(&mira, at("2026-03-04T03:30:00Z")).await;
    let form = json!({
        "slotId": slot["_id"], "studentEmail": mira.email, "paymentAmount": 1, "currency": "INR",
        "teacherId": mira.teacher.id, "packageSize": 4,
    });
    for path in ["/create-booking", "/api/create-booking", "/api/bulk-purchase"] {
        app.post(path, &form).by(&mira).refused(GuardianRequired).await;
    }
    assert_eq!(app.count("orders").await, 0);
}

async fn a_minor_books_again_once_a_guardian_has_accepted(app: TestApp) {
    let (mira, _) = minor(&app).await;
    let anita = app.person("Anita").await;
    app.post("/api/guardian-invitations", &json!({ "email": anita.email })).by(&mira).ok().await;
    app.work().await;
    let invitation = app.mailer.sent_to(&anita.email).pop().unwrap();
    assert!(invitation.text.contains("Mira asks you to be theirs"), "{}", invitation.text);
    let accept = json!({ "token": guardian_token(&app, &anita), "isGuardian": true });
    app.post("/api/guardian-invitations/accept", &accept).by(&anita).ok().await;
    assert_eq!(sign_in(&app, &mira).await["needsGuardian"], false);
    app.work().await;
    let notice = app.mailer.sent_to(&mira.email).pop().unwrap();
    assert!(notice.text.contains("is now your guardian"), "{}", notice.text);
    app.book(&mira, &app.slot_at(&mira, at("2026-03-04T03:30:00Z")).await).await;
    app.work().await;
    let mail = app.mailer.sent_to(&anita.email).pop().unwrap();
    assert!(mail.subject.starts_with("Mira: Booked: "), "mails go to the guardian: {}", mail.subject);
}

async fn a_minor_becomes_an_adult_at_midnight_of_their_zone(app: TestApp) {
    let (mira, _) = minor(&app).await;
    // The eighteenth birthday begins at 18:30 in UTC on the day before.
    app.clock.set(at("2028-03-02T18:29:59Z"));
    assert_eq!(sign_in(&app, &mira).await["needsGuardian"], true);
    app.clock.set(at("2028-03-02T18:30:00Z"));
    assert_eq!(sign_in(&app, &mira).await["needsGuardian"], false);
}

async fn support_corrects_an_age(app: TestApp) {
    let (mira, _) = minor(&app).await;
    let support = app.new_admin("support").await;
    let path = format!("/api/admin/people/{}/age", mira.id);
    let correction = json!({ "birthDate": "1990-03-03", "reason": "Mistyped" });
    let details = app.admin_post(&support, &path, &correction).await;
    assert_eq!(details["birthDate"], "1990-03-03");
    assert_eq!(sign_in(&app, &mira).await["needsGuardian"], false);
    let event = "audit_log WHERE action = 'age_changed' AND detail NOT LIKE '%1990%'";
    assert_eq!(app.count(event).await, 1, "the log keeps the reason, not the date");
    let neither = json!({ "reason": "Nothing" });
    app.post(&path, &neither).as_admin(&support).refused(InvalidFields).await;
}
