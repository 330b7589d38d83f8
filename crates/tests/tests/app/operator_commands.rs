//! Operator commands, and the rate limit on invite codes (D9).

use serde_json::json;
use tala_app::services::credit_grants::{CreditGrantRequest, grant_credits};
use tala_app::services::teacher_approval::{TeacherApproval, approve_teacher};
use tala_domain::error::ErrorCode;
use tala_tests::{Person, TestApp, both_dbs, hours};

both_dbs!(
    student_can_join_with_code_of_approved_teacher,
    approving_again_keeps_the_code,
    strangers_and_students_cannot_be_approved,
    granted_credits_can_be_spent_and_the_ledger_balances,
    a_grant_out_of_bounds_changes_nothing,
    failed_code_attempts_are_limited_across_servers,
);

fn approval(email: &str) -> TeacherApproval {
    let meeting_link = Some("https://meet.google.com/abc-defg-hij".to_owned());
    TeacherApproval { email: email.to_owned(), meeting_link, dance_styles: vec!["Kathak".to_owned()] }
}

fn grant(email: &str, classes: u32, days: i64) -> CreditGrantRequest {
    CreditGrantRequest { email: email.to_owned(), classes, days, reason: "a test".to_owned() }
}

async fn join(app: &TestApp, person: &Person, code: &str) -> tala_tests::Reply {
    let form = json!({ "email": person.email, "name": person.name, "referralCode": code, "location": "India" });
    app.post("/api/onboard-student", &form).by(person).send().await
}

async fn student_can_join_with_code_of_approved_teacher(app: TestApp) {
    let (ravi, kavya) = (app.person("Ravi").await, app.person("Kavya").await);
    let code = approve_teacher(&app.ctx, &approval(&ravi.email.to_uppercase())).await.unwrap();
    let login = app.post("/api/login", &json!({})).by(&ravi).ok().await;
    assert_eq!(login["role"], "teacher");
    let joined = join(&app, &kavya, &code).await.ok();
    assert_eq!(joined["teacherName"], "Ravi");
    assert_eq!(app.count("audit_log WHERE action = 'teacher_approved'").await, 1);
}

async fn approving_again_keeps_the_code(app: TestApp) {
    let ravi = app.person("Ravi").await;
    let first = approve_teacher(&app.ctx, &approval(&ravi.email)).await.unwrap();
    assert_eq!(approve_teacher(&app.ctx, &approval(&ravi.email)).await.unwrap(), first);
    assert_eq!(app.count("audit_log WHERE action = 'teacher_approved'").await, 1);
}

async fn strangers_and_students_cannot_be_approved(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera = app.student("Meera", &padma).await;
    let stranger = approve_teacher(&app.ctx, &approval("nobody@example.test")).await.unwrap_err();
    assert_eq!(stranger.code(), ErrorCode::NotFound);
    let student = approve_teacher(&app.ctx, &approval(&meera.email)).await.unwrap_err();
    assert_eq!(student.code(), ErrorCode::InvalidFields);
    assert_eq!(app.count("teachers").await, 1);
}

async fn granted_credits_can_be_spent_and_the_ledger_balances(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera = app.student("Meera", &padma).await;
    grant_credits(&app.ctx, &grant(&meera.email, 2, 30)).await.unwrap();
    let profile = app.get(&format!("/api/student-profile?email={}", meera.email)).by(&meera).ok().await;
    assert_eq!(profile["classCredits"], 2);
    assert_eq!(profile["classCreditsExpiry"], tala_tests::later(app.now(), hours(24 * 30)).to_string());
    let history = app.get("/api/credit-history").by(&meera).ok().await;
    assert_eq!(history["entries"][0]["kind"], "granted");
    assert_eq!(history["entries"][0]["credits"], 2);
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_grant_out_of_bounds_changes_nothing(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera = app.student("Meera", &padma).await;
    for (classes, days) in [(0, 30), (101, 30), (1, 0), (1, 367)] {
        let error = grant_credits(&app.ctx, &grant(&meera.email, classes, days)).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidFields);
    }
    let teacher = grant_credits(&app.ctx, &grant(&padma.email, 1, 30)).await.unwrap_err();
    assert_eq!(teacher.code(), ErrorCode::NotFound);
    assert_eq!(app.count("credit_lots").await, 0);
}

async fn failed_code_attempts_are_limited_across_servers(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let (guesser, kavya) = (app.person("Guesser").await, app.person("Kavya").await);
    let second = app.another_server(2).await;
    for number in 0..20 {
        let server = if number % 2 == 0 { &app } else { &second };
        join(server, &guesser, &format!("TCH-ZZZ-{number:04}")).await.refused(ErrorCode::InvalidInviteCode);
    }
    join(&app, &guesser, &padma.code).await.refused(ErrorCode::TooManyRequests);
    join(&second, &guesser, &padma.code).await.refused(ErrorCode::TooManyRequests);
    join(&second, &kavya, &padma.code).await.ok();
    app.advance(hours(1));
    join(&app, &guesser, &padma.code).await.ok();
}
