//! Coupons: who may use them, when and how often, also with many simultaneous requests for the last use (D20).

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::coupons::CouponTerms;
use tala_domain::error::ErrorCode;
use tala_domain::money::Currency;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Reply, Student, at, both_dbs, days, later, minutes};

use crate::common::payments::{
    CLASS, NEXT_CLASS, balance, bookings, change_rate, count, finish_and_audit, in_dollars, release,
    school_without_credits, sql,
};

both_dbs!(
    code_is_read_in_any_case_and_with_spaces,
    invalid_code_is_refused,
    attempts_to_guess_codes_are_limited,
    coupon_is_valid_within_its_time_only,
    a_coupon_that_ends_while_its_order_is_open_still_counts,
    coupon_is_valid_for_its_currency_and_teacher_only,
    last_three_coupon_uses_go_to_three_of_ten_students,
    last_two_coupon_uses_go_to_two_of_ten_purchases,
    coupon_used_up_after_the_quote_is_refused,
    coupon_deactivated_after_the_quote_is_refused,
    a_total_that_cannot_be_charged_is_refused,
    ten_simultaneous_orders_of_a_free_class_book_once,
    repeated_order_of_a_free_class_returns_the_same_booking,
    ten_orders_of_a_free_package_credit_it_once,
    free_class_can_be_ordered_again_after_cancellation,
    only_students_can_validate_coupons,
);

async fn ask(app: &PaymentsApp, student: &Student, code: &Value) -> Reply {
    app.post("/api/coupons/validate", &json!({ "code": code })).by(student).send().await
}

async fn code_is_read_in_any_case_and_with_spaces(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("DIWALI-25_X", 25).await;
    for typed in ["DIWALI-25_X", "diwali-25_x", "  Diwali-25_X\t", "\u{a0}DIWALI-25_x\n"] {
        let valid = ask(&app, &student, &json!(typed)).await.ok();
        assert_eq!(valid, json!({ "success": true, "code": "DIWALI-25_X", "discount": 25 }), "{typed:?}");
        let applied = app.post("/api/coupons/apply", &json!({ "code": typed })).by(&student).ok().await;
        let coupon = json!({ "code": "DIWALI-25_X", "discount": 25 });
        assert_eq!(applied, json!({ "success": true, "coupon": coupon, "message": "Discount applied!" }));
        let quote = app.package_quote(&student, 4, Some(typed)).await;
        assert_eq!((&quote["couponCode"], &quote["discountAmount"]), (&json!("DIWALI-25_X"), &json!(999.0)));
    }
    assert_eq!(count(&app, "coupons WHERE used = 0").await, 1, "a quote reserves no use");
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some(" diwali-25_x ")).await;
    assert_eq!(order["quote"]["discountedPrice"], 749.25);
    app.pay(&order);
    finish_and_audit(&app).await;
}

async fn invalid_code_is_refused(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("HALF", 50).await;
    let long = "A".repeat(10_000);
    let slot = app.slot_at(&student, at(CLASS)).await;
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
        let problem = ask(&app, &student, &json!(typed)).await.refused(code);
        let text = if code == ErrorCode::CouponMissing { "Please enter a coupon code" } else { "Invalid coupon code" };
        assert_eq!((&problem["error"], &problem["success"]), (&json!(text), &json!(false)), "{typed:.20?}");
        app.post("/api/coupons/apply", &json!({ "code": typed })).by(&student).refused(code).await;
        if code == ErrorCode::CouponInvalid {
            let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "couponCode": typed });
            app.post("/api/quote", &body).by(&student).refused(code).await;
            app.advance(minutes(11));
        }
    }
    app.post("/api/coupons/validate", &json!({})).by(&student).refused(ErrorCode::CouponMissing).await;
    for body in [json!({ "code": 7 }), json!({ "code": ["HALF"] }), json!([]), Value::Null] {
        let reply = app.post("/api/coupons/validate", &body).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{body}");
    }
    assert_eq!(count(&app, "coupons WHERE used = 0").await, 1);
}

async fn attempts_to_guess_codes_are_limited(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    app.coupon("HALF", 50).await;
    for number in 0..20 {
        let code = json!(format!("GUESS-{number}"));
        ask(&app, &student, &code).await.refused(ErrorCode::CouponInvalid);
    }
    ask(&app, &student, &json!("HALF")).await.refused(ErrorCode::TooManyRequests);
    let other = app.student("Arjun", &teacher).await;
    ask(&app, &other, &json!("HALF")).await.ok();
    app.advance(minutes(11));
    ask(&app, &student, &json!("HALF")).await.ok();
}

