//! Prices: the displayed price is the charged price, to the paisa and the cent; a price that has changed is refused
//! (D19–D21).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, hours, later};

use crate::common::payments::{
    CLASS, NEXT_CLASS, buy_class, change_rate, count, finish_and_audit, in_account, in_dollars, release,
    school_without_credits, sql,
};

both_dbs!(
    what_is_shown_is_charged,
    a_class_of_several_credits_costs_as_many_times_the_rate,
    changed_price_is_refused_with_a_new_quote,
    wrong_amount_is_refused_with_a_new_quote,
    a_price_that_changed_after_the_order_holds,
    the_currency_is_the_stored_one,
    the_first_sixty_days_cost_no_service_fee,
    service_fee_falls_with_the_number_of_classes,
    the_promotion_ends_with_its_last_day_in_india,
    fee_that_starts_between_quote_and_order_is_refused_with_a_new_quote,
    quotes_are_for_what_can_be_bought,
);

/// An amount of a response in minor units.
fn minor(amount: &Value) -> i64 {
    let minor = amount.as_f64().unwrap() * 100.0;
    assert!((minor - minor.round()).abs() < 1e-6, "{amount}");
    minor.round() as i64
}

fn lines_add_up(quote: &Value) {
    let [base, discount, price, service, provider, total] =
        ["basePrice", "discountAmount", "discountedPrice", "serviceFee", "razorpayFee", "total"]
            .map(|line| minor(&quote[line]));
    assert_eq!((base - discount, price + service + provider), (price, total), "{quote}");
    assert_eq!(json!(total), quote["totalMinor"]);
}

async fn what_is_shown_is_charged(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    app.coupon("THIRD", 33).await;
    let mut day = 0;
    let mut buy = async |currency: &str, size: u32, coupon: Option<&str>, total: i64| {
        day += 1;
        let slot = app.slot_at(&student, later(at(CLASS), days(day))).await;
        let (quote, order) = if size == 0 {
            (app.quote(&student, &slot, coupon).await, app.order(&student, &slot, coupon).await)
        } else {
            (app.package_quote(&student, size, coupon).await, app.order_package(&student, size, coupon).await)
        };
        lines_add_up(&quote);
        let about = format!("{currency} {size} {coupon:?}");
        assert_eq!((&quote["totalMinor"], &quote["currency"]), (&json!(total), &json!(currency)), "{about}");
        assert_eq!((&order["amount"], &order["currency"]), (&json!(total), &json!(currency)), "{about}");
        let asked = app.provider.order(order["orderId"].as_str().unwrap()).unwrap();
        assert_eq!((&asked["amount"], &asked["currency"]), (&json!(total), &json!(currency)), "{about}");
        let paid = app.provider.payment(&app.pay(&order)).unwrap();
        assert_eq!((&paid["amount"], &paid["currency"]), (&json!(total), &json!(currency)), "{about}");
        finish_and_audit(&app).await;
        let path = format!("/api/orders/{}/receipt", order["order"]["_id"].as_str().unwrap());
        let receipt = app.get(&path).by(&student).ok().await;
        assert_eq!((minor(&receipt["total"]), &receipt["currency"]), (total, &json!(currency)), "{about}");
        total
    };
    let mut charged = [0, 0];
    for (size, coupon, inr) in [
        (0, None, 102_298),
        (0, Some("TEN"), 92_068),
        (0, Some("THIRD"), 68_539),
        (4, None, 409_190),
        (4, Some("THIRD"), 274_158),
        (8, None, 818_381),
        (8, Some("TEN"), 736_543),
    ] {
        charged[0] += buy("INR", size, coupon, inr).await;
    }
    in_dollars(&app, &student).await;
    for (size, coupon, usd) in [
        (0, None, 2_559),
        (0, Some("TEN"), 2_303),
        (0, Some("THIRD"), 1_714),
        (4, None, 10_236),
        (4, Some("THIRD"), 6_858),
        (8, None, 20_472),
        (8, Some("TEN"), 18_425),
    ] {
        charged[1] += buy("USD", size, coupon, usd).await;
    }
    assert_eq!(in_account(&app, "provider_clearing", "INR").await, charged[0]);
    assert_eq!(in_account(&app, "provider_clearing", "USD").await, charged[1]);
}

async fn a_class_of_several_credits_costs_as_many_times_the_rate(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let evening = at("2026-03-10T13:00:00Z");
    app.publish(&teacher, evening, (ClassType::Group, 5, 3)).await;
    let quote = app.quote(&student, &app.slot_at(&student, evening).await, None).await;
    assert_eq!((&quote["basePrice"], &quote["creditCost"]), (&json!(2997.0), &json!(3)));
    lines_add_up(&quote);
    buy_class(&app, &student, "2026-03-10T13:00:00Z").await;
    finish_and_audit(&app).await;
}

