//! Mails and invitations, and the calls that report on them (D30, D32).

use mail_parser::MessageParser;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_tests::school::{School, booking_id};
use tala_tests::{Person, Student, TestApp, Token, Weather, at, both_dbs, days, hours, minutes};

both_dbs!(
    the_calls_send_what_has_not_gone_out,
    the_calls_never_send_twice,
    a_call_made_while_the_worker_sends_waits_for_it,
    calls_and_worker_at_once_send_each_mail_once,
    while_the_mail_server_is_away_the_booking_stands_and_the_truth_is_told,
    a_mail_that_failed_goes_out_later,
    asking_again_and_again_does_not_bury_a_mail,
    a_mail_that_is_refused_for_good_is_given_up,
    a_worker_that_dies_gives_its_mail_back,
    both_people_may_ask_and_nobody_else,
    names_with_line_breaks_do_not_break_mails,
    the_other_clock_is_shown_where_it_differs,
    a_class_after_a_change_of_clocks_is_told_on_the_clocks_of_its_own_day,
    a_person_without_an_address_costs_nobody_else_the_mail,
    work_that_cannot_be_read_does_not_hold_up_the_rest,
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

async fn the_calls_send_what_has_not_gone_out(app: TestApp) {
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

async fn the_calls_never_send_twice(app: TestApp) {
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

async fn a_call_made_while_the_worker_sends_waits_for_it(app: TestApp) {
    let School { student, .. } = app.school().await;
    let booking = booked(&app, &student).await;
    app.mailer.set(Weather::Slow);
    let working = tokio::spawn({
        let app = app.clone();
        async move { app.work().await }
    });
    app.mailer.held_up(2).await;
    let calling = tokio::spawn({
        let (app, student) = (app.clone(), student.clone());
        async move {
            let [_, _, (path, body)] = calls(&student, booking);
            app.post(path, &body).by(&student).send().await
        }
    });
    app.mailer.set(Weather::Fine);
    calling.await.unwrap().ok();
    assert_eq!(working.await.unwrap(), 2);
    assert_eq!(app.mailer.attempts(), 2, "each was handed over once");
}

async fn calls_and_worker_at_once_send_each_mail_once(app: TestApp) {
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

async fn while_the_mail_server_is_away_the_booking_stands_and_the_truth_is_told(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(Weather::Away);
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

async fn a_mail_that_failed_goes_out_later(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(Weather::Away);
    booked(&app, &student).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(app.work().await, 0, "not before its time");
    app.mailer.set(Weather::Fine);
    app.advance(jiff::SignedDuration::from_secs(14));
    assert_eq!(app.work().await, 0);
    app.advance(jiff::SignedDuration::from_secs(1));
    assert_eq!(app.work().await, 2);
    let mails = app.mailer.sent();
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| mail.date == at(tala_tests::START)), "the mail of the first attempt");
}

async fn asking_again_and_again_does_not_bury_a_mail(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(Weather::Away);
    let booking = booked(&app, &student).await;
    let [mail, ..] = calls(&student, booking);
    for _ in 0..30 {
        app.post(mail.0, &mail.1).by(&student).refused(ErrorCode::MailNotSent).await;
    }
    assert_eq!(app.count("outbox WHERE state = 'dead'").await, 0, "an impatient student gives nothing up");
    app.mailer.set(Weather::Fine);
    app.advance(hours(6));
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 2);
}

async fn a_mail_that_is_refused_for_good_is_given_up(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.mailer.set(Weather::Refusing);
    let booking = booked(&app, &student).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(app.count("outbox WHERE state = 'dead' AND attempts = 1").await, 2);
    app.mailer.set(Weather::Fine);
    app.advance(days(1));
    assert_eq!(app.work().await, 0);
    let [mail, ..] = calls(&student, booking);
    app.post(mail.0, &mail.1).by(&student).refused(ErrorCode::MailNotSent).await;
}

async fn a_worker_that_dies_gives_its_mail_back(app: TestApp) {
    let School { student, .. } = app.school().await;
    booked(&app, &student).await;
    app.mailer.set(Weather::Slow);
    let dying = tokio::spawn({
        let app = app.clone();
        async move { app.work().await }
    });
    app.mailer.held_up(2).await;
    dying.abort();
    assert!(dying.await.unwrap_err().is_cancelled());
    app.mailer.set(Weather::Fine);
    app.advance(minutes(1));
    assert_eq!(app.work().await, 0, "the lease still runs");
    app.advance(minutes(1));
    // What the dying worker still held at the database is let go of in a moment, not at once.
    for _ in 0..1_000 {
        app.work().await;
        if app.count("outbox WHERE state = 'done'").await == 2 {
            break;
        }
    }
    assert!(!app.mailer.sent_to(&student.email).is_empty());
    assert_eq!(app.count("outbox WHERE state = 'done'").await, 2);
}

async fn both_people_may_ask_and_nobody_else(app: TestApp) {
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
    app.post(path, &body).by(&student).refused(ErrorCode::NotYourself).await;
}

async fn names_with_line_breaks_do_not_break_mails(app: TestApp) {
    let teacher = app.teacher("Padma\r\nBcc: victim1@people.test\r\n\r\nInjected").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = app.student("<b>Meera</b>\nEND:VCALENDAR\r\nX: \u{1F483}\u{202e}\"; attack=\"1", &teacher).await;
    app.lot(&student, 1, days(30)).await;
    booked(&app, &student).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(app.mailer.sent().len(), 2, "both mails survive");
    for wire in app.mailer.wires() {
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
        // What any text makes of a calendar is a property in `fuzz/`; here nothing of a name may begin a line of the mail's.
        for begun in ["Bcc:", "Injected", "X:"] {
            assert!(!unfolded.lines().any(|line| line.starts_with(begun)), "{ics}");
        }
    }
}

async fn the_other_clock_is_shown_where_it_differs(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sofia = app.student_from("Sofia", &teacher, Some("America/Los_Angeles")).await;
    app.lot(&sofia, 1, days(30)).await;
    booked(&app, &sofia).await;
    app.work().await;
    let to_student = app.mailer.sent_to(&sofia.email)[0].text.clone();
    assert!(to_student.contains("When: Mon 2 Mar 2026, 7:30 PM PST (America/Los_Angeles)"), "{to_student}");
    assert!(to_student.contains("Teacher's clock: Tue 3 Mar 2026, 9:00 AM IST (Asia/Kolkata)"), "{to_student}");
    let to_teacher = app.mailer.sent_to(&teacher.email)[0].text.clone();
    assert!(to_teacher.contains("When: Tue 3 Mar 2026, 9:00 AM IST (Asia/Kolkata)"), "{to_teacher}");
    assert!(to_teacher.contains("Student's clock: Mon 2 Mar 2026, 7:30 PM PST (America/Los_Angeles)"), "{to_teacher}");
}

async fn a_class_after_a_change_of_clocks_is_told_on_the_clocks_of_its_own_day(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sofia = app.student_from("Sofia", &teacher, Some("America/Los_Angeles")).await;
    app.lot(&sofia, 1, days(30)).await;
    // She books and the mails go out in winter; on the day of the class it is summer there.
    app.book(&sofia, &app.slot_at(&sofia, at("2026-03-12T03:30:00Z")).await).await;
    app.work().await;
    let to_student = app.mailer.sent_to(&sofia.email).remove(0);
    let to_teacher = app.mailer.sent_to(&teacher.email).remove(0);
    assert_eq!(to_student.subject, "Booked: Private class with Padma, Wed 11 Mar, 8:30 PM");
    let (here, there) = ("Wed 11 Mar 2026, 8:30 PM PDT", "Thu 12 Mar 2026, 9:00 AM IST");
    for (mail, said) in [
        (&to_student, format!("When: {here} (America/Los_Angeles)")),
        (&to_student, format!("Teacher's clock: {there} (Asia/Kolkata)")),
        (&to_student, "Cancel before Wed 11 Mar, 9:00 PM IST (8:30 AM your time): your credit back.".to_owned()),
        (&to_teacher, format!("When: {there} (Asia/Kolkata)")),
        (&to_teacher, format!("Student's clock: {here} (America/Los_Angeles)")),
    ] {
        assert!(mail.text.contains(&said), "{said}: {}", mail.text);
    }
    for mail in [&to_student, &to_teacher] {
        let ics = &mail.invitation.as_ref().unwrap().text;
        assert!(ics.contains("\r\nDTSTART:20260312T033000Z\r\n"), "{ics}");
    }
}

async fn a_person_without_an_address_costs_nobody_else_the_mail(app: TestApp) {
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

async fn work_that_cannot_be_read_does_not_hold_up_the_rest(app: TestApp) {
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
