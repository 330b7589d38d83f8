//! Simultaneous requests of teacher and students.

use futures_util::future::join_all;
use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, booking_body};
use tala_tests::{PaymentsApp, TestApp, at, both_dbs, days};

use crate::common::teaching::{assert_balanced, classes_path, id, publish};

both_dbs!(
    publishing_and_booking_the_same_hour,
    ten_publish_clicks_make_one_class,
    two_classes_cannot_be_rescheduled_to_the_same_hour,
    two_simultaneous_edits_keep_class_and_busy_hours_consistent,
    cancelling_a_class_during_bookings_leaves_no_booking,
    changing_the_time_during_a_booking,
);

async fn publishing_and_booking_the_same_hour(app: TestApp) {
    let School { teacher, student } = app.school().await;
    app.lot(&student, 20, days(30)).await;
    for round in 0..12 {
        let start = format!("2026-03-{:02}T03:30:00Z", 4 + round);
        let slot = app.slot_at(&student, at(&start)).await;
        // Every second time the class overlaps by half an hour.
        let published = if round % 2 == 0 { start.clone() } else { start.replace("03:30", "04:00") };
        let body = json!({ "dateTime": published, "classTypeKey": "Group" });
        let publishing = app.post(&classes_path(&teacher), &body).by(&teacher).send();
        let booking = app.post("/api/book-with-credits", &booking_body(&student, &slot)).by(&student).send();
        let (published, booked) = tokio::join!(publishing, booking);
        match (published.code(), booked.code()) {
            (None, Some(ErrorCode::SlotTaken)) | (Some(ErrorCode::TeacherBusy), None) => {}
            other => panic!("{start}: {other:?}"),
        }
    }
    assert_balanced(&app).await;
}

async fn ten_publish_clicks_make_one_class(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let body = json!({ "dateTime": "2026-03-06T10:00:00Z", "classTypeKey": "Group" });
    let replies = join_all((0..10).map(|_| app.post(&classes_path(&teacher), &body).by(&teacher).send())).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for reply in replies.iter().filter(|reply| reply.code().is_some()) {
        reply.refused(ErrorCode::TeacherBusy);
    }
    assert_eq!(app.count("slots").await, 1);
}

async fn two_classes_cannot_be_rescheduled_to_the_same_hour(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for round in 0..8 {
        let start = |hour: u32| format!("2026-03-{:02}T{hour:02}:00:00Z", 6 + round);
        let one = publish(&app, &teacher, &start(8), "Group", 10).await;
        let other = publish(&app, &teacher, &start(12), "Group", 10).await;
        let body = json!({ "dateTime": start(10) });
        let moves = [&one, &other]
            .map(|class| app.put(&format!("{}/{}", classes_path(&teacher), id(class)), &body).by(&teacher).send());
        let publish = json!({ "dateTime": start(10), "classTypeKey": "Private" });
        let third = app.post(&classes_path(&teacher), &publish).by(&teacher).send();
        let [one, other] = moves;
        let (one, other, third) = tokio::join!(one, other, third);
        let won = [&one, &other, &third].iter().filter(|reply| reply.code().is_none()).count();
        assert_eq!(won, 1, "{one:?} {other:?} {third:?}");
        for lost in [one, other, third].iter().filter(|reply| reply.code().is_some()) {
            lost.refused(ErrorCode::TeacherBusy);
        }
    }
}

async fn two_simultaneous_edits_keep_class_and_busy_hours_consistent(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for round in 0..10 {
        let start = |hour: u32| format!("2026-03-{:02}T{hour:02}:00:00Z", 6 + round);
        let class = publish(&app, &teacher, &start(8), "Group", 10).await;
        let path = format!("{}/{}", classes_path(&teacher), id(&class));
        let as_read = json!({ "dateTime": start(8), "capacity": 10, "creditCost": 1 });
        let moved = json!({ "dateTime": start(10), "expected": as_read });
        let grown = json!({ "dateTime": start(8), "capacity": 20, "expected": as_read });
        let (moved, grown) =
            tokio::join!(app.put(&path, &moved).by(&teacher).send(), app.put(&path, &grown).by(&teacher).send());
        let won = [&moved, &grown].iter().filter(|reply| reply.code().is_none()).count();
        assert_eq!(won, 1, "{moved:?} {grown:?}");
        let (lost, at) = if moved.code().is_none() { (grown, start(10)) } else { (moved, start(8)) };
        lost.refused(ErrorCode::VersionConflict);
        let again = app.put(
            &path,
            &json!({ "capacity": 30, "expected": { "dateTime": start(9), "capacity": 10, "creditCost": 1 } }),
        );
        let told = again.by(&teacher).refused(ErrorCode::VersionConflict).await;
        assert_eq!(told["class"]["dateTime"], json!(at), "the conflict contains the current class");
        assert_balanced(&app).await;
    }
}