async fn changed_price_is_refused_with_a_new_quote(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let shown = [app.quote(&student, &slot, None).await, app.package_quote(&student, 4, None).await];
    for rate in [120_000, 80_000, 99_949] {
        change_rate(&app, rate).await;
        let stale: [Request<'_>; 2] =
            [app.order_request(&student, &slot, &shown[0]), app.package_request(&student, &shown[1])];
        for (request, classes) in stale.into_iter().zip([1, 4]) {
            let reply = request.send().await;
            // 999.49 for one class is 999 in whole rupees, as displayed; four of them are not four times 999.
            if rate == 99_949 && classes == 1 {
                release(&app, &student, &reply.ok()).ok().await;
                continue;
            }
            let fresh = reply.refused(ErrorCode::PriceChanged)["quote"].clone();
            lines_add_up(&fresh);
            assert_eq!(minor(&fresh["basePrice"]), (rate * classes + 50) / 100 * 100);
            assert_eq!(count(&app, "orders WHERE state = 'open'").await, 0);
        }
    }
    let fresh = app.quote(&student, &slot, None).await;
    let order = app.order_request(&student, &slot, &fresh).ok().await;
    app.pay(&order);
    finish_and_audit(&app).await;
}

async fn wrong_amount_is_refused_with_a_new_quote(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("HALF", 50).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let with =
        |total: Value, currency: &str| json!({ "total": total, "currency": currency, "couponCode": Value::Null });
    for total in [
        json!(0),
        json!(1),
        json!(-1022.98),
        json!(1022.97),
        json!(1022.99),
        json!(1022.9801),
        json!(102_298),
        json!(511.49),
        json!(1e300),
        json!(i64::MAX),
        json!(u64::MAX),
    ] {
        let problem = app.order_request(&student, &slot, &with(total, "INR")).refused(ErrorCode::PriceChanged).await;
        assert_eq!(problem["quote"]["totalMinor"], 102_298);
    }
    let dollars = with(json!(1022.98), "USD");
    app.order_request(&student, &slot, &dollars).refused(ErrorCode::PriceChanged).await;
    app.order_request(&student, &slot, &with(json!(1022.98), "EUR")).refused(ErrorCode::InvalidFields).await;
    for total in [json!("1022.98"), Value::Null, json!([1022.98]), json!(true)] {
        let reply = app.order_request(&student, &slot, &with(total.clone(), "INR")).send().await;
        assert!(reply.status.is_client_error(), "{total}");
    }
    assert_eq!(count(&app, "orders").await, 0);
    app.order_request(&student, &slot, &with(json!(1022.980), "inr")).send().await;
    finish_and_audit(&app).await;
}

async fn a_price_that_changed_after_the_order_holds(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let agreed = app.order(&student, &slot, None).await;
    let package = app.order_package(&student, 8, None).await;
    change_rate(&app, 300_000).await;
    for order in [&agreed, &package] {
        app.pay(order);
    }
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &agreed).await["state"], "booked");
    assert_eq!(app.order_state(&student, &package).await["state"], "credited");
    // Returning to the checkout after the change gives another price and so another order; the first one is closed.
    change_rate(&app, 99_900).await;
    let next = app.slot_at(&student, at(NEXT_CLASS)).await;
    let first = app.order(&student, &next, None).await;
    change_rate(&app, 150_000).await;
    let second = app.order(&student, &next, None).await;
    assert_ne!(first["orderId"], second["orderId"]);
    assert_eq!((&first["amount"], &second["amount"]), (&json!(102_298), &json!(153_600)));
    assert_eq!(app.order_state(&student, &first).await["state"], "cancelled");
    app.pay(&second);
    finish_and_audit(&app).await;
}

async fn the_currency_is_the_stored_one(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let shown = app.quote(&student, &slot, None).await;
    in_dollars(&app, &student).await;
    let problem = app.order_request(&student, &slot, &shown).refused(ErrorCode::PriceChanged).await;
    assert_eq!((&problem["quote"]["currency"], &problem["quote"]["total"]), (&json!("USD"), &json!(25.59)));
    let order = app.order_request(&student, &slot, &problem["quote"]).ok().await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "unearned_classes", "USD").await, -2_499);
}

/// The current service fee of a class: rate, charged amount, amount struck through.
async fn fee(app: &PaymentsApp, student: &Student) -> (Value, i64, i64) {
    let quote = app.package_quote(student, 4, None).await;
    lines_add_up(&quote);
    (quote["serviceFeePercent"].clone(), minor(&quote["serviceFee"]), minor(&quote["serviceFeeWaived"]))
}

