//! Booking a class with credits (SPEC §4, §7; D11, D14, D17).

use axum::http::StatusCode;
use futures_util::future::join_all;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use tala_domain::booking::{BookingCode, ClassType};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, booking_body, booking_id, instant};
use tala_tests::{Reply, Student, TestApp, at, both_dbs, days, hours, later, raw};

both_dbs!(
    a_credit_books_a_class,
    student_and_teacher_get_one_mail_with_an_invitation,
    the_same_request_sent_twice_books_once,
    ten_simultaneous_identical_requests_book_once,
    ten_simultaneous_requests_with_one_key_book_once,
    a_key_that_was_used_for_another_class_is_refused,
    a_key_gives_the_same_answer_later_too,
    a_key_has_1_to_200_characters,
    the_last_credit_buys_one_of_two_classes,
    two_simultaneous_bookings_with_the_last_credit_book_one_class,
    two_simultaneous_bookings_with_two_lots_book_both,
    the_lot_that_expires_first_is_used_first,
    a_class_of_three_credits_takes_them_from_several_lots,
    expired_credits_buy_nothing,
    student_without_credits_gets_an_error,
    a_changed_price_is_refused,
    a_phone_number_is_kept_with_the_student,
    an_implausible_phone_number_is_refused_unless_it_is_stored,
);

/// Tomorrow, 9:00 in India.
const NINE: &str = "2026-03-03T03:30:00Z";
/// Tomorrow, 10:00 in India.
const TEN: &str = "2026-03-03T04:30:00Z";

async fn a_credit_books_a_class(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let lot = app.lot(&student, 1, days(7)).await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let reply = app.try_book(&student, &slot).await.ok();
    assert_json_snapshot!("booked", reply, {
        ".booking._id" => "[id]", ".booking.bookingId" => "[id]", ".booking.bookingCode" => "[code]",
        ".booking.slotId" => "[id]", ".booking.studentId" => "[id]", ".booking.teacherId" => "[id]",
    });
    let booking = &reply["booking"];
    assert_eq!(booking["studentId"], student.id.to_string());
    assert_eq!(booking["teacherId"], teacher.id.to_string());
    assert_eq!(app.remaining_in(lot).await, 0, "one credit is gone");
    assert_eq!(app.ledger_findings().await, []);
    assert_eq!(app.count("audit_log WHERE action = 'booked_with_credits'").await, 1);
    let free: Vec<_> = app.slots(&student).await.iter().map(|slot| instant(&slot["dateTime"])).collect();
    assert!(!free.contains(&at(NINE)), "the slot is no longer listed");
    assert!(free.contains(&at(TEN)), "the next slot is listed");
}

async fn student_and_teacher_get_one_mail_with_an_invitation(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let booking = booking_id(&app.book(&student, &slot).await);
    assert_eq!(app.mailer.sent(), [], "nothing is sent inside the request");
    assert_eq!(app.work().await, 2);
    assert_eq!(app.work().await, 0);
    let mut receivers: Vec<_> = app.mailer.sent().into_iter().map(|mail| mail.to.address).collect();
    receivers.sort();
    assert_eq!(receivers, [student.email.as_str(), teacher.email.as_str()]);
    for (person, role) in [(&*student, "student"), (&*teacher, "teacher")] {
        let mail = &app.mailer.sent_to(&person.email)[0];
        assert_eq!(mail.message_id, format!("booking-request-0-{role}-{booking}"), "the same at every attempt");
        assert_eq!(mail.date, app.now());
        let ics = mail.invitation.as_ref().unwrap();
        assert_eq!(ics.method, "REQUEST");
        let unfolded = ics.text.replace("\r\n ", "");
        for line in [
            "METHOD:REQUEST",
            &format!("UID:booking-{booking}@tala"),
            "SEQUENCE:0",
            "DTSTART:20260303T033000Z",
            "DTEND:20260303T043000Z",
            "LOCATION:https://meet.google.com/abc-defg-hij",
            "STATUS:CONFIRMED",
        ] {
            assert!(unfolded.lines().any(|found| found == line), "{line} is not in {unfolded}");
        }
        assert!(unfolded.contains(&format!("mailto:{}", person.email)), "{unfolded}");
    }
    let [to_student, to_teacher] = [&student.email, &teacher.email].map(|to| app.mailer.sent_to(to)[0].clone());
    for (mail, other) in [(&to_student, &*teacher), (&to_teacher, &*student)] {
        let reply_to = mail.reply_to.as_ref().map(|party| (party.name.as_str(), party.address.as_str()));
        assert_eq!(reply_to, Some((other.name.as_str(), other.email.as_str())), "an answer reaches the other person");
        let invitation = &mail.invitation.as_ref().unwrap().text;
        assert!(!invitation.contains(&other.email), "each is invited alone: {invitation}");
    }
    for part in [&to_student.text, &to_student.html] {
        assert!(part.contains(&teacher.email), "a student can write to the teacher: {part}");
    }
    for part in [&to_teacher.text, &to_teacher.html] {
        assert!(!part.contains(&student.email), "{part}");
    }
    insta::assert_snapshot!("mail_to_student", readable(&to_student.subject, &to_student.text, booking));
    insta::assert_snapshot!("mail_to_teacher", readable(&to_teacher.subject, &to_teacher.text, booking));
}

