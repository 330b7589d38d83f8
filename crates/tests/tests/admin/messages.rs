//! Support messages and replies in the admin API (D33).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields};
use tala_tests::{Student, TestApp, both_dbs, minutes, only_audit_event};

both_dbs!(a_message_is_answered_by_mail, repeated_reply_needs_confirmation, messages_are_searched_and_paged,);

const LIST: &str = "/api/admin/messages";

async fn write(app: &TestApp, student: &Student, subject: &str) -> String {
    let form = json!({
        "studentEmail": student.email, "messageType": "general", "subject": subject, "message": "When is <my> class?\nThanks",
    });
    app.post("/api/email/student-contact", &form).by(student).ok().await;
    let support = app.admin_login("owner").await;
    app.admin_get(&support, LIST).await["items"][0]["_id"].as_str().unwrap().to_owned()
}

async fn a_message_is_answered_by_mail(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let meera = app.school().await.student;
    let id = write(&app, &meera, "A question").await;
    assert_eq!(app.admin_get(&owner, "/api/admin/overview").await["unansweredMessages"], 1);
    app.work().await;
    let before = app.mailer.sent().len();
    for text in ["", "  ", &"x".repeat(5_001)] {
        let body = json!({ "text": text });
        app.post(&format!("{LIST}/{id}/reply"), &body).as_admin(&owner).refused(InvalidFields).await;
    }
    let details =
        app.admin_post(&owner, &format!("{LIST}/{id}/reply"), &json!({ "text": "Tomorrow & on time." })).await;
    assert_eq!(details["replies"][0]["text"], "Tomorrow & on time.");
    assert_eq!(
        (&details["replies"][0]["admin"], &details["message"]["repliedAt"]),
        (&json!("owner"), &json!(app.now().to_string()))
    );
    app.work().await;
    let sent = app.mailer.sent();
    assert_eq!(sent.len(), before + 1);
    let mail = sent.last().unwrap();
    assert_eq!((mail.to.address.as_str(), mail.subject.as_str()), (meera.email.as_str(), "Re: A question"));
    assert_eq!(mail.reply_to.as_ref().unwrap().address, "help@tala.test");
    assert!(mail.text.contains("Tomorrow & on time.") && mail.text.contains("> When is <my> class?"), "{}", mail.text);
    assert!(mail.html.contains("&lt;my&gt;") && !mail.html.contains("<my>"));
    assert_eq!(app.admin_get(&owner, "/api/admin/overview").await["unansweredMessages"], 0);
    assert_eq!(only_audit_event(&app, &owner, "message_replied").await["actor"], "admin:owner");
}

async fn repeated_reply_needs_confirmation(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let meera = app.school().await.student;
    let id = write(&app, &meera, "A question").await;
    let path = format!("{LIST}/{id}/reply");
    let body = json!({ "text": "Yes." });
    let (one, other) = futures_util::future::join(
        app.post(&path, &body).as_admin(&owner).send(),
        app.post(&path, &body).as_admin(&support).send(),
    )
    .await;
    let lost = if one.status.is_success() { &other } else { &one };
    lost.refused(AlreadyProcessed);
    let details = app.admin_post(&owner, &path, &json!({ "text": "And no.", "again": true })).await;
    let texts: Vec<&Value> = details["replies"].as_array().unwrap().iter().map(|answer| &answer["text"]).collect();
    assert_eq!(texts, ["Yes.", "And no."]);
    // A second reply within two minutes is refused, even with another text.
    let no = json!({ "text": "And no.", "again": true });
    app.post(&path, &no).as_admin(&support).refused(AlreadyProcessed).await;
    app.advance(minutes(2));
    app.admin_post(&support, &path, &no).await;
    let (one, other) = futures_util::future::join(
        app.post(&path, &json!({ "text": "Perhaps.", "again": true })).as_admin(&owner).send(),
        app.post(&path, &json!({ "text": "Perhaps.", "again": true })).as_admin(&support).send(),
    )
    .await;
    let lost = if one.status.is_success() { &other } else { &one };
    lost.refused(AlreadyProcessed);
    assert_eq!(app.count("support_replies").await, 4);
}

async fn messages_are_searched_and_paged(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let meera = app.school().await.student;
    let first = write(&app, &meera, "100% of it").await;
    for subject in ["Zwei", "Drei_x"] {
        app.advance(minutes(1));
        write(&app, &meera, subject).await;
    }
    app.admin_post(&owner, &format!("{LIST}/{first}/reply"), &json!({ "text": "Yes." })).await;
    let subjects = async |query: &str| {
        let page = app.admin_get(&owner, &format!("{LIST}?{query}")).await;
        let items = page["items"].as_array().unwrap();
        let subjects: Vec<String> = items.iter().map(|item| item["subject"].as_str().unwrap().to_owned()).collect();
        (subjects, page["next"].as_str().map(str::to_owned))
    };
    assert_eq!(subjects("open=true").await.0, ["Drei_x", "Zwei"]);
    assert_eq!(subjects("open=false").await.0, ["100% of it"]);
    assert_eq!(subjects("q=0%25").await.0, ["100% of it"]);
    assert_eq!(subjects("q=_X").await.0, ["Drei_x"]);
    assert_eq!(subjects("q=meera").await.0.len(), 3);
    assert_eq!(subjects("q=nothing").await.0.len(), 0);
    let (page, next) = subjects("limit=2").await;
    assert_eq!(page, ["Drei_x", "Zwei"]);
    assert_eq!(subjects(&format!("limit=2&after={}", next.unwrap())).await, (vec!["100% of it".to_owned()], None));
    app.get(&format!("{LIST}?after=x")).as_admin(&owner).refused(InvalidFields).await;
}
