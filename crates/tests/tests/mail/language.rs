//! Each person of a class gets mails in the language and clock that this person chose.

use serde_json::{Value, json};
use tala_gateways::mail::OutgoingMail;
use tala_tests::fixtures::School;
use tala_tests::{Person, TestApp, at, both_dbs};

both_dbs!(
    each_person_of_a_class_reads_mails_in_their_own_language_and_clock,
    language_is_read_when_a_waiting_mail_is_sent,
);

async fn choose(app: &TestApp, person: &Person, display: Value) {
    app.post("/api/account", &display).by(person).ok().await;
}

/// Runs the worker and returns the mail that each person got.
async fn mails_to<const N: usize>(app: &TestApp, people: [&Person; N]) -> [OutgoingMail; N] {
    let before = app.mailer.sent().len();
    app.work().await;
    let mails = app.mailer.sent().split_off(before);
    people.map(|person| mails.iter().find(|mail| mail.to.address == person.email).expect("a mail").clone())
}

/// The class starts at 18:30 in India.
async fn book_evening_class(app: &TestApp, School { student, teacher }: &School) -> String {
    app.open_hours(teacher, "Asia/Kolkata", 60, &[(0..=6, "18:30", "19:30")]).await;
    let slot = app.slot_at(student, at("2026-03-05T13:00:00Z")).await;
    app.book(student, &slot).await["_id"].as_str().unwrap().to_owned()
}

async fn each_person_of_a_class_reads_mails_in_their_own_language_and_clock(app: TestApp) {
    let school = app.school().await;
    let School { student, teacher } = &school;
    app.work().await;
    choose(&app, student, json!({ "language": "hi", "clock": "24h" })).await;
    let booking = book_evening_class(&app, &school).await;
    let [to_student, to_teacher] = mails_to(&app, [student, teacher]).await;
    assert!(to_student.subject.starts_with("बुक हो गई:"), "{}", to_student.subject);
    assert!(to_student.html.contains("<html lang=\"hi\">"), "{}", to_student.html);
    assert!(to_student.text.contains("18:30 ("), "{}", to_student.text);
    assert!(to_teacher.subject.starts_with("Booked:"), "{}", to_teacher.subject);
    assert!(to_teacher.text.contains("6:30 pm ("), "{}", to_teacher.text);
    // Both read the same calendar entry.
    for mail in [&to_student, &to_teacher] {
        let invitation = &mail.invitation.as_ref().unwrap().text;
        let is_devanagari = |c: char| ('\u{900}'..='\u{97f}').contains(&c);
        assert!(invitation.contains("SUMMARY:") && !invitation.contains(is_devanagari), "{invitation}");
    }
    choose(&app, student, json!({ "language": "en" })).await;
    choose(&app, teacher, json!({ "language": "hi", "clock": "12h" })).await;
    app.post(&format!("/api/bookings/{booking}/cancel"), &json!({})).by(student).ok().await;
    let [to_student, to_teacher] = mails_to(&app, [student, teacher]).await;
    assert!(to_student.subject.starts_with("Cancelled:"), "{}", to_student.subject);
    assert!(to_student.text.contains("18:30 ("), "{}", to_student.text);
    assert!(to_teacher.subject.starts_with("रद्द हुई:"), "{}", to_teacher.subject);
    assert!(to_teacher.text.contains("शाम 6:30 ("), "{}", to_teacher.text);
}

async fn language_is_read_when_a_waiting_mail_is_sent(app: TestApp) {
    let school = app.school().await;
    let School { student, .. } = &school;
    app.work().await;
    book_evening_class(&app, &school).await;
    choose(&app, student, json!({ "language": "hi" })).await;
    let [mail] = mails_to(&app, [student]).await;
    assert!(mail.subject.starts_with("बुक हो गई:"), "{}", mail.subject);
}
