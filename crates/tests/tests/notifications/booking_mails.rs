//! Mails and calendar invitations, and the calls that report on them (D30, D32).

use mail_parser::MessageParser;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{MailMode, Person, Student, TestApp, Token, at, both_dbs, days, hours, minutes};

both_dbs!(
    mail_calls_send_pending_mails,
    mail_calls_never_send_twice,
    mail_call_waits_for_the_worker,
    concurrent_calls_and_worker_send_each_mail_once,
    unreachable_mail_server_keeps_the_booking_and_is_reported,
    failed_mail_is_retried,
    repeated_calls_do_not_make_a_mail_a_dead_letter,
    permanently_rejected_mail_is_a_dead_letter,
    mail_of_a_stopped_worker_is_sent_by_another,
    only_student_and_teacher_may_request_mails,
    names_with_line_breaks_do_not_break_mails,
    second_zone_is_shown_if_it_differs,
    mail_uses_the_utc_offset_of_the_class_day,
    missing_address_does_not_prevent_other_mails,
    unreadable_job_does_not_delay_others,
);

const NINE: &str = "2026-03-03T03:30:00Z";

async fn booked(app: &TestApp, student: &Student) -> BookingId {
    booking_id(&app.book(student, &app.slot_at(student, at(NINE)).await).await)
}