async fn coupon_is_valid_within_its_time_only(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let (start, end) = (later(app.now(), days(1)), later(app.now(), days(3)));
    app.coupon_with("HOLI", &CouponTerms { starts_at: Some(start), ends_at: Some(end), ..PaymentsApp::terms(30) })
        .await;
    let instant = SignedDuration::from_micros(1);
    for (now, refusal) in [
        (later(start, -days(1)), Some(ErrorCode::CouponNotStarted)),
        (later(start, -instant), Some(ErrorCode::CouponNotStarted)),
        (start, None),
        (later(end, -instant), None),
        (end, Some(ErrorCode::CouponExpired)),
        (later(end, days(300)), Some(ErrorCode::CouponExpired)),
    ] {
        app.clock.set(now);
        assert_eq!(ask(&app, &student, &json!("HOLI")).await.code(), refusal, "{now}");
        let order = json!({
            "studentEmail": student.email, "packageSize": 4, "paymentAmount": 2864.33, "currency": "INR", "couponCode": "holi",
        });
        assert_eq!(app.post("/api/bulk-purchase", &order).by(&student).send().await.code(), refusal, "{now}");
    }
}

async fn a_coupon_that_ends_while_its_order_is_open_still_counts(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let end = later(app.now(), minutes(5));
    app.coupon_with("SOON", &CouponTerms { ends_at: Some(end), ..PaymentsApp::terms(30) }).await;
    let orders = [
        app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("SOON")).await,
        app.order(&student, &app.slot_at(&student, at(NEXT_CLASS)).await, Some("SOON")).await,
    ];
    app.advance(minutes(10));
    let payment = app.pay(&orders[0]);
    app.success_request(&student, &orders[0], &payment).ok().await;
    app.advance(minutes(10));
    app.work().await;
    app.pay(&orders[1]);
    finish_and_audit(&app).await;
    for order in &orders {
        assert_eq!(app.order_state(&student, order).await["state"], "booked", "what was agreed holds");
    }
}

async fn coupon_is_valid_for_its_currency_and_teacher_only(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.teacher("Leela").await;
    for (code, terms) in [
        ("RUPEES", CouponTerms { currency: Some(Currency::Inr), ..PaymentsApp::terms(10) }),
        ("DOLLARS", CouponTerms { currency: Some(Currency::Usd), ..PaymentsApp::terms(10) }),
        ("PADMAS", CouponTerms { teacher: Some(teacher.id), ..PaymentsApp::terms(10) }),
        ("LEELAS", CouponTerms { teacher: Some(other.id), ..PaymentsApp::terms(10) }),
    ] {
        app.coupon_with(code, &terms).await;
    }
    let not_for_you = Some(ErrorCode::CouponNotApplicable);
    for (currency, codes) in [("INR", ["RUPEES", "DOLLARS"]), ("USD", ["DOLLARS", "RUPEES"])] {
        if currency == "USD" {
            in_dollars(&app, &student).await;
        }
        for (code, refusal) in [(codes[0], None), (codes[1], not_for_you), ("PADMAS", None), ("LEELAS", not_for_you)] {
            assert_eq!(ask(&app, &student, &json!(code)).await.code(), refusal, "{code} in {currency}");
        }
        let quote = app.package_quote(&student, 4, Some("PADMAS")).await;
        assert_eq!(quote["currency"], currency);
    }
    let student = student.with_teacher(&app, &other).await;
    assert_eq!(ask(&app, &student, &json!("PADMAS")).await.code(), not_for_you);
    ask(&app, &student, &json!("LEELAS")).await.ok();
}

