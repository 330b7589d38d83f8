//! What the tests of the back office share.

use serde_json::{Value, json};
use tala_tests::{Person, TestApp};

/// An application without fault.
pub(crate) fn application(person: &Person) -> Value {
    json!({
        "email": person.email, "name": "Devika Rao", "bio": "I have danced since I was five, and taught for ten.",
        "phone": "+91 98765 43210",
        "teacherProfile": {
            "firstName": "Devika", "lastName": "Rao", "country": "India", "experience": "Ten years.",
            "danceEducation": "Kalakshetra", "guru": "Smt. Leela", "googleMeetLink": "https://meet.google.com/abc-defg-hij",
            "yearsTeaching": "10+", "studentAges": ["children", "adults"], "ageConfirmed": true,
            "danceStylesWithLevel": [{ "style": "Kathak", "level": "advanced" }],
            "notes": "Evenings only.", "socialMedia": { "instagram": "@devika.dances" },
        },
        "paymentSettings": { "inrRate": 999, "usdRate": 24.99 },
    })
}

/// Somebody who has just applied.
pub(crate) async fn applicant(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    app.post("/api/onboard/teacher", &application(&person)).by(&person).ok().await;
    person
}

/// The only line of the audit log about this act.
pub(crate) async fn only_line(app: &TestApp, officer: &tala_tests::Officer, action: &str) -> Value {
    let page = app.reads(officer, &format!("/api/admin/audit?q={action}")).await;
    let items = page["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{action}: {page}");
    items[0].clone()
}
