//! Support messages of teachers and students (SPEC §3, §5, §8; D33).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Person, Reply, TestApp, both_dbs, hours, minutes, raw};

use crate::common::teaching::{book_at, id, only_error};

both_dbs!(
    a_teachers_message_reaches_support_with_everything,
    a_students_message_reaches_support_with_the_class,
    every_rule_has_its_message,
    names_and_subjects_cannot_forge_headers,
    eleventh_message_in_an_hour_is_refused,
    simultaneous_messages_are_all_counted,
    message_about_another_teachers_student_or_class_is_refused,
);

const TEACHER: &str = "/api/email/teacher-support";
const STUDENT: &str = "/api/email/student-contact";

async fn send(app: &TestApp, path: &str, who: &Person, body: &Value) -> Reply {
    app.post(path, body).by(who).send().await
}

async fn a_teachers_message_reaches_support_with_everything(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let body = json!({
        "from": teacher.email, "name": "Somebody Else", "subject": "Move Meera", "message": "Please.\n\nThanks 🙏",
        "teacherId": "x", "messageType": "reschedule", "hasAttachments": false,
        "studentInfo": { "id": student.id.to_string(), "name": "Mallory", "email": "mallory@evil.test" },
        "reschedulingInfo": { "originalDateTime": "2026-03-05T03:30:00Z", "newDateTime": "2026-03-06T03:30:00+05:30" },
    });
    let reply = send(&app, TEACHER, &teacher, &body).await.ok();
    let said = json!({ "success": true, "message": "Your message has been sent! We'll respond shortly." });
    assert_eq!(reply, said);
    app.work().await;
    let mails = app.mailer.sent_to("help@tala.test");
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!(mail.subject, "[reschedule] Move Meera");
    let reply_to = mail.reply_to.as_ref().unwrap();
    assert_eq!((reply_to.name.as_str(), reply_to.address.as_str()), ("Padma", teacher.email.as_str()));
    for fact in [
        "Please.",
        "Thanks 🙏",
        "Padma",
        "Meera",
        student.email.as_str(),
        "2026-03-05T03:30:00Z",
        "2026-03-05T22:00:00Z",
    ] {
        assert!(mail.text.contains(fact), "{fact}: {}", mail.text);
    }
    assert!(!mail.text.contains("Mallory") && !mail.text.contains("Somebody Else"), "only what we know: {}", mail.text);
    let stored =
        raw::texts(&app.ctx.store, "SELECT topic || ' ' || subject || ' ' || from_role FROM support_messages").await;
    assert_eq!(stored, ["reschedule Move Meera teacher"]);
}

async fn a_students_message_reaches_support_with_the_class(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let booking = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    app.work().await;
    let body = json!({
        "studentEmail": student.email, "studentName": "x", "message": "Help", "messageType": "booking",
        "bookingId": id(&booking), "teacherId": teacher.id.to_string(),
    });
    let said = "Your message has been sent! We will get back to you soon.";
    assert_eq!(send(&app, STUDENT, &student, &body).await.ok()["message"], said);
    app.work().await;
    let mail = app.mailer.sent_to("help@tala.test").remove(0);
    assert_eq!(mail.reply_to.unwrap().address, student.email);
    assert!(mail.subject.starts_with("[booking] ") && mail.subject.len() > "[booking] ".len(), "{}", mail.subject);
    for fact in [id(&booking), "2026-03-05T03:30:00Z", "Padma", "Meera"] {
        assert!(mail.text.contains(fact), "{fact}: {}", mail.text);
    }
}

async fn every_rule_has_its_message(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let good = json!({ "messageType": "general", "message": "Hello" });
    let moved = json!({
        "messageType": "reschedule", "message": "x", "studentInfo": { "id": student.id.to_string() },
        "reschedulingInfo": { "originalDateTime": "2026-03-05T03:30:00Z", "newDateTime": "2026-03-06T03:30:00Z" },
    });
    for (form, change, field, message) in [
        (&good, json!({ "messageType": "" }), "messageType", "Please select the type of help you need"),
        (&good, json!({ "messageType": "account" }), "messageType", "Please select the type of help you need"),
        (&good, json!({ "message": " \n " }), "message", "Please enter your message"),
        (&good, json!({ "messageType": "student_issue" }), "studentInfo", "Please select a student"),
        (&moved, json!({ "studentInfo": null }), "studentInfo", "Please select a student"),
        (
            &moved,
            json!({ "reschedulingInfo": { "newDateTime": "2026-03-06T03:30:00Z" } }),
            "reschedulingInfo.originalDateTime",
            "Please specify the original class time",
        ),
        (
            &moved,
            json!({ "reschedulingInfo": { "originalDateTime": "2026-03-06T03:30:00Z", "newDateTime": "x" } }),
            "reschedulingInfo.newDateTime",
            "Please specify the preferred new time",
        ),
        (
            &moved,
            json!({ "reschedulingInfo": { "originalDateTime": "2026-03-06T03:30:00Z", "newDateTime": "2026-03-02T04:30:00Z" } }),
            "reschedulingInfo.newDateTime",
            "Please choose a time in the future",
        ),
    ] {
        let mut body = form.clone();
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let problem = send(&app, TEACHER, &teacher, &body).await.refused(ErrorCode::InvalidFields);
        assert_eq!(only_error(&problem), (field.to_owned(), message.to_owned()), "{change}");
    }
    for (path, who) in [(TEACHER, &*teacher), (STUDENT, &*student)] {
        for change in [
            json!({ "subject": "x".repeat(201) }),
            json!({ "message": "💃".repeat(5_001) }),
            json!({ "message": "x".repeat(10_000) }),
        ] {
            let mut body = good.clone();
            let (name, value) = change.as_object().unwrap().iter().next().unwrap();
            body[name] = value.clone();
            let problem = send(&app, path, who, &body).await.refused(ErrorCode::InvalidFields);
            assert_eq!(only_error(&problem).0, *name);
        }
    }
    let booking = json!({ "messageType": "booking", "message": "x", "bookingId": "17" });
    let problem = send(&app, STUDENT, &student, &booking).await.refused(ErrorCode::InvalidFields);
    assert_eq!(only_error(&problem).0, "bookingId");
    let teachers_word = json!({ "messageType": "feature_request", "message": "x" });
    send(&app, STUDENT, &student, &teachers_word).await.refused(ErrorCode::InvalidFields);
    send(&app, TEACHER, &teacher, &teachers_word).await.ok();
    assert_eq!(app.count("support_messages").await, 1);
}

