//! The private calendar feed (D32, docs/integrations.md §3).

use axum::http::Method;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Person, TestApp, at, both_dbs, days};

use crate::common::teaching::{book_at, complete_class, id, publish};

both_dbs!(
    a_feed_has_the_classes_of_its_owner,
    a_class_is_a_file_for_its_student,
    a_new_address_ends_the_old_one,
    cancelled_class_stays_in_the_feed_as_cancelled,
    a_group_is_one_entry_of_its_teacher,
    a_wrong_address_shows_nothing,
    names_cannot_break_the_calendar,
    feed_of_a_suspended_person_is_refused,
);

async fn renew(app: &TestApp, who: &Person) -> String {
    let reply = app.post("/api/calendar-feed", &json!({})).by(who).ok().await;
    let url = reply["url"].as_str().unwrap().to_owned();
    url.strip_prefix("https://tala.test").unwrap_or_else(|| panic!("{url}")).to_owned()
}

/// The calendar with unfolded lines.
async fn read(app: &TestApp, path: &str) -> String {
    let reply = app.get(path).send_unchecked().await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("content-type"), "text/calendar; charset=utf-8");
    assert!(reply.header("cache-control").starts_with("private"), "no proxy keeps it");
    assert!(reply.text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{}", reply.text);
    reply.text.replace("\r\n ", "")
}

async fn a_feed_has_the_classes_of_its_owner(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let none = app.get("/api/calendar-feed").by(&student).ok().await;
    assert_eq!(none, json!({ "success": true, "url": null }));
    let sofia = app.student("Sofia", &teacher).await;
    app.lot(&sofia, 4, days(30)).await;
    let held = book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    let coming = book_at(&app, &student, "2026-03-10T03:30:00Z").await;
    let hers = book_at(&app, &sofia, "2026-03-11T03:30:00Z").await;
    complete_class(&app, &held).await;
    let (of_student, of_teacher) = (renew(&app, &student).await, renew(&app, &teacher).await);
    let url = app.get("/api/calendar-feed").by(&student).ok().await["url"].clone();
    assert_eq!(url, format!("https://tala.test{of_student}"));
    let (text, all) = (read(&app, &of_student).await, read(&app, &of_teacher).await);
    assert_eq!((text.matches("BEGIN:VEVENT").count(), all.matches("BEGIN:VEVENT").count()), (2, 3));
    for line in [
        "METHOD:PUBLISH",
        "X-PUBLISHED-TTL:PT1H",
        "DTSTART:20260310T033000Z",
        "DTEND:20260310T043000Z",
        "SUMMARY:Private dance class with Padma",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains(&format!("UID:booking-{}@tala", id(&coming))), "the same as in the invitation");
    assert!(!text.contains(id(&hers)) && !text.contains("Sofia") && all.contains("with Sofia"), "{text}");
    assert!(text.contains("LOCATION:https://meet.google.com/abc-defg-hij"), "{text}");
    app.work().await;
    let mails = app.mailer.sent_to(&student.email);
    assert!(mails.iter().any(|mail| {
        mail.invitation
            .as_ref()
            .unwrap()
            .text
            .replace("\r\n ", "")
            .contains(&format!("UID:booking-{}@tala", id(&coming)))
    }));
}

async fn a_class_is_a_file_for_its_student(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let booked = book_at(&app, &student, "2026-03-10T03:30:00Z").await;
    let path = format!("/api/bookings/{}/calendar", id(&booked));
    let reply = app.get(&path).by(&student).send_unchecked().await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "text/calendar; charset=utf-8"));
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"class.ics\"");
    let text = reply.text.replace("\r\n ", "");
    let feed = read(&app, &renew(&app, &student).await).await;
    let entry = |text: &str| text[text.find("BEGIN:VEVENT").unwrap()..].to_owned();
    assert_eq!(entry(&text), entry(&feed), "the same as in the feed");
    assert!(!text.contains("X-WR-CALNAME"), "not a calendar of its own: {text}");
    let why = json!({ "reason": "A journey" });
    app.post(&format!("/api/bookings/{}/cancel", id(&booked)), &why).by(&student).ok().await;
    let after = app.get(&path).by(&student).send_unchecked().await.text;
    assert!(after.contains("SEQUENCE:1") && after.contains("STATUS:CANCELLED"), "{after}");
    let sofia = app.student("Sofia", &teacher).await;
    app.get(&path).by(&sofia).refused(ErrorCode::NotFound).await;
    app.get("/api/bookings/unknown/calendar").by(&student).refused(ErrorCode::NotFound).await;
}

async fn a_new_address_ends_the_old_one(app: TestApp) {
    let School { student, .. } = app.school().await;
    let old = renew(&app, &student).await;
    read(&app, &old).await;
    let new = renew(&app, &student).await;
    assert_ne!(old, new);
    app.get(&old).refused(ErrorCode::NotFound).await;
    read(&app, &new).await;
    let ended = app.request(Method::DELETE, "/api/calendar-feed").by(&student).ok().await;
    assert_eq!(ended["url"], Value::Null);
    app.get(&new).refused(ErrorCode::NotFound).await;
    assert_eq!(app.count("calendar_feeds").await, 0);
    app.request(Method::DELETE, "/api/calendar-feed").by(&student).ok().await;
}

