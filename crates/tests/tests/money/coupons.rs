//! Coupons: who may use them, when and how often, also when everybody wants the last one at once (D20).

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::coupons::Terms;
use tala_domain::error::ErrorCode;
use tala_domain::money::Currency;
use tala_tests::school::School;
use tala_tests::{Desk, Reply, Student, at, both_dbs, days, later, minutes};

use crate::support::{
    CLASS, NEXT_CLASS, balance, bookings, change_rate, count, in_dollars, penniless, release, settled, sql,
};

both_dbs!(
    a_code_is_read_kindly,
    what_is_no_code_is_refused,
    codes_cannot_be_found_by_trying,
    only_within_its_time,
    a_coupon_that_ends_while_its_order_is_open_still_counts,
    only_for_its_currency_and_teacher,
    ten_students_want_the_last_three,
    ten_purchases_of_one_student_want_the_last_two,
    used_up_between_quote_and_pay,
    stopped_between_quote_and_pay,
    a_total_that_cannot_be_charged_is_refused,
    a_free_class_asked_for_ten_times_is_booked_once,
    a_free_class_asked_for_again_is_the_same,
    a_free_package_asked_for_ten_times_is_credited_once,
    a_free_class_can_be_bought_again_after_it_was_called_off,
    only_students_may_ask,
);

async fn ask(desk: &Desk, student: &Student, code: &Value) -> Reply {
    desk.post("/api/coupons/validate", &json!({ "code": code })).by(student).send().await
}

async fn a_code_is_read_kindly(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("DIWALI-25_X", 25).await;
    for typed in ["DIWALI-25_X", "diwali-25_x", "  Diwali-25_X\t", "\u{a0}DIWALI-25_x\n"] {
        let valid = ask(&desk, &student, &json!(typed)).await.ok();
        assert_eq!(valid, json!({ "success": true, "code": "DIWALI-25_X", "discount": 25 }), "{typed:?}");
        let applied = desk.post("/api/coupons/apply", &json!({ "code": typed })).by(&student).ok().await;
        let coupon = json!({ "code": "DIWALI-25_X", "discount": 25 });
        assert_eq!(applied, json!({ "success": true, "coupon": coupon, "message": "Discount applied!" }));
        let quote = desk.package_quote(&student, 4, Some(typed)).await;
        assert_eq!((&quote["couponCode"], &quote["discountAmount"]), (&json!("DIWALI-25_X"), &json!(999.0)));
    }
    assert_eq!(count(&desk, "coupons WHERE used = 0").await, 1, "asking uses nothing up");
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some(" diwali-25_x ")).await;
    assert_eq!(order["quote"]["discountedPrice"], 749.25);
    desk.pay(&order);
    settled(&desk).await;
}

async fn what_is_no_code_is_refused(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("HALF", 50).await;
    let long = "A".repeat(10_000);
    let slot = desk.slot_at(&student, at(CLASS)).await;
    for (typed, code) in [
        ("", ErrorCode::CouponMissing),
        (" \t\n", ErrorCode::CouponMissing),
        ("HA", ErrorCode::CouponInvalid),
        ("HAL", ErrorCode::CouponInvalid),
        ("H%", ErrorCode::CouponInvalid),
        ("HAL_", ErrorCode::CouponInvalid),
        ("HALF\u{0}", ErrorCode::CouponInvalid),
        ("HA LF", ErrorCode::CouponInvalid),
        ("\u{1F483}\u{1F483}\u{1F483}", ErrorCode::CouponInvalid),
        ("HAL\u{fb00}", ErrorCode::CouponInvalid),
        ("\u{ff28}\u{ff21}\u{ff2c}\u{ff26}", ErrorCode::CouponInvalid),
        ("' OR 1=1 --", ErrorCode::CouponInvalid),
        ("HALFHALF", ErrorCode::CouponInvalid),
        (&long, ErrorCode::CouponInvalid),
    ] {
        let problem = ask(&desk, &student, &json!(typed)).await.refused(code);
        let text = if code == ErrorCode::CouponMissing { "Please enter a coupon code" } else { "Invalid coupon code" };
        assert_eq!((&problem["error"], &problem["success"]), (&json!(text), &json!(false)), "{typed:.20?}");
        desk.post("/api/coupons/apply", &json!({ "code": typed })).by(&student).refused(code).await;
        if code == ErrorCode::CouponInvalid {
            let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "couponCode": typed });
            desk.post("/api/quote", &body).by(&student).refused(code).await;
            desk.advance(minutes(11));
        }
    }
    desk.post("/api/coupons/validate", &json!({})).by(&student).refused(ErrorCode::CouponMissing).await;
    for body in [json!({ "code": 7 }), json!({ "code": ["HALF"] }), json!([]), Value::Null] {
        let reply = desk.post("/api/coupons/validate", &body).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{body}");
    }
    assert_eq!(count(&desk, "coupons WHERE used = 0").await, 1);
}