async fn the_first_sixty_days_cost_no_service_fee(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let joined = app.now();
    let (free, charged) = ((json!(10.0), 0, 39_960), (json!(10.0), 39_960, 0));
    for (age, expected) in [
        (SignedDuration::ZERO, &free),
        (days(59), &free),
        (days(60) - SignedDuration::from_micros(1), &free),
        (days(60), &charged),
        (days(400), &charged),
    ] {
        app.clock.set(later(joined, age));
        assert_eq!(fee(&app, &student).await, *expected, "{age:?}");
    }
    let order = app.order_package(&student, 4, None).await;
    assert_eq!(order["amount"], 399_600 + 39_960 + 9_590, "the provider's fee is on the price alone");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "service_fees", "INR").await, -39_960);
}

async fn service_fee_falls_with_the_number_of_classes(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "06:00", "20:00")]).await;
    app.lot(&student, 22, days(30)).await;
    let mut taken = Vec::new();
    for slot in &app.slots(&student).await[..22] {
        taken.push(app.book(&student, slot).await);
    }
    crate::common::payments::cancel(&app, &student, &taken[21]).ok().await;
    app.advance(days(61));
    assert_eq!(fee(&app, &student).await, (json!(8.0), 31_968, 0), "21 taken, one cancelled");
    app.work().await;
    assert_eq!(fee(&app, &student).await, (json!(8.0), 31_968, 0), "whether or not they were completed already");
    let ends: Timestamp = taken[20]["endDateTime"].as_str().unwrap().parse().unwrap();
    let (then, not_yet) = (ends.as_microsecond(), later(app.now(), hours(1)).as_microsecond());
    sql(&app, &format!("UPDATE bookings SET ends_at = {not_yet} WHERE ends_at = {then}")).await;
    assert_eq!(fee(&app, &student).await, (json!(10.0), 39_960, 0), "20 taken");
}

async fn the_promotion_ends_with_its_last_day_in_india(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let joined = at("2025-01-01T00:00:00Z").as_microsecond();
    sql(&app, &format!("UPDATE students SET joined_at = {joined}")).await;
    for (now, waived) in [
        ("2025-07-25T12:00:00Z", true),
        ("2025-07-25T18:29:59.999999Z", true),
        ("2025-07-25T18:30:00Z", false),
        ("2025-07-26T00:00:00Z", false),
    ] {
        app.clock.set(at(now));
        let expected = if waived { (json!(10.0), 0, 39_960) } else { (json!(10.0), 39_960, 0) };
        assert_eq!(fee(&app, &student).await, expected, "{now}");
    }
}

async fn fee_that_starts_between_quote_and_order_is_refused_with_a_new_quote(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.clock.set(later(app.now(), days(60) - SignedDuration::from_secs(1)));
    let (slot, package) = (app.slots(&student).await[0].clone(), app.package_quote(&student, 8, None).await);
    let quote = app.quote(&student, &slot, None).await;
    app.advance(SignedDuration::from_secs(1));
    let fresh = app.order_request(&student, &slot, &quote).refused(ErrorCode::PriceChanged).await["quote"].clone();
    assert_eq!((&fresh["serviceFee"], &fresh["totalMinor"]), (&json!(99.9), &json!(112_288)));
    app.package_request(&student, &package).refused(ErrorCode::PriceChanged).await;
    let order = app.order_request(&student, &slot, &fresh).ok().await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "service_fees", "INR").await, -9_990);
}

async fn quotes_are_for_what_can_be_bought(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    for (body, code) in [
        (json!({}), ErrorCode::InvalidFields),
        (json!({ "packageSize": 0 }), ErrorCode::InvalidFields),
        (json!({ "packageSize": 3 }), ErrorCode::InvalidFields),
        (json!({ "packageSize": 4, "slotId": slot["_id"] }), ErrorCode::InvalidFields),
        (json!({ "slotId": "v-1-2" }), ErrorCode::InvalidSlot),
        (json!({ "slotId": slot["_id"], "dateTime": NEXT_CLASS }), ErrorCode::InvalidSlot),
        (json!({ "slotId": student.id.to_string() }), ErrorCode::SlotTaken),
    ] {
        app.post("/api/quote", &body).by(&student).refused(code).await;
    }
    app.clock.set(at(CLASS).checked_sub(hours(12)).unwrap());
    let body = json!({ "slotId": slot["_id"] });
    app.post("/api/quote", &body).by(&student).refused(ErrorCode::SlotTooSoon).await;
}
