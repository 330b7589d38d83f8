//! Prices: what is shown is what is charged, to the paisa and the cent; what is no longer the price is asked again (D19–D21).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::http::Request;
use tala_tests::school::School;
use tala_tests::{Desk, Student, at, both_dbs, days, hours, later};

use crate::support::{
    CLASS, NEXT_CLASS, buy_class, change_rate, count, in_account, in_dollars, penniless, release, settled, sql,
};

both_dbs!(
    what_is_shown_is_charged,
    a_class_of_several_credits_costs_as_many_times_the_rate,
    a_price_that_changed_is_asked_again,
    a_wrong_amount_is_asked_again,
    a_price_that_changed_after_the_order_holds,
    the_currency_is_the_stored_one,
    the_first_sixty_days_cost_no_service_fee,
    the_service_fee_falls_with_the_classes_taken,
    the_promotion_ends_with_its_last_day_in_india,
    a_fee_that_begins_between_quote_and_pay_is_asked_again,
    quotes_are_for_what_can_be_bought,
);

/// An amount of a reply in minor units.
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

async fn what_is_shown_is_charged(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    desk.coupon("THIRD", 33).await;
    let mut day = 0;
    let mut buy = async |currency: &str, size: u32, coupon: Option<&str>, total: i64| {
        day += 1;
        let slot = desk.slot_at(&student, later(at(CLASS), days(day))).await;
        let (quote, order) = if size == 0 {
            (desk.quote(&student, &slot, coupon).await, desk.order(&student, &slot, coupon).await)
        } else {
            (desk.package_quote(&student, size, coupon).await, desk.order_package(&student, size, coupon).await)
        };
        lines_add_up(&quote);
        let about = format!("{currency} {size} {coupon:?}");
        assert_eq!((&quote["totalMinor"], &quote["currency"]), (&json!(total), &json!(currency)), "{about}");
        assert_eq!((&order["amount"], &order["currency"]), (&json!(total), &json!(currency)), "{about}");
        let asked = desk.provider.order(order["orderId"].as_str().unwrap()).unwrap();
        assert_eq!((&asked["amount"], &asked["currency"]), (&json!(total), &json!(currency)), "{about}");
        let paid = desk.provider.payment(&desk.pay(&order)).unwrap();
        assert_eq!((&paid["amount"], &paid["currency"]), (&json!(total), &json!(currency)), "{about}");
        settled(&desk).await;
        let path = format!("/api/orders/{}/receipt", order["order"]["_id"].as_str().unwrap());
        let receipt = desk.get(&path).by(&student).ok().await;
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
    in_dollars(&desk, &student).await;
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
    assert_eq!(in_account(&desk, "provider_clearing", "INR").await, charged[0]);
    assert_eq!(in_account(&desk, "provider_clearing", "USD").await, charged[1]);
}

async fn a_class_of_several_credits_costs_as_many_times_the_rate(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let evening = at("2026-03-10T13:00:00Z");
    desk.publish(&teacher, evening, (ClassType::Group, 5, 3)).await;
    let quote = desk.quote(&student, &desk.slot_at(&student, evening).await, None).await;
    assert_eq!((&quote["basePrice"], &quote["creditCost"]), (&json!(2997.0), &json!(3)));
    lines_add_up(&quote);
    buy_class(&desk, &student, "2026-03-10T13:00:00Z").await;
    settled(&desk).await;
}

async fn a_price_that_changed_is_asked_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let shown = [desk.quote(&student, &slot, None).await, desk.package_quote(&student, 4, None).await];
    for rate in [120_000, 80_000, 99_949] {
        change_rate(&desk, rate).await;
        let stale: [Request<'_>; 2] =
            [desk.order_request(&student, &slot, &shown[0]), desk.package_request(&student, &shown[1])];
        for (request, classes) in stale.into_iter().zip([1, 4]) {
            let reply = request.send().await;
            // 999.49 for a class is 999 in whole rupees, as shown; for four of them it is not.
            if rate == 99_949 && classes == 1 {
                release(&desk, &student, &reply.ok()).ok().await;
                continue;
            }
            let fresh = reply.refused(ErrorCode::PriceChanged)["quote"].clone();
            lines_add_up(&fresh);
            assert_eq!(minor(&fresh["basePrice"]), (rate * classes + 50) / 100 * 100);
            assert_eq!(count(&desk, "orders WHERE state = 'open'").await, 0);
        }
    }
    let fresh = desk.quote(&student, &slot, None).await;
    let order = desk.order_request(&student, &slot, &fresh).ok().await;
    desk.pay(&order);
    settled(&desk).await;
}

async fn a_wrong_amount_is_asked_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("HALF", 50).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
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
        let problem = desk.order_request(&student, &slot, &with(total, "INR")).refused(ErrorCode::PriceChanged).await;
        assert_eq!(problem["quote"]["totalMinor"], 102_298);
    }
    let dollars = with(json!(1022.98), "USD");
    desk.order_request(&student, &slot, &dollars).refused(ErrorCode::PriceChanged).await;
    desk.order_request(&student, &slot, &with(json!(1022.98), "EUR")).refused(ErrorCode::InvalidFields).await;
    for total in [json!("1022.98"), Value::Null, json!([1022.98]), json!(true)] {
        let reply = desk.order_request(&student, &slot, &with(total.clone(), "INR")).send().await;
        assert!(reply.status.is_client_error(), "{total}");
    }
    assert_eq!(count(&desk, "orders").await, 0);
    desk.order_request(&student, &slot, &with(json!(1022.980), "inr")).send().await;
    settled(&desk).await;
}