fn calls(person: &Person, booking: BookingId) -> [(&'static str, Value); 3] {
    let details = json!({ "bookingId": booking.to_string(), "dateTime": NINE, "amount": 999, "currency": "INR", "googleMeetLink": "" });
    let mail = json!({ "email": person.email, "name": person.name, "teachersEmail": "padma@people.test", "bookingDetails": details });
    let event = json!({ "studentName": person.name, "studentEmail": person.email, "dateTime": NINE, "bookingId": booking.to_string(),
                        "googleMeetLink": "", "teacherEmail": "padma@people.test" });
    [
        ("/api/send-booking-email", mail.clone()),
        ("/api/email/send-booking-email", mail),
        ("/api/calendar-events", event),
    ]
}

async fn mail_calls_send_pending_mails(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let booking = booked(&app, &student).await;
    let [mail, alias, event] = calls(&student, booking);
    app.advance(minutes(1));
    let reply = app.post(mail.0, &mail.1).by(&student).ok().await;
    assert_eq!(reply, json!({ "success": true, "status": "sent", "sentAt": "2026-03-02T04:31:00Z" }));
    assert_eq!(app.mailer.sent_to(&student.email).len(), 1);
    assert_eq!(app.mailer.sent().len(), 1, "the student's call sends the student's mail");
    assert_eq!(app.post(alias.0, &alias.1).by(&student).ok().await, reply, "the other path is the same (D2)");
    app.advance(minutes(1));
    let reply = app.post(event.0, &event.1).by(&student).ok().await;
    assert_eq!(reply, json!({ "success": true, "status": "sent", "sentAt": "2026-03-02T04:32:00Z" }));
    assert_eq!(app.mailer.sent_to(&teacher.email).len(), 1);
    assert_eq!(app.work().await, 0, "nothing is left for the worker");
}

async fn mail_calls_never_send_twice(app: TestApp) {
    let School { student, .. } = app.school().await;
    let booking = booked(&app, &student).await;
    app.work().await;
    for _ in 0..3 {
        for (path, body) in calls(&student, booking) {
            assert_eq!(app.post(path, &body).by(&student).ok().await["sentAt"], "2026-03-02T04:30:00Z");
        }
    }
    assert_eq!(app.mailer.sent().len(), 2);
}

async fn mail_call_waits_for_the_worker(app: TestApp) {
    let School { student, .. } = app.school().await;
    let booking = booked(&app, &student).await;
    app.mailer.set(MailMode::Blocking);
    let working = tokio::spawn({
        let app = app.clone();
        async move { app.work().await }
    });
    app.mailer.wait_for_blocked(2).await;
    let calling = tokio::spawn({
        let (app, student) = (app.clone(), student.clone());
        async move {
            let [_, _, (path, body)] = calls(&student, booking);
            app.post(path, &body).by(&student).send().await
        }
    });
    app.mailer.set(MailMode::Delivering);
    calling.await.unwrap().ok();
    assert_eq!(working.await.unwrap(), 2);
    assert_eq!(app.mailer.attempts(), 2, "each was handed over once");
}

async fn concurrent_calls_and_worker_send_each_mail_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    let booking = booked(&app, &student).await;
    let mut tasks = Vec::new();
    for number in 0..12 {
        let (app, student) = (app.clone(), student.clone());
        tasks.push(tokio::spawn(async move {
            if number % 4 == 3 {
                app.work().await;
            } else {
                let (path, body) = calls(&student, booking)[number % 3].clone();
                app.post(path, &body).by(&student).ok().await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(app.mailer.attempts(), 2);
    assert_eq!(app.mailer.sent().len(), 2);
}

async fn unreachable_mail_server_keeps_the_booking_and_is_reported(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(MailMode::Unreachable);
    let booking = booked(&app, &student).await;
    for (path, body) in calls(&student, booking) {
        let reply = app.post(path, &body).by(&student).send().await;
        let problem = reply.refused(ErrorCode::MailNotSent);
        assert_eq!(problem["message"], "The message could not be sent yet. We keep trying.");
        assert_eq!(reply.header("retry-after"), "2");
    }
    let active = app.get("/api/active-classes").by(&student).ok().await;
    assert_eq!(active[0]["_id"], booking.to_string());
    assert_eq!(app.mailer.sent(), []);
}

async fn failed_mail_is_retried(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(MailMode::Unreachable);
    booked(&app, &student).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(app.work().await, 0, "not before its time");
    app.mailer.set(MailMode::Delivering);
    app.advance(jiff::SignedDuration::from_secs(14));
    assert_eq!(app.work().await, 0);
    app.advance(jiff::SignedDuration::from_secs(1));
    assert_eq!(app.work().await, 2);
    let mails = app.mailer.sent();
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| mail.date == at(tala_tests::START)), "the mail of the first attempt");
}

async fn repeated_calls_do_not_make_a_mail_a_dead_letter(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(MailMode::Unreachable);
    let booking = booked(&app, &student).await;
    let [mail, ..] = calls(&student, booking);
    for _ in 0..30 {
        app.post(mail.0, &mail.1).by(&student).refused(ErrorCode::MailNotSent).await;
    }
    assert_eq!(app.count("outbox WHERE state = 'dead'").await, 0, "repeated requests create no dead letter");
    app.mailer.set(MailMode::Delivering);
    app.advance(hours(6));
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 2);
}

async fn permanently_rejected_mail_is_a_dead_letter(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(MailMode::Rejecting);
    let booking = booked(&app, &student).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(app.count("outbox WHERE state = 'dead' AND attempts = 1").await, 2);
    app.mailer.set(MailMode::Delivering);
    app.advance(days(1));
    assert_eq!(app.work().await, 0);
    let [mail, ..] = calls(&student, booking);
    app.post(mail.0, &mail.1).by(&student).refused(ErrorCode::MailNotSent).await;
}

async fn mail_of_a_stopped_worker_is_sent_by_another(app: TestApp) {
    let School { student, .. } = app.school().await;
    booked(&app, &student).await;
    app.mailer.set(MailMode::Blocking);
    let dying = tokio::spawn({
        let app = app.clone();
        async move { app.work().await }
    });
    app.mailer.wait_for_blocked(2).await;
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    app.mailer.set(MailMode::Delivering);
    app.advance(minutes(1));
    assert_eq!(app.work().await, 0, "the lease still runs");
    app.advance(minutes(1));
    // The database releases the stopped worker's locks with a short delay.
    for _ in 0..1_000 {
        app.work().await;
        if app.count("outbox WHERE state = 'done'").await == 2 {
            break;
        }
    }
    assert!(!app.mailer.sent_to(&student.email).is_empty());
    assert_eq!(app.count("outbox WHERE state = 'done'").await, 2);
}

async fn only_student_and_teacher_may_request_mails(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let booking = booked(&app, &student).await;
    let [_, _, (path, body)] = calls(&student, booking);
    app.post(path, &body).by(&teacher).ok().await;
    let classmate = app.student("Arjun", &teacher).await;
    let leela = app.teacher("Leela").await;
    for stranger in [&*classmate, &*leela, &app.person("Kavya").await] {
        for (path, body) in calls(stranger, booking) {
            app.post(path, &body).by(stranger).refused(ErrorCode::NotFound).await;
        }
        for id in [BookingId(app.ctx.new_id()).to_string(), "x".to_owned(), String::new()] {
            let body = json!({ "bookingId": id, "bookingDetails": { "bookingId": id } });
            for (path, _) in calls(stranger, booking) {
                app.post(path, &body).by(stranger).refused(ErrorCode::NotFound).await;
            }
        }
    }
    let [(path, mut body), ..] = calls(&student, booking);
    body["email"] = json!(classmate.email);
    app.post(path, &body).by(&student).refused(ErrorCode::ForbiddenSubject).await;
}

async fn names_with_line_breaks_do_not_break_mails(app: TestApp) {
    let teacher = app.teacher("Padma\r\nBcc: victim1@people.test\r\n\r\nInjected").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = app.student("<b>Meera</b>\nEND:VCALENDAR\r\nX: \u{1F483}\u{202e}\"; attack=\"1", &teacher).await;
    app.lot(&student, 1, days(30)).await;
    booked(&app, &student).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(app.mailer.sent().len(), 2, "both mails survive");
    for wire in app.mailer.sent_bytes() {
        let message = MessageParser::default().parse(&wire).unwrap();
        assert!(message.bcc().is_none());
        assert_eq!(message.to().unwrap().iter().count(), 1);
        let subject = message.subject().unwrap();
        assert!(!subject.contains(['\r', '\n']), "{subject:?}");
        let html = message.body_html(0).unwrap();
        assert!(!html.contains("<b>Meera"), "{html}");
        let ics = message.parts.iter().find(|part| {
            use mail_parser::MimeHeaders;
            part.content_type().is_some_and(|kind| kind.subtype() == Some("calendar"))
        });
        let ics = String::from_utf8(ics.unwrap().contents().to_vec()).unwrap();
        assert_eq!(ics.matches("END:VCALENDAR\r\n").count(), 1, "{ics}");
        assert!(ics.ends_with("END:VCALENDAR\r\n"), "{ics}");
        assert!(ics.split("\r\n").all(|line| line.len() <= 75 && !line.contains(['\r', '\n'])), "{ics}");
        let unfolded = ics.replace("\r\n ", "");
        // `fuzz/` tests arbitrary text in calendars; this checks that no part of a name starts a line of the mail.
        for begun in ["Bcc:", "Injected", "X:"] {
            assert!(!unfolded.lines().any(|line| line.starts_with(begun)), "{ics}");
        }
    }
}

async fn second_zone_is_shown_if_it_differs(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sofia = app.student_from("Sofia", &teacher, Some("America/Los_Angeles")).await;
    app.lot(&sofia, 1, days(30)).await;
    booked(&app, &sofia).await;
    app.work().await;
    let to_student = app.mailer.sent_to(&sofia.email)[0].text.clone();
    assert!(to_student.contains("When: Mon, 2 Mar 2026, 7:30 pm (Los Angeles, GMT\u{2212}8)"), "{to_student}");
    assert!(to_student.contains("Teacher's time: Tue, 3 Mar 2026, 9:00 am (Kolkata, GMT+5:30)"), "{to_student}");
    let to_teacher = app.mailer.sent_to(&teacher.email)[0].text.clone();
    assert!(to_teacher.contains("When: Tue, 3 Mar 2026, 9:00 am (Kolkata, GMT+5:30)"), "{to_teacher}");
    assert!(
        to_teacher.contains("Student's time: Mon, 2 Mar 2026, 7:30 pm (Los Angeles, GMT\u{2212}8)"),
        "{to_teacher}"
    );
}

async fn mail_uses_the_utc_offset_of_the_class_day(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sofia = app.student_from("Sofia", &teacher, Some("America/Los_Angeles")).await;
    app.lot(&sofia, 1, days(30)).await;
    // The student books in winter time, and the class takes place in summer time.
    app.book(&sofia, &app.slot_at(&sofia, at("2026-03-12T03:30:00Z")).await).await;
    app.work().await;
    let to_student = app.mailer.sent_to(&sofia.email).remove(0);
    let to_teacher = app.mailer.sent_to(&teacher.email).remove(0);
    assert_eq!(to_student.subject, "Booked: private class with Padma, Wed, 11 Mar, 8:30 pm");
    let (here, there) = ("Wed, 11 Mar 2026, 8:30 pm", "Thu, 12 Mar 2026, 9:00 am");
    for (mail, said) in [
        (&to_student, format!("When: {here} (Los Angeles, GMT\u{2212}7)")),
        (&to_student, format!("Teacher's time: {there} (Kolkata, GMT+5:30)")),
        (&to_student, "Free cancellation until Wed, 11 Mar, 8:30 am. Your credit comes back.".to_owned()),
        (&to_teacher, format!("When: {there} (Kolkata, GMT+5:30)")),
        (&to_teacher, format!("Student's time: {here} (Los Angeles, GMT\u{2212}7)")),
    ] {
        assert!(mail.text.contains(&said), "{said}: {}", mail.text);
    }
    for mail in [&to_student, &to_teacher] {
        let ics = &mail.invitation.as_ref().unwrap().text;
        assert!(ics.contains("\r\nDTSTART:20260312T033000Z\r\n"), "{ics}");
    }
}

async fn missing_address_does_not_prevent_other_mails(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let id = tala_tests::raw::id(&app.ctx.store, teacher.id.0);
    let forget = format!("UPDATE people SET email = NULL, email_key = NULL WHERE id = {id}");
    tala_tests::raw::execute(&app.ctx.store, &forget).await;
    let booking = booked(&app, &student).await;
    app.work().await;
    assert_eq!(app.mailer.sent_to(&student.email).len(), 1);
    let [mail, _, event] = calls(&student, booking);
    app.post(mail.0, &mail.1).by(&student).ok().await;
    app.post(event.0, &event.1).by(&student).refused(ErrorCode::MailNotSent).await;
    let known = app.get("/api/active-classes").with_token(&Token::of(&teacher.subject)).ok().await;
    assert_eq!(known[0]["_id"], booking.to_string());
}

async fn unreadable_job_does_not_delay_others(app: TestApp) {
    let School { student, teacher } = app.school().await;
    booked(&app, &student).await;
    let unreadable =
        "UPDATE outbox SET payload = '{\"kind\":\"of_tomorrow\"}' WHERE topic = 'booking_confirmed_student'";
    tala_tests::raw::execute(&app.ctx.store, unreadable).await;
    app.work().await;
    assert_eq!(app.mailer.sent_to(&teacher.email).len(), 1);
    assert_eq!(app.count("outbox WHERE state = 'dead' AND topic = 'booking_confirmed_student'").await, 1);
    assert_eq!(app.count("outbox WHERE state = 'ready'").await, 0);
}