async fn codes_cannot_be_found_by_trying(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    desk.coupon("HALF", 50).await;
    for number in 0..20 {
        let code = json!(format!("GUESS-{number}"));
        ask(&desk, &student, &code).await.refused(ErrorCode::CouponInvalid);
    }
    ask(&desk, &student, &json!("HALF")).await.refused(ErrorCode::TooManyRequests);
    let other = desk.student("Arjun", &teacher).await;
    ask(&desk, &other, &json!("HALF")).await.ok();
    desk.advance(minutes(11));
    ask(&desk, &student, &json!("HALF")).await.ok();
}

async fn only_within_its_time(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let (start, end) = (later(desk.now(), days(1)), later(desk.now(), days(3)));
    desk.coupon_with("HOLI", &Terms { starts_at: Some(start), ends_at: Some(end), ..Desk::terms(30) }).await;
    let instant = SignedDuration::from_micros(1);
    for (now, refusal) in [
        (later(start, -days(1)), Some(ErrorCode::CouponNotStarted)),
        (later(start, -instant), Some(ErrorCode::CouponNotStarted)),
        (start, None),
        (later(end, -instant), None),
        (end, Some(ErrorCode::CouponExpired)),
        (later(end, days(300)), Some(ErrorCode::CouponExpired)),
    ] {
        desk.clock.set(now);
        assert_eq!(ask(&desk, &student, &json!("HOLI")).await.code(), refusal, "{now}");
        let order = json!({
            "studentEmail": student.email, "packageSize": 4, "paymentAmount": 2864.33, "currency": "INR", "couponCode": "holi",
        });
        assert_eq!(desk.post("/api/bulk-purchase", &order).by(&student).send().await.code(), refusal, "{now}");
    }
}

async fn a_coupon_that_ends_while_its_order_is_open_still_counts(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let end = later(desk.now(), minutes(5));
    desk.coupon_with("SOON", &Terms { ends_at: Some(end), ..Desk::terms(30) }).await;
    let orders = [
        desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("SOON")).await,
        desk.order(&student, &desk.slot_at(&student, at(NEXT_CLASS)).await, Some("SOON")).await,
    ];
    desk.advance(minutes(10));
    let payment = desk.pay(&orders[0]);
    desk.success_request(&student, &orders[0], &payment).ok().await;
    desk.advance(minutes(10));
    desk.work().await;
    desk.pay(&orders[1]);
    settled(&desk).await;
    for order in &orders {
        assert_eq!(desk.order_state(&student, order).await["state"], "booked", "what was agreed holds");
    }
}

async fn only_for_its_currency_and_teacher(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.teacher("Leela").await;
    for (code, terms) in [
        ("RUPEES", Terms { currency: Some(Currency::Inr), ..Desk::terms(10) }),
        ("DOLLARS", Terms { currency: Some(Currency::Usd), ..Desk::terms(10) }),
        ("PADMAS", Terms { teacher: Some(teacher.id), ..Desk::terms(10) }),
        ("LEELAS", Terms { teacher: Some(other.id), ..Desk::terms(10) }),
    ] {
        desk.coupon_with(code, &terms).await;
    }
    let not_for_you = Some(ErrorCode::CouponNotForYou);
    for (currency, codes) in [("INR", ["RUPEES", "DOLLARS"]), ("USD", ["DOLLARS", "RUPEES"])] {
        if currency == "USD" {
            in_dollars(&desk, &student).await;
        }
        for (code, refusal) in [(codes[0], None), (codes[1], not_for_you), ("PADMAS", None), ("LEELAS", not_for_you)] {
            assert_eq!(ask(&desk, &student, &json!(code)).await.code(), refusal, "{code} in {currency}");
        }
        let quote = desk.package_quote(&student, 4, Some("PADMAS")).await;
        assert_eq!(quote["currency"], currency);
    }
    let student = student.moved_to(&desk, &other).await;
    assert_eq!(ask(&desk, &student, &json!("PADMAS")).await.code(), not_for_you);
    ask(&desk, &student, &json!("LEELAS")).await.ok();
}