async fn a_price_that_changed_after_the_order_holds(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let agreed = desk.order(&student, &slot, None).await;
    let package = desk.order_package(&student, 8, None).await;
    change_rate(&desk, 300_000).await;
    for order in [&agreed, &package] {
        desk.pay(order);
    }
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &agreed).await["state"], "booked");
    assert_eq!(desk.order_state(&student, &package).await["state"], "credited");
    // Coming back to the checkout after the change is another price, so another order; the first one is given up.
    change_rate(&desk, 99_900).await;
    let next = desk.slot_at(&student, at(NEXT_CLASS)).await;
    let first = desk.order(&student, &next, None).await;
    change_rate(&desk, 150_000).await;
    let second = desk.order(&student, &next, None).await;
    assert_ne!(first["orderId"], second["orderId"]);
    assert_eq!((&first["amount"], &second["amount"]), (&json!(102_298), &json!(153_600)));
    assert_eq!(desk.order_state(&student, &first).await["state"], "cancelled");
    desk.pay(&second);
    settled(&desk).await;
}

async fn the_currency_is_the_stored_one(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let shown = desk.quote(&student, &slot, None).await;
    in_dollars(&desk, &student).await;
    let problem = desk.order_request(&student, &slot, &shown).refused(ErrorCode::PriceChanged).await;
    assert_eq!((&problem["quote"]["currency"], &problem["quote"]["total"]), (&json!("USD"), &json!(25.59)));
    let order = desk.order_request(&student, &slot, &problem["quote"]).ok().await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(in_account(&desk, "unearned_classes", "USD").await, -2_499);
}

/// What the service fee of a class is now: its rate, what is charged and what is struck through.
async fn fee(desk: &Desk, student: &Student) -> (Value, i64, i64) {
    let quote = desk.package_quote(student, 4, None).await;
    lines_add_up(&quote);
    (quote["serviceFeePercent"].clone(), minor(&quote["serviceFee"]), minor(&quote["serviceFeeWaived"]))
}

async fn the_first_sixty_days_cost_no_service_fee(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let joined = desk.now();
    let (free, charged) = ((json!(10.0), 0, 39_960), (json!(10.0), 39_960, 0));
    for (age, expected) in [
        (SignedDuration::ZERO, &free),
        (days(59), &free),
        (days(60) - SignedDuration::from_micros(1), &free),
        (days(60), &charged),
        (days(400), &charged),
    ] {
        desk.clock.set(later(joined, age));
        assert_eq!(fee(&desk, &student).await, *expected, "{age:?}");
    }
    let order = desk.order_package(&student, 4, None).await;
    assert_eq!(order["amount"], 399_600 + 39_960 + 9_590, "the provider's fee is on the price alone");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(in_account(&desk, "service_fees", "INR").await, -39_960);
}

