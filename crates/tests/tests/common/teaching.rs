//! Shared by the tests of the teacher's side.

use jiff::Timestamp;
use serde_json::{Value, json};
use tala_tests::fixtures::instant;
use tala_tests::{PaymentsApp, Person, Student, Teacher, TestApp, at, hours, later, raw};

/// A bio of the minimum length.
pub(crate) const BIO: &str = "I have danced since I was five, and taught for ten.";

/// A valid application.
pub(crate) fn application(person: &Person) -> Value {
    json!({
        "email": person.email, "name": "Devika Rao", "bio": BIO, "phone": "+91 98765 43210",
        "teacherProfile": {
            "firstName": "Devika", "lastName": "Rao", "country": "India", "experience": "Ten years.",
            "danceEducation": "Kalakshetra", "guru": "Smt. Leela", "googleMeetLink": "https://meet.google.com/abc-defg-hij",
            "yearsTeaching": "10+", "studentAges": ["children", "adults"], "ageConfirmed": true,
            "danceStylesWithLevel": [{ "style": "Kathak", "level": "advanced" }, { "style": "Odissi", "level": "beginner" }],
            "keyHighlights": ["Khajuraho 2019"], "performanceVideoLink": "https://youtu.be/abc", "helpVideoLink": "",
            "notes": "Evenings only.", "socialMedia": { "instagram": "@devika.dances" },
        },
        "paymentSettings": { "inrRate": 999, "usdRate": 24.99 },
    })
}

/// Sets the value at a path such as `teacherProfile.firstName`.
pub(crate) fn set(body: &mut Value, path: &str, value: Value) {
    let pointer = format!("/{}", path.replace('.', "/"));
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    body.pointer_mut(parent).unwrap()[name] = value;
}

/// Field and message of each error in a problem.
pub(crate) fn errors(problem: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = problem["errors"].as_array().unwrap_or_else(|| panic!("no errors: {problem}"));
    all.iter().map(|error| (text(&error["field"]), text(&error["message"]))).collect()
}

/// The only error in a problem.
pub(crate) fn only_error(problem: &Value) -> (String, String) {
    let all = errors(problem);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0].clone()
}

/// The values of one field in a JSON list.
pub(crate) fn column(list: &Value, name: &str) -> Vec<String> {
    let rows = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    rows.iter().map(|row| row[name].as_str().unwrap_or_else(|| panic!("{name}: {row}")).to_owned()).collect()
}

/// Reads an id from a response.
pub(crate) fn id(value: &Value) -> &str {
    value["_id"].as_str().unwrap_or_else(|| panic!("no id: {value}"))
}

/// An account in India with this payout cycle.
pub(crate) fn account(teacher: &Teacher, cycle: &str) -> Value {
    json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma Rao", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": "00012345678901", "paymentCycle": cycle, "inrRate": 999, "usdRate": 24.99,
        },
    })
}

/// Saves such an account.
pub(crate) async fn save_account(app: &TestApp, teacher: &Teacher, cycle: &str) -> Value {
    app.post("/api/teacher/update-payment-settings", &account(teacher, cycle)).by(teacher).ok().await
}

pub(crate) fn classes_path(teacher: &Teacher) -> String {
    format!("/api/teacher/{}/classes", teacher.id)
}

pub(crate) async fn publish(app: &TestApp, teacher: &Teacher, start: &str, kind: &str, capacity: u32) -> Value {
    let body = json!({ "dateTime": start, "classTypeKey": kind, "capacity": capacity });
    app.post(&classes_path(teacher), &body).by(teacher).ok().await["class"].clone()
}

/// Books the available slot at this instant with credits.
pub(crate) async fn book_at(app: &TestApp, student: &Student, start: &str) -> Value {
    let slot = app.slot_at(student, at(start)).await;
    app.book(student, &slot).await
}

/// Buys the available slot at this instant.
pub(crate) async fn buy_at(app: &PaymentsApp, student: &Student, start: &str, coupon: Option<&str>) -> Value {
    let order = app.order(student, &app.slot_at(student, at(start)).await, coupon).await;
    let payment = app.pay(&order);
    app.success_request(student, &order, &payment).ok().await["booking"].clone()
}

/// Completes a class: sets the clock to its end and runs the due jobs.
pub(crate) async fn complete_class(app: &TestApp, booking: &Value) {
    app.clock.set(later(instant(&booking["dateTime"]), hours(1)));
    app.work().await;
}

/// Asserts that the ledger check has no findings.
pub(crate) async fn assert_balanced(app: &TestApp) {
    assert_eq!(app.ledger_findings().await, []);
}

/// Makes the teacher's profile older, as if time had passed without classes.
pub(crate) async fn set_profile_created_at(app: &TestApp, teacher: &Teacher, at: Timestamp) {
    let id = raw::id(&app.ctx.store, teacher.id.0);
    let sql = format!("UPDATE teachers SET created_at = {} WHERE person_id = {id}", at.as_microsecond());
    raw::execute(&app.ctx.store, &sql).await;
}