async fn last_three_coupon_uses_go_to_three_of_ten_students(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    app.coupon_with("FIRST3", &CouponTerms { limit: Some(3), ..PaymentsApp::terms(40) }).await;
    let mut wishes = Vec::new();
    for number in 0..10 {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        let slot = app.slots(&student).await[number].clone();
        let quote = app.quote(&student, &slot, Some("FIRST3")).await;
        wishes.push((student, slot, quote));
    }
    let clicks = wishes.iter().map(|(student, slot, quote)| app.order_request(student, slot, quote).send());
    let replies = join_all(clicks).await;
    let won: Vec<_> = (0..10).filter(|number| replies[*number].code().is_none()).collect();
    assert_eq!(won.len(), 3);
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        lost.refused(ErrorCode::CouponUsedUp);
    }
    assert_eq!(count(&app, "orders").await, 3, "nothing is held for the others");
    assert_eq!(count(&app, "slots WHERE seats_taken <> 0").await, 3);
    // One student pays, one abandons the order, one hold expires: two uses are released.
    app.pay(&replies[won[0]].json());
    release(&app, &wishes[won[1]].0, &replies[won[1]].json()).ok().await;
    app.advance(minutes(16));
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "coupons WHERE used = 1").await, 1);
    let replies = join_all(
        wishes
            .iter()
            .filter(|(student, ..)| student.id != wishes[won[0]].0.id)
            .map(|(student, slot, quote)| app.order_request(student, slot, quote).send()),
    )
    .await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 2);
    finish_and_audit(&app).await;
}

async fn last_two_coupon_uses_go_to_two_of_ten_purchases(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon_with("TWICE", &CouponTerms { limit_per_student: Some(2), ..PaymentsApp::terms(40) }).await;
    let slots = app.slots(&student).await;
    let quote = app.quote(&student, &slots[0], Some("TWICE")).await;
    let replies = join_all(slots[..10].iter().map(|slot| app.order_request(&student, slot, &quote).send())).await;
    // The coupon is reserved by one unpaid order after the other; the orders that it has left are closed.
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        use ErrorCode::{CouponLimitPerStudent, CouponUsedUp, OrderClosed};
        assert!(matches!(lost.code(), Some(CouponUsedUp | CouponLimitPerStudent | OrderClosed)), "{lost:?}");
    }
    assert_eq!(count(&app, "orders WHERE coupon_reserved AND state = 'open'").await, 2);
    assert_eq!(count(&app, "orders WHERE state IN ('open', 'preparing')").await, 2);
    ask(&app, &student, &json!("TWICE")).await.ok();
    let other = app.student("Arjun", &student.teacher).await;
    ask(&app, &other, &json!("TWICE")).await.ok();
    let mut paid = 0;
    for won in replies.iter().filter(|reply| reply.code().is_none()).map(tala_tests::Reply::json) {
        if app.order_state(&student, &won).await["state"] == "open" {
            app.pay(&won);
            paid += 1;
        }
    }
    assert_eq!(paid, 2);
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "coupon_students WHERE used = 2").await, 1);
    ask(&app, &student, &json!("TWICE")).await.refused(ErrorCode::CouponLimitPerStudent);
}

async fn coupon_used_up_after_the_quote_is_refused(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon_with("ONCE", &CouponTerms { limit: Some(1), ..PaymentsApp::terms(50) }).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("ONCE")).await;
    let package = app.package_quote(&student, 8, Some("ONCE")).await;
    app.order(&other, &app.slot_at(&other, at(NEXT_CLASS)).await, Some("ONCE")).await;
    app.order_request(&student, &slot, &quote).refused(ErrorCode::CouponUsedUp).await;
    app.package_request(&student, &package).refused(ErrorCode::CouponUsedUp).await;
    assert_eq!(count(&app, "orders").await, 1);
    let full = app.order(&student, &slot, None).await;
    assert_eq!(full["amount"], 102_298, "without it the class can be had");
    finish_and_audit(&app).await;
}

async fn coupon_deactivated_after_the_quote_is_refused(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("HALF", 50).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("HALF")).await;
    sql(&app, &format!("UPDATE coupons SET deactivated_at = {}", app.now().as_microsecond())).await;
    app.order_request(&student, &slot, &quote).refused(ErrorCode::CouponInvalid).await;
    // The displayed price without the coupon is not a valid price either.
    let cheeky = json!({ "total": quote["total"], "currency": "INR", "couponCode": Value::Null });
    app.order_request(&student, &slot, &cheeky).refused(ErrorCode::PriceChanged).await;
    assert_eq!(count(&app, "orders").await, 0);
}

async fn a_total_that_cannot_be_charged_is_refused(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("NEARLY", 99).await;
    app.coupon("ALL", 100).await;
    change_rate(&app, 5_000).await;
    let body = |code: &str| json!({ "packageSize": 0, "couponCode": code });
    let slot = app.slot_at(&student, at(CLASS)).await;
    let mut half_a_rupee = body("NEARLY");
    half_a_rupee["slotId"] = slot["_id"].clone();
    app.post("/api/quote", &half_a_rupee).by(&student).refused(ErrorCode::AmountTooSmall).await;
    assert_eq!(app.package_quote(&student, 4, Some("NEARLY")).await["totalMinor"], 205, "2.00 and 2.4 % of it");
    assert_eq!(app.quote(&student, &slot, Some("ALL")).await["totalMinor"], 0);
    change_rate(&app, 0).await;
    let gift = app.order(&student, &slot, None).await;
    assert_eq!((&gift["free"], &gift["orderId"]), (&json!(true), &Value::Null), "a teacher may ask for nothing");
    finish_and_audit(&app).await;
}

