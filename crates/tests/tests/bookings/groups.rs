//! A class with several students: each has a separate booking, mails and calendar entry.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_gateways::mail::OutgoingMail;
use tala_tests::fixtures::School;
use tala_tests::{TestApp, at, both_dbs, days, later};

both_dbs!(cancellation_by_one_student_keeps_the_others_booked, teacher_reads_which_seat_of_a_group_class_changed,);

const CLASS: &str = "2026-03-05T12:00:00Z";

fn cancel_path(booking: &Value) -> String {
    format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap())
}

/// Recipient, method and calendar entry.
fn entries(mails: &[OutgoingMail]) -> BTreeSet<(String, String, String)> {
    let entry = |mail: &OutgoingMail| {
        let ics = mail.invitation.as_ref().unwrap();
        let text = ics.text.replace("\r\n ", "");
        assert_eq!(text.matches("\r\nATTENDEE;").count(), 1, "only the recipient is named: {text}");
        assert!(text.contains(&format!("mailto:{}\r\n", mail.to.address)), "{text}");
        let uid = text.lines().find_map(|line| line.strip_prefix("UID:")).unwrap().to_owned();
        (mail.to.address.clone(), ics.method.clone(), uid)
    };
    mails.iter().map(entry).collect()
}

async fn cancellation_by_one_student_keeps_the_others_booked(app: TestApp) {
    let School { student: meera, teacher } = app.school().await;
    let (sofia, arjun) = (app.student("Sofia", &teacher).await, app.student("Arjun", &teacher).await);
    app.publish(&teacher, at(CLASS), (ClassType::Group, 5, 1)).await;
    let mut booked = Vec::new();
    for who in [&meera, &sofia, &arjun] {
        app.lot(who, 1, days(30)).await;
        booked.push(app.book(who, &app.slot_at(who, at(CLASS)).await).await);
    }
    app.work().await;
    let told = app.mailer.sent();
    let uids: BTreeSet<_> = entries(&told).into_iter().map(|(_, _, uid)| uid).collect();
    assert_eq!((told.len(), uids.len()), (6, 3), "an entry for each booking");

    app.post(&cancel_path(&booked[1]), &json!({})).by(&arjun).refused(ErrorCode::NotFound).await;
    app.post(&cancel_path(&booked[1]), &json!({})).by(&sofia).ok().await;
    app.work().await;
    let uid = format!("booking-{}@tala", booked[1]["_id"].as_str().unwrap());
    let expected = [&sofia.email, &teacher.email].map(|to| (to.clone(), "CANCEL".to_owned(), uid.clone()));
    let expected = BTreeSet::from(expected);
    assert_eq!(entries(&app.mailer.sent()[6..]), expected, "only her entry is withdrawn, and only from them");
    for who in [&meera, &arjun] {
        let classes = app.get("/api/active-classes").by(who).ok().await;
        assert_eq!(classes[0]["bookingStatus"], "confirmed", "{}", who.name);
    }

    app.clock.set(later(at(CLASS), -days(1)));
    app.work().await;
    let reminded: BTreeSet<_> = app.mailer.sent()[8..].iter().map(|mail| mail.to.address.clone()).collect();
    assert_eq!(reminded, BTreeSet::from([meera.email.clone(), arjun.email.clone(), teacher.email.clone()]));
    let mail = app.mailer.sent_to(&teacher.email).pop().unwrap();
    assert!(mail.text.contains("Students: Arjun, Meera\n"), "{}", mail.text);
}

async fn teacher_reads_which_seat_of_a_group_class_changed(app: TestApp) {
    let School { student: meera, teacher } = app.school().await;
    let arjun = app.student("Arjun", &teacher).await;
    let next_day = later(at(CLASS), days(1));
    for starts_at in [at(CLASS), next_day] {
        app.publish(&teacher, starts_at, (ClassType::Group, 5, 1)).await;
    }
    app.lot(&arjun, 1, days(30)).await;
    app.book(&meera, &app.slot_at(&meera, at(CLASS)).await).await;
    let booking = app.book(&arjun, &app.slot_at(&arjun, at(CLASS)).await).await;
    app.work().await;
    for (language, to, subject, words) in [
        (
            "en",
            next_day,
            "Arjun moved to your group class, Fri, 6 Mar, 5:30 pm",
            "Arjun's seat moved from your class on Thu, 5 Mar 2026, 5:30 pm",
        ),
        ("hi", at(CLASS), "Arjun की सीट अब आपकी ग्रुप क्लास में", "पहले की क्लास: "),
    ] {
        app.post("/api/account", &json!({ "language": language })).by(&teacher).ok().await;
        let target = app.slot_at(&arjun, to).await;
        let body = json!({ "slotId": target["_id"], "dateTime": target["dateTime"], "isVirtualSlot": false });
        let path = format!("/api/bookings/{}/reschedule", booking["_id"].as_str().unwrap());
        app.post(&path, &body).by(&arjun).ok().await;
        app.work().await;
        let mail = app.mailer.sent_to(&teacher.email).pop().unwrap();
        assert!(mail.subject.starts_with(subject), "{}", mail.subject);
        assert!(mail.text.contains(words) && !mail.text.contains("new time"), "{}", mail.text);
        let mail = app.mailer.sent_to(&arjun.email).pop().unwrap();
        assert!(mail.text.contains("Your class has a new time"), "{}", mail.text);
    }
    app.post(&cancel_path(&booking), &json!({})).by(&arjun).ok().await;
    app.work().await;
    let mail = app.mailer.sent_to(&teacher.email).pop().unwrap();
    assert!(mail.subject.starts_with("Arjun की सीट रद्द: आपकी ग्रुप क्लास"), "{}", mail.subject);
    assert!(mail.text.contains("1 और विद्यार्थी की सीट बुक है।"), "{}", mail.text);
}
