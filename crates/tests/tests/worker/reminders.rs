//! Reminders: one day and one hour before a class, one week and one day before credits expire. Whether one is sent is
//! decided when its job runs.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::ClassType;
use tala_gateways::mail::OutgoingMail;
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{MailMode, Person, Student, TestApp, at, both_dbs, days, hours, later, minutes, raw};

both_dbs!(
    both_people_are_reminded_a_day_and_an_hour_before,
    late_booking_gets_the_one_hour_reminder_only,
    reminder_reflects_the_state_when_it_is_sent,
    rescheduled_class_is_reminded_at_its_new_time,
    delayed_worker_sends_useful_reminders_only,
    teacher_gets_one_reminder_of_a_group_class,
    simultaneous_workers_send_each_reminder_once,
    credits_have_warnings_a_week_and_a_day_before_expiry,
    spent_or_extended_credits_have_no_warning,
    one_mail_a_day_names_everything_that_expires,
    credits_shorter_than_a_week_have_one_warning_on_the_last_day,
);

const CLASS: &str = "2026-03-05T03:30:00Z";

/// Sets the clock and runs the due jobs.
async fn work_at(app: &TestApp, time: Timestamp) {
    app.clock.set(time);
    app.work().await;
}

async fn book(app: &TestApp, student: &Student, starts_at: &str) -> String {
    booking_id(&app.book(student, &app.slot_at(student, at(starts_at)).await).await).to_string()
}

/// Class reminders sent so far: recipient and first word of the subject.
fn reminders(app: &TestApp) -> Vec<(String, String)> {
    let about = |mail: OutgoingMail| {
        let (word, _) = mail.subject.split_once(':')?;
        let name = mail.to.address.split('@').next()?.to_owned();
        matches!(word, "Reminder" | "Starting soon").then(|| (name, word.to_owned()))
    };
    let mut found: Vec<_> = app.mailer.sent().into_iter().filter_map(about).collect();
    found.sort();
    found
}

fn reminder_to(app: &TestApp, who: &Person) -> OutgoingMail {
    let mut mails = app.mailer.sent_to(&who.email).into_iter();
    mails.rfind(|mail| mail.subject.starts_with("Reminder")).unwrap()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(who, word)| ((*who).to_owned(), (*word).to_owned())).collect()
}

/// Subjects of the expiry warnings sent so far.
fn warnings(app: &TestApp) -> Vec<String> {
    let subjects = app.mailer.sent().into_iter().map(|mail| mail.subject);
    subjects.filter(|subject| subject.contains("expire")).collect()
}

async fn both_people_are_reminded_a_day_and_an_hour_before(app: TestApp) {
    let School { student, .. } = app.school().await;
    book(&app, &student, CLASS).await;
    let start = at(CLASS);
    app.work().await;
    work_at(&app, later(start, -days(1) - minutes(1))).await;
    assert_eq!(reminders(&app), []);
    work_at(&app, later(start, -days(1))).await;
    let day = [("meera", "Reminder"), ("padma", "Reminder")];
    assert_eq!(reminders(&app), pairs(&day));
    let mail = reminder_to(&app, &student);
    assert_eq!(mail.subject, "Reminder: private class with Padma, Thu, 5 Mar, 9:00 am");
    for said in
        ["Thu, 5 Mar 2026, 9:00 am (Kolkata, GMT+5:30)", "https://meet.google.com/abc-defg-hij", "Namaste Meera,"]
    {
        assert!(mail.text.contains(said), "{said}: {}", mail.text);
    }
    assert_eq!(mail.invitation, None, "the calendar has it already");
    let restarted = app.another_server(2).await;
    work_at(&app, later(start, -hours(1) - minutes(1))).await;
    restarted.work().await;
    assert_eq!(reminders(&app), pairs(&day));
    app.clock.set(later(start, -hours(1)));
    restarted.work().await;
    app.work().await;
    let both = [("meera", "Reminder"), ("meera", "Starting soon"), ("padma", "Reminder"), ("padma", "Starting soon")];
    assert_eq!(reminders(&app), pairs(&both));
    for later_on in [minutes(30), hours(1), days(2)] {
        work_at(&app, later(start, later_on)).await;
    }
    assert_eq!(reminders(&app), pairs(&both));
}

async fn late_booking_gets_the_one_hour_reminder_only(app: TestApp) {
    let School { student, .. } = app.school().await;
    // 23 hours from now.
    book(&app, &student, "2026-03-03T03:30:00Z").await;
    app.work().await;
    work_at(&app, at("2026-03-02T12:00:00Z")).await;
    assert_eq!(reminders(&app), []);
    work_at(&app, at("2026-03-03T02:30:00Z")).await;
    assert_eq!(reminders(&app), pairs(&[("meera", "Starting soon"), ("padma", "Starting soon")]));
}