async fn cancelled_class_stays_in_the_feed_as_cancelled(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let path = renew(&app, &student).await;
    let booking = book_at(&app, &student, "2026-03-10T03:30:00Z").await;
    let before = read(&app, &path).await;
    assert!(before.contains("SEQUENCE:0") && !before.contains("STATUS:CANCELLED"), "{before}");
    app.post(&format!("/api/bookings/{}/cancel", id(&booking)), &json!({})).by(&teacher).ok().await;
    let after = read(&app, &path).await;
    assert!(after.contains("STATUS:CANCELLED") && after.contains("SEQUENCE:1"), "{after}");
    assert_eq!(after.matches("BEGIN:VEVENT").count(), 1);
}

async fn a_group_is_one_entry_of_its_teacher(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let start = "2026-03-06T10:00:00Z";
    publish(&app, &teacher, start, "Group", 10).await;
    let leaving = app.student("Ravi", &teacher).await;
    let third = app.student("Anna", &teacher).await;
    for who in [&leaving, &third] {
        app.lot(who, 1, days(30)).await;
    }
    let gone = book_at(&app, &leaving, start).await;
    book_at(&app, &student, start).await;
    book_at(&app, &third, start).await;
    app.post(&format!("/api/bookings/{}/cancel", id(&gone)), &json!({})).by(&leaving).ok().await;
    let path = renew(&app, &teacher).await;
    let shown = read(&app, &path).await;
    assert_eq!(shown.matches("BEGIN:VEVENT").count(), 1, "{shown}");
    assert!(shown.contains("Meera and 1 more") && !shown.contains("STATUS:CANCELLED"), "{shown}");
    app.clock.set(at("2026-05-20T00:00:00Z"));
    assert_eq!(read(&app, &path).await.matches("BEGIN:VEVENT").count(), 0, "long ago");
}

async fn a_wrong_address_shows_nothing(app: TestApp) {
    let School { student, .. } = app.school().await;
    let path = renew(&app, &student).await;
    let token = path.strip_prefix("/feed/").unwrap().strip_suffix(".ics").unwrap().to_owned();
    assert_eq!(token.len(), 48);
    for wrong in [
        format!("/feed/{token}"),
        format!("/feed/{}.ics", token.to_uppercase()),
        format!("/feed/{}.ics", &token[..47]),
        format!("/feed/{token}.ics.ics"),
        "/feed/.ics".to_owned(),
        "/feed/%25.ics".to_owned(),
        "/feed/%00.ics".to_owned(),
        "/feed/%ff.ics".to_owned(),
        format!("/feed/{}.ics", "9".repeat(5_000)),
        format!("/feed/{}.ics", student.id),
    ] {
        let reply = app.get(&wrong).send().await;
        assert!(
            matches!(reply.code(), Some(ErrorCode::NotFound | ErrorCode::NoSuchPath)),
            "{wrong:.60}: {}",
            reply.text
        );
    }
    app.request(Method::POST, &path).refused(ErrorCode::MethodNotAllowed).await;
    let user = app.person("Kavya").await;
    app.post("/api/calendar-feed", &json!({})).by(&user).refused(ErrorCode::RoleNotAllowed).await;
}

async fn names_cannot_break_the_calendar(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let name = "Meera; Rao, \\ 💃 END:VEVENT दीपा दीपा दीपा दीपा दीपा दीपा दीपा";
    let sql =
        format!("UPDATE people SET name = '{name}' WHERE id = {}", tala_tests::raw::id(&app.ctx.store, student.id.0));
    tala_tests::raw::execute(&app.ctx.store, &sql).await;
    book_at(&app, &student, "2026-03-10T03:30:00Z").await;
    let path = renew(&app, &teacher).await;
    let text = read(&app, &path).await;
    assert!(text.contains("SUMMARY:Private dance class with Meera\\; Rao\\, \\\\ 💃 END:VEVENT दीपा"), "{text}");
    assert_eq!(text.split("\r\n").filter(|line| *line == "END:VEVENT").count(), 1);
}

async fn feed_of_a_suspended_person_is_refused(app: TestApp) {
    let School { student, teacher } = app.school().await;
    book_at(&app, &student, "2026-03-10T03:30:00Z").await;
    let (path, of_teacher) = (renew(&app, &student).await, renew(&app, &teacher).await);
    let support = app.new_admin("support").await;
    let act = format!("/api/admin/people/{}", student.id);
    app.admin_post(&support, &format!("{act}/suspend"), &json!({ "reason": "Rude" })).await;
    app.get(&path).refused(ErrorCode::AccountSuspended).await;
    read(&app, &of_teacher).await;
    app.admin_post(&support, &format!("{act}/unsuspend"), &json!({ "reason": "Said sorry" })).await;
    assert!(read(&app, &path).await.contains("BEGIN:VEVENT"));
}