async fn ten_students_want_the_last_three(desk: Desk) {
    let School { teacher, .. } = desk.school().await;
    desk.coupon_with("FIRST3", &Terms { limit: Some(3), ..Desk::terms(40) }).await;
    let mut wishes = Vec::new();
    for number in 0..10 {
        let student = desk.student(&format!("Student {number}"), &teacher).await;
        let slot = desk.slots(&student).await[number].clone();
        let quote = desk.quote(&student, &slot, Some("FIRST3")).await;
        wishes.push((student, slot, quote));
    }
    let clicks = wishes.iter().map(|(student, slot, quote)| desk.order_request(student, slot, quote).send());
    let replies = join_all(clicks).await;
    let won: Vec<_> = (0..10).filter(|number| replies[*number].code().is_none()).collect();
    assert_eq!(won.len(), 3);
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        lost.refused(ErrorCode::CouponUsedUp);
    }
    assert_eq!(count(&desk, "orders").await, 3, "nothing is held for the others");
    assert_eq!(count(&desk, "slots WHERE seats_taken <> 0").await, 3);
    // One pays, one gives up, one falls asleep: two uses are free again.
    desk.pay(&replies[won[0]].json());
    release(&desk, &wishes[won[1]].0, &replies[won[1]].json()).ok().await;
    desk.advance(minutes(16));
    settled(&desk).await;
    assert_eq!(count(&desk, "coupons WHERE used = 1").await, 1);
    let replies = join_all(
        wishes
            .iter()
            .filter(|(student, ..)| student.id != wishes[won[0]].0.id)
            .map(|(student, slot, quote)| desk.order_request(student, slot, quote).send()),
    )
    .await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 2);
    settled(&desk).await;
}

async fn ten_purchases_of_one_student_want_the_last_two(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon_with("TWICE", &Terms { limit_per_student: Some(2), ..Desk::terms(40) }).await;
    let slots = desk.slots(&student).await;
    let quote = desk.quote(&student, &slots[0], Some("TWICE")).await;
    let replies = join_all(slots[..10].iter().map(|slot| desk.order_request(&student, slot, &quote).send())).await;
    // The coupon moves from one unpaid purchase to the next; those that it has left are over.
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        use ErrorCode::{CouponUsedByYou, CouponUsedUp, OrderClosed};
        assert!(matches!(lost.code(), Some(CouponUsedUp | CouponUsedByYou | OrderClosed)), "{lost:?}");
    }
    assert_eq!(count(&desk, "orders WHERE coupon_held AND state = 'open'").await, 2);
    assert_eq!(count(&desk, "orders WHERE state IN ('open', 'preparing')").await, 2);
    ask(&desk, &student, &json!("TWICE")).await.ok();
    let other = desk.student("Arjun", &student.teacher).await;
    ask(&desk, &other, &json!("TWICE")).await.ok();
    let mut paid = 0;
    for won in replies.iter().filter(|reply| reply.code().is_none()).map(tala_tests::Reply::json) {
        if desk.order_state(&student, &won).await["state"] == "open" {
            desk.pay(&won);
            paid += 1;
        }
    }
    assert_eq!(paid, 2);
    settled(&desk).await;
    assert_eq!(count(&desk, "coupon_students WHERE used = 2").await, 1);
    ask(&desk, &student, &json!("TWICE")).await.refused(ErrorCode::CouponUsedByYou);
}

async fn used_up_between_quote_and_pay(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon_with("ONCE", &Terms { limit: Some(1), ..Desk::terms(50) }).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("ONCE")).await;
    let package = desk.package_quote(&student, 8, Some("ONCE")).await;
    desk.order(&other, &desk.slot_at(&other, at(NEXT_CLASS)).await, Some("ONCE")).await;
    desk.order_request(&student, &slot, &quote).refused(ErrorCode::CouponUsedUp).await;
    desk.package_request(&student, &package).refused(ErrorCode::CouponUsedUp).await;
    assert_eq!(count(&desk, "orders").await, 1);
    let full = desk.order(&student, &slot, None).await;
    assert_eq!(full["amount"], 102_298, "without it the class can be had");
    settled(&desk).await;
}

async fn stopped_between_quote_and_pay(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("HALF", 50).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("HALF")).await;
    sql(&desk, &format!("UPDATE coupons SET stopped_at = {}", desk.now().as_microsecond())).await;
    desk.order_request(&student, &slot, &quote).refused(ErrorCode::CouponInvalid).await;
    // The shown price without its coupon is no price either.
    let cheeky = json!({ "total": quote["total"], "currency": "INR", "couponCode": Value::Null });
    desk.order_request(&student, &slot, &cheeky).refused(ErrorCode::PriceChanged).await;
    assert_eq!(count(&desk, "orders").await, 0);
}

