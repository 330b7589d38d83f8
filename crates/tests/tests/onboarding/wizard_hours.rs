//! The hours that an applicant enters in the wizard (SPEC §2, step 3) are the hours after the approval.

use serde_json::{Value, json};
use tala_app::services::teacher_approval::{TeacherApproval, approve_teacher};
use tala_domain::error::ErrorCode;
use tala_tests::{TestApp, both_dbs};

use crate::common::teaching::{application, errors, set};
use crate::onboarding::teachers::{apply, set_status};

both_dbs!(wizard_hours_apply_after_approval, invalid_hours_are_reported_with_other_errors);

fn hours(range: (&str, &str)) -> Value {
    let ranges = json!([{ "start": range.0, "end": range.1 }]);
    let week: Vec<Value> = (0..7).map(|day| json!({ "dayOfWeek": day, "timeRanges": ranges })).collect();
    json!({ "timeZone": "America/New_York", "visibilityDays": 21, "weeklySchedule": week })
}

async fn wizard_hours_apply_after_approval(app: TestApp) {
    let devika = app.person("Devika").await;
    let mut body = application(&devika);
    body["availability"] = hours(("18:00", "20:00"));
    apply(&app, &devika, &body).await.ok();
    set_status(&app, &devika, "rejected", "The video does not open.").await;
    let kept = app.get("/api/onboard/teacher/draft").by(&devika).ok().await;
    assert_eq!(kept["draft"]["availability"], body["availability"], "a rejected application keeps its hours");
    apply(&app, &devika, &body).await.ok();
    let approval = TeacherApproval { email: devika.email.clone(), meeting_link: None, dance_styles: Vec::new() };
    let code = approve_teacher(&app.ctx, &approval).await.unwrap();
    let saved = app.get(&format!("/api/teacher/{}/availability", devika.id)).by(&devika).ok().await;
    assert_eq!(
        (&saved["availability"]["timeZone"], &saved["availability"]["visibilityDays"]),
        (&json!("America/New_York"), &json!(21))
    );
    let student = app.person("Meera").await;
    let join = json!({ "email": student.email, "name": "Meera", "referralCode": code, "location": "India" });
    app.post("/api/onboard-student", &join).by(&student).ok().await;
    let path = format!("/api/teacher/{}/available-slots", devika.id);
    let slots = app.get(&path).by(&student).ok().await["slots"].as_array().unwrap().clone();
    assert_eq!(slots[0]["dateTime"], "2026-03-02T23:00:00Z", "six in the evening in New York");
}

async fn invalid_hours_are_reported_with_other_errors(app: TestApp) {
    let devika = app.person("Devika").await;
    let mut body = application(&devika);
    body["availability"] = hours(("20:00", "18:00"));
    set(&mut body, "teacherProfile.guru", json!("x".repeat(2_001)));
    let refused = errors(&apply(&app, &devika, &body).await.refused(ErrorCode::InvalidFields));
    let fields: Vec<&str> = refused.iter().map(|(field, _)| field.as_str()).collect();
    assert!(fields.contains(&"teacherProfile.guru"), "{fields:?}");
    assert!(fields.iter().any(|field| field.starts_with("availability.weeklySchedule.0")), "{fields:?}");
    assert_eq!(app.count("availabilities").await, 0);
}