fn readable(subject: &str, text: &str, booking: tala_domain::ids::BookingId) -> String {
    format!("Subject: {subject}\n\n{text}").replace(&BookingCode::from_id(booking).to_string(), "[booking]")
}

async fn the_same_request_sent_twice_books_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let first = app.book(&student, &slot).await;
    let second = app.book(&student, &slot).await;
    assert_eq!(first, second);
    must_be_one_booking(&app).await;
}

async fn must_be_one_booking(app: &TestApp) {
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.count("outbox").await, 2);
    assert_eq!(app.count("busy_quarter_hours").await, 8);
    assert_eq!(app.count("ledger_transactions WHERE kind = 'credits_spent'").await, 1);
    assert_eq!(app.ledger_findings().await, []);
}

async fn at_once(app: &TestApp, student: &Student, slot: &Value, key: Option<&str>, times: usize) -> Vec<Reply> {
    let tasks = (0..times).map(|_| {
        let (app, student, slot, key) = (app.clone(), student.clone(), slot.clone(), key.map(str::to_owned));
        tokio::spawn(async move {
            let request = app.booking_request(&student, &slot);
            match key {
                Some(key) => request.header("idempotency-key", &key).send().await,
                None => request.send().await,
            }
        })
    });
    join_all(tasks).await.into_iter().map(Result::unwrap).collect()
}

async fn ten_simultaneous_identical_requests_book_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let bookings: Vec<_> = at_once(&app, &student, &slot, None, 10).await.iter().map(Reply::ok).collect();
    assert!(bookings.iter().all(|booking| *booking == bookings[0]), "{bookings:?}");
    must_be_one_booking(&app).await;
}

async fn ten_simultaneous_requests_with_one_key_book_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let bookings: Vec<_> = at_once(&app, &student, &slot, Some("key-1"), 10).await.iter().map(Reply::ok).collect();
    assert!(bookings.iter().all(|booking| *booking == bookings[0]), "{bookings:?}");
    must_be_one_booking(&app).await;
}

async fn a_key_that_was_used_for_another_class_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let (nine, ten) = (app.slot_at(&student, at(NINE)).await, app.slot_at(&student, at(TEN)).await);
    app.booking_request(&student, &nine).header("idempotency-key", "key-1").ok().await;
    let again = app.booking_request(&student, &ten).header("idempotency-key", "key-1");
    again.refused(ErrorCode::IdempotencyMismatch).await;
    must_be_one_booking(&app).await;
    app.booking_request(&student, &ten).header("idempotency-key", "key-2").ok().await;
    assert_eq!(app.count("bookings").await, 2);
}

async fn a_key_gives_the_same_answer_later_too(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let send = async || app.booking_request(&student, &slot).header("idempotency-key", "key-1").ok().await;
    let first = send().await;
    app.advance(hours(20));
    app.work().await;
    let mut again = send().await;
    // The amount that a cancellation would return now is a separate test.
    again["booking"]["policy"] = first["booking"]["policy"].clone();
    assert_eq!(again, first, "although the class is too close to be booked");
    assert_eq!(app.count("bookings").await, 1);
}

async fn a_key_has_1_to_200_characters(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    for key in ["", &"k".repeat(201)] {
        let request = app.booking_request(&student, &slot).header("idempotency-key", key);
        request.refused(ErrorCode::InvalidFields).await;
    }
    app.booking_request(&student, &slot).header("idempotency-key", &"k".repeat(200)).ok().await;
}

async fn the_last_credit_buys_one_of_two_classes(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    app.lot(&student, 1, days(30)).await;
    let (nine, ten) = (app.slot_at(&student, at(NINE)).await, app.slot_at(&student, at(TEN)).await);
    app.book(&student, &nine).await;
    let problem = app.book_refused(&student, &ten, ErrorCode::InsufficientCredits).await;
    assert_eq!(problem["message"], "Insufficient Credits", "SPEC's words");
    must_be_one_booking(&app).await;
}

async fn race(app: &TestApp, student: &Student, starts: &[&str]) -> Vec<Reply> {
    let mut slots = Vec::new();
    for start in starts {
        slots.push(app.slot_at(student, at(start)).await);
    }
    let tasks = slots.into_iter().map(|slot| {
        let (app, student) = (app.clone(), student.clone());
        tokio::spawn(async move { app.try_book(&student, &slot).await })
    });
    join_all(tasks).await.into_iter().map(Result::unwrap).collect()
}