async fn ten_simultaneous_orders_of_a_free_class_book_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon_with("GIFT", &CouponTerms { limit_per_student: Some(1), ..PaymentsApp::terms(100) }).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("GIFT")).await;
    assert_eq!((&quote["total"], &quote["discountAmount"]), (&json!(0.0), &json!(999.0)));
    let replies = join_all((0..10).map(|_| app.order_request(&student, &slot, &quote).send())).await;
    let mut given: Vec<_> = replies.iter().map(|reply| reply.ok()["booking"]["_id"].clone()).collect();
    given.dedup();
    assert_eq!(given.len(), 1, "{given:?}");
    finish_and_audit(&app).await;
    assert_eq!((count(&app, "bookings").await, count(&app, "orders").await), (1, 1));
    assert_eq!(app.mailer.sent_to(&student.email).len(), 1);
    assert_eq!(app.provider.overview().unwrap()["orders"], json!([]), "the provider was not called");
    let next = app.slot_at(&student, at(NEXT_CLASS)).await;
    app.order_request(&student, &next, &quote).refused(ErrorCode::CouponLimitPerStudent).await;
}

async fn repeated_order_of_a_free_class_returns_the_same_booking(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    app.coupon_with("GIFT", &CouponTerms { limit: Some(1), ..PaymentsApp::terms(100) }).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("GIFT")).await;
    let first = app.order_request(&student, &slot, &quote).ok().await;
    for _ in 0..3 {
        app.advance(minutes(20));
        let again = app.order_request(&student, &slot, &quote).ok().await;
        assert_eq!((&again["booking"]["_id"], &again["free"]), (&first["booking"]["_id"], &json!(true)));
    }
    let other = app.student("Arjun", &teacher).await;
    app.order_request(&other, &slot, &quote).refused(ErrorCode::CouponUsedUp).await;
    finish_and_audit(&app).await;
    assert_eq!(bookings(&app, &student).await.len(), 1);
}

async fn ten_orders_of_a_free_package_credit_it_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    for (code, limit_per_student) in [("ONCE", Some(1)), ("EVER", None)] {
        app.coupon_with(code, &CouponTerms { limit_per_student, ..PaymentsApp::terms(100) }).await;
        let before = balance(&app, &student).await.0;
        let quote = app.package_quote(&student, 4, Some(code)).await;
        let replies = join_all((0..10).map(|_| app.package_request(&student, &quote).send())).await;
        let orders: Vec<_> = replies.iter().map(|reply| reply.ok()["order"]["_id"].clone()).collect();
        assert!(orders.iter().all(|order| *order == orders[0]), "{code}: {orders:?}");
        app.package_request(&student, &quote).ok().await;
        assert_eq!(balance(&app, &student).await.0, before + 4, "{code}");
        finish_and_audit(&app).await;
    }
    assert_eq!(app.mailer.sent_to(&student.email).len(), 2);
}

async fn free_class_can_be_ordered_again_after_cancellation(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon_with("GIFT", &CouponTerms { limit: Some(1), ..PaymentsApp::terms(100) }).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let first = app.order(&student, &slot, Some("GIFT")).await["booking"].clone();
    crate::common::payments::cancel(&app, &student, &first).ok().await;
    let second = app.order(&student, &slot, Some("GIFT")).await["booking"].clone();
    assert_ne!(first["_id"], second["_id"]);
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "bookings WHERE status = 'confirmed'").await, 1);
}

async fn only_students_can_validate_coupons(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let stranger = app.person("Kavya").await;
    for path in ["/api/coupons/validate", "/api/coupons/apply", "/api/quote", "/create-booking", "/api/bulk-purchase"] {
        for person in [&*teacher, &stranger] {
            app.post(path, &json!({ "code": "HALF" })).by(person).refused(ErrorCode::RoleNotAllowed).await;
        }
        app.post(path, &json!({ "code": "HALF" })).refused(ErrorCode::SignInRequired).await;
    }
}