async fn reminder_reflects_the_state_when_it_is_sent(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let gone = book(&app, &student, CLASS).await;
    book(&app, &student, "2026-03-05T04:30:00Z").await;
    app.work().await;
    app.mailer.set(MailMode::Unreachable);
    work_at(&app, at("2026-03-04T04:30:00Z")).await;
    assert_eq!(app.count("outbox WHERE state = 'ready' AND topic LIKE 'class_reminder%'").await, 4);
    app.advance(minutes(5));
    app.post(&format!("/api/bookings/{gone}/cancel"), &json!({})).by(&student).ok().await;
    let link =
        json!({ "email": teacher.email, "profile": { "googleMeetLink": "https://meet.google.com/new-link-now" } });
    app.post("/api/teacher/update-profile", &link).by(&teacher).ok().await;
    app.mailer.set(MailMode::Delivering);
    app.advance(hours(1));
    app.work().await;
    assert_eq!(reminders(&app), pairs(&[("meera", "Reminder"), ("padma", "Reminder")]), "of the class that goes on");
    let mail = reminder_to(&app, &student);
    assert!(mail.text.contains("10:00 am (Kolkata") && mail.text.contains("new-link-now"), "{}", mail.text);
    assert_eq!(app.count("outbox WHERE state <> 'done'").await, 0);
}

async fn rescheduled_class_is_reminded_at_its_new_time(app: TestApp) {
    let School { student, .. } = app.school().await;
    let booking = book(&app, &student, CLASS).await;
    work_at(&app, at("2026-03-04T03:30:00Z")).await;
    assert_eq!(reminders(&app).len(), 2);
    let slot = app.slot_at(&student, at("2026-03-09T03:30:00Z")).await;
    let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "isVirtualSlot": true });
    app.post(&format!("/api/bookings/{booking}/reschedule"), &body).by(&student).ok().await;
    work_at(&app, at("2026-03-05T02:30:00Z")).await;
    assert_eq!(reminders(&app).len(), 2, "nothing happens at the old time");
    work_at(&app, at("2026-03-08T03:30:00Z")).await;
    work_at(&app, at("2026-03-09T02:30:00Z")).await;
    let all = [("meera", "Reminder"), ("meera", "Reminder"), ("meera", "Starting soon")];
    assert_eq!(reminders(&app)[..3], pairs(&all));
    assert_eq!(reminders(&app).len(), 6);
}

async fn delayed_worker_sends_useful_reminders_only(app: TestApp) {
    let School { student, .. } = app.school().await;
    for day in 5..=8 {
        book(&app, &student, &format!("2026-03-0{day}T03:30:00Z")).await;
    }
    app.work().await;
    work_at(&app, at("2026-03-05T00:30:00Z")).await;
    let late = [("meera", "Reminder"), ("padma", "Reminder")];
    assert_eq!(reminders(&app), pairs(&late), "three hours before, it still helps");
    work_at(&app, at("2026-03-06T02:00:00Z")).await;
    assert_eq!(reminders(&app), pairs(&late), "the last hour's is near");
    work_at(&app, at("2026-03-06T03:00:00Z")).await;
    assert_eq!(reminders(&app).len(), 4);
    assert_eq!(reminders(&app).iter().filter(|(_, word)| word == "Starting soon").count(), 2);
    // A reminder enqueued in time but not sent in time is dropped.
    app.mailer.set(MailMode::Unreachable);
    work_at(&app, at("2026-03-07T02:45:00Z")).await;
    app.mailer.set(MailMode::Delivering);
    work_at(&app, at("2026-03-07T03:30:00Z")).await;
    let soon = |app: &TestApp| reminders(app).iter().filter(|(_, word)| word == "Starting soon").count();
    assert_eq!(soon(&app), 2, "the class has begun");
    work_at(&app, at("2026-03-20T00:00:00Z")).await;
    assert_eq!(soon(&app), 2, "all is over");
}

async fn teacher_gets_one_reminder_of_a_group_class(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let sofia = app.student("Sofia", &teacher).await;
    let arjun = app.student("Arjun", &teacher).await;
    app.publish(&teacher, at("2026-03-05T15:00:00Z"), (ClassType::Group, 5, 1)).await;
    for who in [&student, &sofia, &arjun] {
        if who.id != student.id {
            app.lot(who, 1, days(30)).await;
        }
        book(&app, who, "2026-03-05T15:00:00Z").await;
    }
    work_at(&app, at("2026-03-04T15:00:00Z")).await;
    let all = [("arjun", "Reminder"), ("meera", "Reminder"), ("padma", "Reminder"), ("sofia", "Reminder")];
    assert_eq!(reminders(&app), pairs(&all));
    let mail = reminder_to(&app, &teacher);
    assert_eq!(mail.subject, "Reminder: group class with 3 students, Thu, 5 Mar, 8:30 pm");
    assert!(mail.text.contains("Students: Arjun, Meera, Sofia"), "{}", mail.text);
    let mail = reminder_to(&app, &sofia);
    assert!(!mail.text.contains("Meera"), "students see nothing of each other: {}", mail.text);
}