async fn two_simultaneous_bookings_with_the_last_credit_book_one_class(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    for name in ["Arjun", "Bela", "Chitra", "Dev"] {
        let student = app.student(name, &teacher).await;
        let lot = app.lot(&student, 1, days(30)).await;
        let date = app.now().strftime("%Y-%m-%d").to_string();
        assert_eq!(date, "2026-03-02");
        let starts = match name {
            "Arjun" => [NINE, TEN],
            "Bela" => ["2026-03-04T03:30:00Z", "2026-03-04T04:30:00Z"],
            "Chitra" => ["2026-03-05T03:30:00Z", "2026-03-05T04:30:00Z"],
            _ => ["2026-03-06T03:30:00Z", "2026-03-06T04:30:00Z"],
        };
        let replies = race(&app, &student, &starts).await;
        let mut codes: Vec<_> = replies.iter().map(Reply::code).collect();
        codes.sort_by_key(Option::is_some);
        assert_eq!(codes, [None, Some(ErrorCode::InsufficientCredits)], "{name}");
        assert_eq!(app.remaining_in(lot).await, 0);
    }
    assert_eq!(app.count("bookings").await, 4);
    assert_eq!(app.ledger_findings().await, []);
}

async fn two_simultaneous_bookings_with_two_lots_book_both(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let lots = [app.lot(&student, 1, days(30)).await, app.lot(&student, 1, days(40)).await];
    for reply in race(&app, &student, &[NINE, TEN]).await {
        reply.ok();
    }
    assert_eq!(app.count("bookings").await, 2);
    for lot in lots {
        assert_eq!(app.remaining_in(lot).await, 0);
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn the_lot_that_expires_first_is_used_first(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let long = app.lot(&student, 1, days(60)).await;
    let short = app.lot(&student, 1, days(10)).await;
    let middle = app.lot(&student, 1, days(30)).await;
    app.book(&student, &app.slot_at(&student, at(NINE)).await).await;
    let left = [app.remaining_in(short).await, app.remaining_in(middle).await, app.remaining_in(long).await];
    assert_eq!(left, [0, 1, 1]);
}

async fn a_class_of_three_credits_takes_them_from_several_lots(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let first = app.lot(&student, 2, days(10)).await;
    let second = app.lot(&student, 2, days(20)).await;
    let start = at("2026-03-03T08:00:00Z");
    app.publish(&teacher, start, (ClassType::Group, 10, 3)).await;
    let booking = app.book(&student, &app.slot_at(&student, start).await).await;
    assert_eq!(booking["creditsUsed"], 3);
    assert_eq!(booking["paymentAmount"], 2997.0, "what the three credits were worth");
    assert_eq!([app.remaining_in(first).await, app.remaining_in(second).await], [0, 1]);
    assert_eq!(app.ledger_findings().await, []);
    let start = at("2026-03-04T08:00:00Z");
    app.publish(&teacher, start, (ClassType::Group, 10, 2)).await;
    app.book_refused(&student, &app.slot_at(&student, start).await, ErrorCode::InsufficientCredits).await;
    assert_eq!(app.remaining_in(second).await, 1, "a refusal takes nothing");
}

async fn expired_credits_buy_nothing(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let lot = app.lot(&student, 1, days(2)).await;
    app.advance(days(2));
    let slot = app.slot_at(&student, later(at(NINE), days(2))).await;
    let problem = app.book_refused(&student, &slot, ErrorCode::CreditsExpired).await;
    assert_eq!(problem["status"], StatusCode::CONFLICT.as_u16());
    assert_eq!(app.remaining_in(lot).await, 1, "until the worker closes it");
    assert_eq!(app.count("bookings").await, 0);
    app.lot(&student, 1, days(2)).await;
    app.book(&student, &slot).await;
    assert_eq!(app.remaining_in(lot).await, 1, "what has expired is never spent");
}

async fn student_without_credits_gets_an_error(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let slot = app.slot_at(&student, at(NINE)).await;
    app.book_refused(&student, &slot, ErrorCode::InsufficientCredits).await;
    assert_eq!(app.count("slots").await, 0, "nothing changed");
    assert_eq!(app.count("busy_quarter_hours").await, 0, "nothing changed");
}

async fn a_changed_price_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let mut slot = app.slot_at(&student, at(NINE)).await;
    slot["creditCost"] = json!(2);
    app.book_refused(&student, &slot, ErrorCode::CostMismatch).await;
    slot["creditCost"] = json!(0);
    app.book_refused(&student, &slot, ErrorCode::CostMismatch).await;
    assert_eq!(app.count("bookings").await, 0);
}

async fn a_phone_number_is_kept_with_the_student(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let mut body = booking_body(&student, &slot);
    body["studentPhone"] = json!(" +91 98765-43210 ");
    app.post("/api/book-with-credits", &body).by(&student).ok().await;
    let record = app.get(&format!("/api/user?email={}", student.email)).by(&student).ok().await;
    assert_eq!(record["phone"], "+91 98765-43210");
}

async fn an_implausible_phone_number_is_refused_unless_it_is_stored(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let mut body = booking_body(&student, &slot);
    body["studentPhone"] = json!("12");
    let problem = app.post("/api/book-with-credits", &body).by(&student).refused(ErrorCode::InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "studentPhone");
    assert_eq!(app.count("bookings").await, 0);
    raw::execute(&app.ctx.store, "UPDATE people SET phone = '12' WHERE name = 'Meera'").await;
    app.post("/api/book-with-credits", &body).by(&student).ok().await;
    assert_eq!(app.count("bookings").await, 1);
}
