//! Approval of a teacher at the command line (D9).

use serde_json::json;
use tala_app::services::teacher_approval::{TeacherApproval, approve_teacher};
use tala_domain::error::ErrorCode;
use tala_tests::{TestApp, both_dbs};

use super::invite_codes::join;

both_dbs!(
    student_can_join_with_code_of_approved_teacher,
    approving_again_keeps_the_code,
    strangers_and_students_cannot_be_approved,
);

fn approval(email: &str) -> TeacherApproval {
    let meeting_link = Some("https://meet.google.com/abc-defg-hij".to_owned());
    TeacherApproval { email: email.to_owned(), meeting_link, dance_styles: vec!["Kathak".to_owned()] }
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