async fn simultaneous_workers_send_each_reminder_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    book(&app, &student, CLASS).await;
    app.work().await;
    let servers = [app.another_server(2).await, app.another_server(3).await, app.another_server(4).await];
    for time in [later(at(CLASS), -days(1)), later(at(CLASS), -hours(1))] {
        app.clock.set(time);
        futures_util::future::join_all(servers.iter().map(TestApp::work)).await;
    }
    app.work().await;
    assert_eq!(reminders(&app).len(), 4);
}

async fn credits_have_warnings_a_week_and_a_day_before_expiry(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sofia = app.student_from("Sofia", &teacher, Some("America/New_York")).await;
    app.lot(&sofia, 3, days(20)).await;
    let end = later(app.now(), days(20));
    app.work().await;
    work_at(&app, later(end, -days(7) - minutes(1))).await;
    assert_eq!(warnings(&app), [""; 0]);
    work_at(&app, later(end, -days(7))).await;
    assert_eq!(warnings(&app), ["3 class credits expire on Sun, 22 Mar"]);
    let mail = app.mailer.sent_to(&sofia.email).pop().unwrap();
    let said = "3 class credits: with Padma, until Sun, 22 Mar 2026, 12:30 am (New York, GMT\u{2212}4)";
    assert!(mail.text.contains(said), "{}", mail.text);
    for hours_before in [6 * 24, 48, 25] {
        work_at(&app, later(end, -hours(hours_before))).await;
    }
    assert_eq!(warnings(&app).len(), 1);
    work_at(&app, later(end, -days(1))).await;
    assert_eq!(warnings(&app).len(), 2);
    work_at(&app, later(end, -hours(2))).await;
    app.another_server(2).await.work().await;
    work_at(&app, later(end, hours(1))).await;
    assert_eq!(warnings(&app).len(), 2);
}

async fn spent_or_extended_credits_have_no_warning(app: TestApp) {
    app.add_admin("support", "support", false).await;
    let School { teacher, student } = app.school().await;
    let sofia = app.student("Sofia", &teacher).await;
    let lot = app.lot(&sofia, 1, days(30)).await;
    let end = later(app.now(), days(30));
    // Meera spends all her credits in time.
    for day in 5..=8 {
        book(&app, &student, &format!("2026-03-0{day}T03:30:00Z")).await;
    }
    app.work().await;
    app.clock.set(later(end, -days(8)));
    let support = app.admin_login("support").await;
    let extend = json!({ "days": 10, "reason": "She was ill" });
    app.admin_post(&support, &format!("/api/admin/credit-lots/{lot}/extend"), &extend).await;
    for days_before in [7, 6, 1] {
        work_at(&app, later(end, -days(days_before))).await;
    }
    assert_eq!(warnings(&app), [""; 0]);
    let stands = raw::number(&app.ctx.store, "SELECT MAX(expires_at) FROM credit_lots WHERE remaining = 1").await;
    let end = Timestamp::from_microsecond(stands).unwrap();
    // Enqueued in time, but the mail server is unreachable until all credits are spent.
    app.mailer.set(MailMode::Unreachable);
    work_at(&app, later(end, -days(7))).await;
    book(&app, &sofia, &later(end, -days(6)).to_string().replace("04:30", "03:30")).await;
    app.mailer.set(MailMode::Delivering);
    app.advance(hours(6));
    app.work().await;
    assert_eq!(warnings(&app), [""; 0]);
    assert_eq!(app.count("outbox WHERE topic = 'credits_expiring' AND state = 'done'").await, 1);
}

async fn one_mail_a_day_names_everything_that_expires(app: TestApp) {
    let School { student, .. } = app.school().await;
    let leela = app.teacher("Leela").await;
    let at_leela = student.clone().with_teacher(&app, &leela).await;
    app.lot(&at_leela, 1, days(30) + hours(3)).await;
    let end = later(app.now(), days(30));
    app.work().await;
    work_at(&app, later(end, -days(7))).await;
    assert_eq!(warnings(&app), ["5 class credits expire from Wed, 1 Apr"]);
    let text = app.mailer.sent_to(&student.email).pop().unwrap().text;
    assert!(text.contains("4 class credits: with Padma, until Wed, 1 Apr 2026, 10:00 am"), "{text}");
    assert!(text.contains("1 class credit: with Leela, until Wed, 1 Apr 2026, 1:00 pm"), "{text}");
    work_at(&app, later(end, -days(7) + hours(3))).await;
    work_at(&app, later(end, -days(7) + hours(9))).await;
    assert_eq!(warnings(&app).len(), 1, "the second was named already");
    work_at(&app, later(end, -days(1))).await;
    work_at(&app, later(end, -days(1) + hours(3))).await;
    assert_eq!(warnings(&app).len(), 2);
}

async fn credits_shorter_than_a_week_have_one_warning_on_the_last_day(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let sofia = app.student("Sofia", &teacher).await;
    app.lot(&sofia, 1, days(5)).await;
    app.work().await;
    work_at(&app, later(app.now(), days(3))).await;
    assert_eq!(warnings(&app), [""; 0]);
    work_at(&app, later(app.now(), days(1))).await;
    assert_eq!(warnings(&app), ["1 class credit expires on Sat, 7 Mar"]);
}