async fn the_service_fee_falls_with_the_classes_taken(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "06:00", "20:00")]).await;
    desk.lot(&student, 22, days(30)).await;
    let mut taken = Vec::new();
    for slot in &desk.slots(&student).await[..22] {
        taken.push(desk.book(&student, slot).await);
    }
    crate::support::cancel(&desk, &student, &taken[21]).ok().await;
    desk.advance(days(61));
    assert_eq!(fee(&desk, &student).await, (json!(8.0), 31_968, 0), "21 taken, one called off");
    desk.work().await;
    assert_eq!(fee(&desk, &student).await, (json!(8.0), 31_968, 0), "whether or not they were completed already");
    let ends: Timestamp = taken[20]["endDateTime"].as_str().unwrap().parse().unwrap();
    let (then, not_yet) = (ends.as_microsecond(), later(desk.now(), hours(1)).as_microsecond());
    sql(&desk, &format!("UPDATE bookings SET ends_at = {not_yet} WHERE ends_at = {then}")).await;
    assert_eq!(fee(&desk, &student).await, (json!(10.0), 39_960, 0), "20 taken");
}

async fn the_promotion_ends_with_its_last_day_in_india(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let joined = at("2025-01-01T00:00:00Z").as_microsecond();
    sql(&desk, &format!("UPDATE students SET joined_at = {joined}")).await;
    for (now, waived) in [
        ("2025-07-25T12:00:00Z", true),
        ("2025-07-25T18:29:59.999999Z", true),
        ("2025-07-25T18:30:00Z", false),
        ("2025-07-26T00:00:00Z", false),
    ] {
        desk.clock.set(at(now));
        let expected = if waived { (json!(10.0), 0, 39_960) } else { (json!(10.0), 39_960, 0) };
        assert_eq!(fee(&desk, &student).await, expected, "{now}");
    }
}

async fn a_fee_that_begins_between_quote_and_pay_is_asked_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.clock.set(later(desk.now(), days(60) - SignedDuration::from_secs(1)));
    let (slot, package) = (desk.slots(&student).await[0].clone(), desk.package_quote(&student, 8, None).await);
    let quote = desk.quote(&student, &slot, None).await;
    desk.advance(SignedDuration::from_secs(1));
    let fresh = desk.order_request(&student, &slot, &quote).refused(ErrorCode::PriceChanged).await["quote"].clone();
    assert_eq!((&fresh["serviceFee"], &fresh["totalMinor"]), (&json!(99.9), &json!(112_288)));
    desk.package_request(&student, &package).refused(ErrorCode::PriceChanged).await;
    let order = desk.order_request(&student, &slot, &fresh).ok().await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(in_account(&desk, "service_fees", "INR").await, -9_990);
}

async fn quotes_are_for_what_can_be_bought(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    for (body, code) in [
        (json!({}), ErrorCode::InvalidFields),
        (json!({ "packageSize": 0 }), ErrorCode::InvalidFields),
        (json!({ "packageSize": 3 }), ErrorCode::InvalidFields),
        (json!({ "packageSize": 4, "slotId": slot["_id"] }), ErrorCode::InvalidFields),
        (json!({ "slotId": "v-1-2" }), ErrorCode::InvalidSlot),
        (json!({ "slotId": slot["_id"], "dateTime": NEXT_CLASS }), ErrorCode::InvalidSlot),
        (json!({ "slotId": student.id.to_string() }), ErrorCode::SlotTaken),
    ] {
        desk.post("/api/quote", &body).by(&student).refused(code).await;
    }
    desk.clock.set(at(CLASS).checked_sub(hours(12)).unwrap());
    let body = json!({ "slotId": slot["_id"] });
    desk.post("/api/quote", &body).by(&student).refused(ErrorCode::SlotTooSoon).await;
}