async fn names_and_subjects_cannot_forge_headers(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sql = format!(
        "UPDATE people SET name = 'Padma{}Bcc: all@evil.test' WHERE id = {}",
        match app.ctx.store.backend() {
            tala_db::Backend::Sqlite => "' || char(13) || char(10) || '",
            _ => "' || chr(13) || chr(10) || '",
        },
        raw::id(&app.ctx.store, teacher.id.0)
    );
    raw::execute(&app.ctx.store, &sql).await;
    let body = json!({ "messageType": "general", "subject": "Hi\r\nBcc: all@evil.test\u{0}", "message": "x\r\n.\r\nQUIT\r\n\u{0}" });
    send(&app, TEACHER, &teacher, &body).await.ok();
    app.work().await;
    let sent_bytes = app.mailer.sent_bytes();
    assert_eq!(sent_bytes.len(), 1, "it is sent nevertheless");
    let wire = String::from_utf8(sent_bytes[0].clone()).unwrap();
    let heads = wire.split("\r\n\r\n").next().unwrap();
    assert!(!heads.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc:")), "{heads}");
    let parsed = mail_parser::MessageParser::default().parse(&sent_bytes[0]).unwrap();
    assert!(parsed.bcc().is_none());
    assert_eq!(parsed.reply_to().unwrap().first().unwrap().address(), Some(teacher.email.as_str()));
    assert_eq!(parsed.subject().unwrap(), "[general] Hi Bcc: all@evil.test");
}

async fn eleventh_message_in_an_hour_is_refused(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let body = json!({ "messageType": "general", "message": "Hello" });
    for number in 0..10 {
        send(&app, TEACHER, &teacher, &body).await.ok();
        if number == 0 {
            app.advance(minutes(1));
        }
    }
    send(&app, TEACHER, &teacher, &body).await.refused(ErrorCode::TooManyRequests);
    send(&app, STUDENT, &student, &body).await.ok();
    app.advance(minutes(59));
    send(&app, TEACHER, &teacher, &body).await.ok();
    send(&app, TEACHER, &teacher, &body).await.refused(ErrorCode::TooManyRequests);
    app.advance(hours(1));
    send(&app, TEACHER, &teacher, &body).await.ok();
    assert_eq!(app.count("support_messages").await, 13);
}

async fn simultaneous_messages_are_all_counted(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let body = json!({ "messageType": "general", "message": "Hello" });
    let replies = join_all((0..30).map(|_| send(&app, TEACHER, &teacher, &body))).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 10);
    assert_eq!(app.count("support_messages").await, 10);
}

async fn message_about_another_teachers_student_or_class_is_refused(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let leela = app.teacher("Leela").await;
    let booking = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    let about =
        json!({ "messageType": "student_issue", "message": "x", "studentInfo": { "id": student.id.to_string() } });
    let problem = send(&app, TEACHER, &leela, &about).await.refused(ErrorCode::InvalidFields);
    assert_eq!(only_error(&problem), ("studentInfo".to_owned(), "Please select a student".to_owned()));
    let sofia = app.student("Sofia", &teacher).await;
    let about = json!({ "messageType": "booking", "message": "x", "bookingId": id(&booking) });
    send(&app, STUDENT, &sofia, &about).await.refused(ErrorCode::InvalidFields);
    let as_other = json!({ "from": leela.email, "messageType": "general", "message": "x" });
    send(&app, TEACHER, &teacher, &as_other).await.refused(ErrorCode::ForbiddenSubject);
    let as_other = json!({ "studentEmail": sofia.email, "messageType": "general", "message": "x" });
    send(&app, STUDENT, &student, &as_other).await.refused(ErrorCode::ForbiddenSubject);
    send(&app, TEACHER, &student, &json!({ "messageType": "general", "message": "x" }))
        .await
        .refused(ErrorCode::RoleNotAllowed);
    send(&app, STUDENT, &teacher, &json!({ "messageType": "general", "message": "x" }))
        .await
        .refused(ErrorCode::RoleNotAllowed);
    app.work().await;
    assert_eq!(app.count("support_messages").await, 0);
}