async fn cancelling_a_class_during_bookings_leaves_no_booking(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let mut students = Vec::new();
    for number in 0..13 {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        app.lot(&student, 4, days(30)).await;
        students.push(student);
    }
    for round in 0..4 {
        let start = format!("2026-03-{:02}T10:00:00Z", 6 + round);
        let class = publish(&app, &teacher, &start, "Group", 10).await;
        let slot = app.slot_at(&students[0], at(&start)).await;
        let (paying, booking) = students.split_at(3);
        let quote = app.quote(&paying[0], &slot, None).await;
        let bookings = join_all(
            booking.iter().map(|who| app.post("/api/book-with-credits", &booking_body(who, &slot)).by(who).send()),
        );
        let orders = join_all(paying.iter().map(|who| app.order_request(who, &slot, &quote).send()));
        let path = format!("{}/{}/cancel", classes_path(&teacher), id(&class));
        let calling_off = app.post(&path, &json!({})).by(&teacher).send();
        let (_, orders, called_off) = tokio::join!(bookings, orders, calling_off);
        called_off.ok();
        for (who, order) in paying.iter().zip(&orders).filter(|(_, order)| order.code().is_none()) {
            let order = order.json();
            // The class may have been cancelled between opening the order and the response.
            if order["orderId"].is_null() {
                assert_eq!(order["order"]["state"], "cancelled");
                continue;
            }
            let payment = app.pay(&order);
            app.success_request(who, &order, &payment).send().await;
        }
        app.deliver_events().await;
        app.deliver_events().await;
        assert_eq!(app.count("bookings WHERE status = 'confirmed'").await, 0);
        assert_eq!(app.count("orders WHERE seat_state = 'held'").await, 0);
        assert_eq!(app.count("orders WHERE state IN ('preparing', 'open', 'checking')").await, 0, "all have ended");
        assert_eq!(app.count("busy_quarter_hours").await, 0);
        assert_eq!(app.count("credit_lots WHERE remaining < total").await, 0, "all credits are restored");
        assert_eq!(app.count("payments WHERE outcome <> 'refunded'").await, 0, "all payments are refunded");
        assert_balanced(&app).await;
    }
}

async fn changing_the_time_during_a_booking(app: TestApp) {
    let School { teacher, student } = app.school().await;
    app.lot(&student, 20, days(30)).await;
    for round in 0..10 {
        let start = format!("2026-03-{:02}T10:00:00Z", 6 + round);
        let class = publish(&app, &teacher, &start, "Group", 10).await;
        let slot = app.slot_at(&student, at(&start)).await;
        let body = json!({ "dateTime": start.replace("10:00", "11:30") });
        let moving = app.put(&format!("{}/{}", classes_path(&teacher), id(&class)), &body).by(&teacher).send();
        let booking = app.post("/api/book-with-credits", &booking_body(&student, &slot)).by(&student).send();
        let (moved, booked) = tokio::join!(moving, booking);
        match (moved.code(), booked.code()) {
            (Some(ErrorCode::ClassHasStudents), None) => {
                assert_eq!(booked.json()["booking"]["dateTime"], start.as_str())
            }
            (None, Some(ErrorCode::SlotTaken | ErrorCode::InvalidSlot)) => {}
            other => panic!("{start}: {other:?}"),
        }
    }
    let differing = "bookings b JOIN slots s ON s.id = b.slot_id WHERE b.starts_at <> s.starts_at";
    assert_eq!(app.count(differing).await, 0, "a booking is at the time of its class");
    assert_balanced(&app).await;
}