async fn a_total_that_cannot_be_charged_is_refused(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("NEARLY", 99).await;
    desk.coupon("ALL", 100).await;
    change_rate(&desk, 5_000).await;
    let body = |code: &str| json!({ "packageSize": 0, "couponCode": code });
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let mut half_a_rupee = body("NEARLY");
    half_a_rupee["slotId"] = slot["_id"].clone();
    desk.post("/api/quote", &half_a_rupee).by(&student).refused(ErrorCode::AmountTooSmall).await;
    assert_eq!(desk.package_quote(&student, 4, Some("NEARLY")).await["totalMinor"], 205, "2.00 and 2.4 % of it");
    assert_eq!(desk.quote(&student, &slot, Some("ALL")).await["totalMinor"], 0);
    change_rate(&desk, 0).await;
    let gift = desk.order(&student, &slot, None).await;
    assert_eq!((&gift["free"], &gift["orderId"]), (&json!(true), &Value::Null), "a teacher may ask for nothing");
    settled(&desk).await;
}

async fn a_free_class_asked_for_ten_times_is_booked_once(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon_with("GIFT", &Terms { limit_per_student: Some(1), ..Desk::terms(100) }).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("GIFT")).await;
    assert_eq!((&quote["total"], &quote["discountAmount"]), (&json!(0.0), &json!(999.0)));
    let replies = join_all((0..10).map(|_| desk.order_request(&student, &slot, &quote).send())).await;
    let mut given: Vec<_> = replies.iter().map(|reply| reply.ok()["booking"]["_id"].clone()).collect();
    given.dedup();
    assert_eq!(given.len(), 1, "{given:?}");
    settled(&desk).await;
    assert_eq!((count(&desk, "bookings").await, count(&desk, "orders").await), (1, 1));
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 1);
    assert_eq!(desk.provider.overview().unwrap()["orders"], json!([]), "nobody asked the provider");
    let next = desk.slot_at(&student, at(NEXT_CLASS)).await;
    desk.order_request(&student, &next, &quote).refused(ErrorCode::CouponUsedByYou).await;
}

async fn a_free_class_asked_for_again_is_the_same(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    desk.coupon_with("GIFT", &Terms { limit: Some(1), ..Desk::terms(100) }).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("GIFT")).await;
    let first = desk.order_request(&student, &slot, &quote).ok().await;
    for _ in 0..3 {
        desk.advance(minutes(20));
        let again = desk.order_request(&student, &slot, &quote).ok().await;
        assert_eq!((&again["booking"]["_id"], &again["free"]), (&first["booking"]["_id"], &json!(true)));
    }
    let other = desk.student("Arjun", &teacher).await;
    desk.order_request(&other, &slot, &quote).refused(ErrorCode::CouponUsedUp).await;
    settled(&desk).await;
    assert_eq!(bookings(&desk, &student).await.len(), 1);
}

async fn a_free_package_asked_for_ten_times_is_credited_once(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    for (code, limit_per_student) in [("ONCE", Some(1)), ("EVER", None)] {
        desk.coupon_with(code, &Terms { limit_per_student, ..Desk::terms(100) }).await;
        let before = balance(&desk, &student).await.0;
        let quote = desk.package_quote(&student, 4, Some(code)).await;
        let replies = join_all((0..10).map(|_| desk.package_request(&student, &quote).send())).await;
        let orders: Vec<_> = replies.iter().map(|reply| reply.ok()["order"]["_id"].clone()).collect();
        assert!(orders.iter().all(|order| *order == orders[0]), "{code}: {orders:?}");
        desk.package_request(&student, &quote).ok().await;
        assert_eq!(balance(&desk, &student).await.0, before + 4, "{code}");
        settled(&desk).await;
    }
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 2);
}

async fn a_free_class_can_be_bought_again_after_it_was_called_off(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon_with("GIFT", &Terms { limit: Some(1), ..Desk::terms(100) }).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let first = desk.order(&student, &slot, Some("GIFT")).await["booking"].clone();
    crate::support::cancel(&desk, &student, &first).ok().await;
    let second = desk.order(&student, &slot, Some("GIFT")).await["booking"].clone();
    assert_ne!(first["_id"], second["_id"]);
    settled(&desk).await;
    assert_eq!(count(&desk, "bookings WHERE status = 'confirmed'").await, 1);
}

async fn only_students_may_ask(desk: Desk) {
    let School { teacher, .. } = desk.school().await;
    let stranger = desk.person("Kavya").await;
    for path in ["/api/coupons/validate", "/api/coupons/apply", "/api/quote", "/create-booking", "/api/bulk-purchase"] {
        for person in [&*teacher, &stranger] {
            desk.post(path, &json!({ "code": "HALF" })).by(person).refused(ErrorCode::RoleNotAllowed).await;
        }
        desk.post(path, &json!({ "code": "HALF" })).refused(ErrorCode::SignInRequired).await;
    }
}
