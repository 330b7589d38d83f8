//! Steps of students who buy: read slots, request quotes, order, return after payment, abandon.

use razorpay_sandbox::payment_signature;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::http::Request;
use tala_tests::{KEY_SECRET, PaymentsApp, Reply, Student, raw};
use uuid::Uuid;

use crate::concurrency::{Doing, in_turns};
use crate::families::check_refusal;
use crate::random::Random;
use crate::world::{Made, World};

/// Permitted results of an unpaid order.
fn may_be_refused(world: &World<'_>, code: ErrorCode) -> bool {
    use ErrorCode::{
        AmountTooSmall, CouponInvalid, CouponLimitPerStudent, CouponNotApplicable, CouponUsedUp, OrderClosed,
        PaymentUnavailable, PaymentUnresolved, PriceChanged, SlotTaken, StudentBusy, TooManyHolds, Unavailable,
    };
    match code {
        AmountTooSmall
        | CouponInvalid
        | CouponNotApplicable
        | CouponLimitPerStudent
        | CouponUsedUp
        | PaymentUnavailable
        | PaymentUnresolved
        | TooManyHolds => true,
        // Alone, a slot that was listed before is still available.
        SlotTaken | StudentBusy | ErrorCode::SeatHeld | PriceChanged | OrderClosed | Unavailable => !world.alone.get(),
        _ => false,
    }
}

/// A refusal because of a coupon's uses or a hold is correct: it was not caused by the student's own unpaid order.
async fn must_be_true(world: &World<'_>, student: &Student, coupon: Option<&str>, code: ErrorCode) {
    if !world.alone.get() {
        return;
    }
    let store = &world.app().ctx.store;
    let who = raw::id(store, student.id.0);
    match (code, coupon) {
        (ErrorCode::CouponLimitPerStudent | ErrorCode::CouponUsedUp, Some(coupon)) => {
            let own = format!(
                "(SELECT count(*) FROM orders WHERE coupon_code = '{coupon}' AND student_id = {who} AND coupon_reserved
                     AND state IN ('preparing', 'open'))"
            );
            let sql = format!(
                "SELECT count(*) FROM coupons c LEFT JOIN coupon_students s ON s.coupon_id = c.id AND s.student_id = {who}
                  WHERE c.code = '{coupon}' AND (c.used - {own} >= c.use_limit OR s.used - {own} >= c.student_limit)"
            );
            assert_eq!(raw::number(store, &sql).await, 1, "{coupon} is not used up for {}", student.name);
        }
        (ErrorCode::TooManyHolds, _) => {
            let now = world.app().now().as_microsecond();
            let held = format!(
                "SELECT count(*) FROM orders WHERE student_id = {who} AND seat_state = 'held' AND hold_expires_at > {now}"
            );
            assert!(raw::number(store, &held).await >= 3, "{} holds fewer than three seats", student.name);
        }
        _ => {}
    }
}

/// A coupon code, mostly an existing one.
fn coupon(world: &World<'_>, random: &mut Random) -> Option<String> {
    if random.chance(60) {
        return None;
    }
    let codes = world.coupons.borrow();
    Some(if random.chance(3) { "NOBODYS".to_owned() } else { random.pick(&codes).clone() })
}

pub(crate) async fn buy_class(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let app = world.server(random);
    let slots = app.slots(student).await;
    let Some(slot) = random.pick_early(&slots) else { return };
    let coupon = coupon(world, random);
    let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "couponCode": coupon });
    let about = format!("{} orders the class at {} with {coupon:?}", student.name, slot["dateTime"]);
    // The student's own hold is listed even if the teacher has removed the hour; it can be paid, but not ordered again.
    let held = slot["orderId"].is_string();
    let Some(quote) = quote(world, app, student, (&body, held), &about).await else { return };
    let again = world.server(random);
    let requests = [app, again].map(|app| app.order_request(student, slot, &quote));
    order(world, random, (student, coupon.as_deref()), requests, &quote, &about).await;
}

pub(crate) async fn buy_package(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let app = world.server(random);
    let size = *random.pick(&[4, 8]);
    let coupon = coupon(world, random);
    let body = json!({ "packageSize": size, "couponCode": coupon });
    let about = format!("{} orders {size} credits with {coupon:?}", student.name);
    let Some(quote) = quote(world, app, student, (&body, false), &about).await else { return };
    let body = json!({
        "studentEmail": student.email, "packageSize": size, "paymentAmount": quote["total"],
        "currency": quote["currency"], "couponCode": coupon,
    });
    let again = world.server(random);
    let requests = [app, again].map(|app| app.post("/api/bulk-purchase", &body).by(student));
    order(world, random, (student, coupon.as_deref()), requests, &quote, &about).await;
}

async fn quote(
    world: &World<'_>,
    app: &PaymentsApp,
    student: &Student,
    (body, held): (&Value, bool),
    about: &str,
) -> Option<Value> {
    let reply = app.post("/api/quote", body).by(student).send().await;
    if let Some(code) = reply.code() {
        world.trace.write(format!("{about}: no price, {code:?}"));
        must_be_true(world, student, body["couponCode"].as_str(), code).await;
        assert!(may_be_refused(world, code) || (held && code == ErrorCode::SlotTaken), "{}", reply.text);
        return None;
    }
    Some(reply.ok()["quote"].clone())
}

/// Sends an order, sometimes twice simultaneously: only one order results.
async fn order(
    world: &World<'_>,
    random: &mut Random,
    (student, coupon): (&Student, Option<&str>),
    requests: [Request<'_>; 2],
    quote: &Value,
    about: &str,
) {
    let twice = random.chance(20);
    let mut doings: Vec<Doing<'_, Reply>> =
        requests.into_iter().map(|request| Box::pin(request.send()) as Doing<'_, Reply>).collect();
    doings.truncate(if twice { 2 } else { 1 });
    let replies = in_turns(random, doings).await;
    let outcomes: Vec<_> = replies.iter().map(|reply| reply.code().map(ErrorCode::as_str)).collect();
    world.trace.write(format!("{about}: {outcomes:?}"));
    let mut orders = Vec::new();
    for reply in &replies {
        check_refusal(world, student, reply).await;
        match reply.code() {
            None => orders.push(reply.ok()),
            Some(ErrorCode::GuardianRequired) => {}
            // The slower one of the student's own two requests may find the seat taken by the other.
            Some(ErrorCode::SlotTaken | ErrorCode::SeatHeld | ErrorCode::StudentBusy) if twice => {}
            Some(ErrorCode::OrderClosed | ErrorCode::Unavailable) if twice => {}
            Some(code) => {
                assert!(may_be_refused(world, code), "{}", reply.text);
                must_be_true(world, student, coupon, code).await;
            }
        }
    }
    let taken = |reply: &&Reply| matches!(reply.code(), Some(ErrorCode::SlotTaken | ErrorCode::StudentBusy));
    let nobody = replies.iter().filter(taken).count() == replies.len();
    assert!(!(nobody && world.alone.get()), "a listed slot is not available: {}", replies[0].text);
    for order in &orders {
        // A class that was concurrently rescheduled to this slot is there already.
        if !world.alone.get() && order["booking"].is_object() {
            continue;
        }
        assert_eq!(order["amount"], quote["totalMinor"], "asked for what was quoted: {order}");
        assert_eq!(order["free"], quote["totalMinor"] == 0, "{order}");
    }
    if let ([first, second], true) = (orders.as_slice(), world.alone.get()) {
        // An order at another price may split into two; then one is closed.
        let ids = [first, second].map(|order| order["orderId"].as_str().unwrap_or_default());
        let open = format!(
            "SELECT count(*) FROM orders WHERE state IN ('preparing', 'open') AND provider_order_id IN ('{}', '{}')",
            ids[0], ids[1]
        );
        let open = raw::number(&world.app().ctx.store, &open).await;
        assert!(open <= 1, "two requests, two payable orders: {orders:?}");
    }
}

/// One of our orders with its student, as stored.
pub(crate) struct Placed {
    pub(crate) student: usize,
    pub(crate) order: String,
    pub(crate) is_package: bool,
    pub(crate) id: Uuid,
}

/// Finds an order by the provider's order id.
pub(crate) async fn placed(world: &World<'_>, order: &str) -> Option<Placed> {
    let sql = format!("SELECT student_id, package_size, id FROM orders WHERE provider_order_id = '{order}'");
    let rows = raw::rows::<(Uuid, i64, Uuid)>(&world.app().ctx.store, &sql).await;
    let (student, package_size, id) = rows.into_iter().next()?;
    Some(Placed {
        student: world.students.iter().position(|one| one.id.0 == student).unwrap(),
        order: order.to_owned(),
        is_package: package_size > 0,
        id,
    })
}

/// One of the payments, mostly a recent one.
fn remembered(world: &World<'_>, random: &mut Random) -> Option<Made> {
    let made = world.made.borrow();
    let latest: Vec<&Made> = made.iter().rev().filter(|made| made.order.is_some()).take(40).collect();
    random.pick_early(&latest).map(|made| (*made).clone())
}

/// The browser returns from the checkout, with true or false data.
pub(crate) async fn say_paid(world: &World<'_>, random: &mut Random) {
    let Some(made) = remembered(world, random) else { return };
    let Some(placed) = placed(world, made.order.as_deref().unwrap()).await else { return };
    let mut signature = payment_signature(KEY_SECRET, &placed.order, &made.payment);
    let mut student = placed.student;
    let lie = random.chance(16);
    match random.below(4) {
        _ if !lie => {}
        0 => student = (student + random.below(world.students.len() - 1) + 1) % world.students.len(),
        1 => signature = payment_signature("guessed", &placed.order, &made.payment),
        2 => signature = signature.to_uppercase(),
        _ => signature.truncate(random.below(64)),
    }
    let path = if placed.is_package { "/api/payment-success-bulk" } else { "/api/payment-success" };
    let body = json!({ "order_id": placed.order, "payment_id": made.payment, "signature": signature });
    let times = if random.chance(15) { 2 } else { 1 };
    let who = &world.students[student];
    let doings = (0..times)
        .map(|_| Box::pin(world.server(random).post(path, &body).by(who).send()) as Doing<'_, Reply>)
        .collect::<Vec<_>>();
    let replies = in_turns(random, doings).await;
    for reply in replies {
        let about = format!("{} says that {} is paid by {}, lie: {lie}", who.name, placed.order, made.payment);
        world.trace.write(format!("{about}: {:?}", reply.code().map(ErrorCode::as_str)));
        match reply.code() {
            Some(ErrorCode::PaymentNotVerified) => assert!(lie, "{}", reply.text),
            _ if lie => panic!("{about}: accepted: {}", reply.text),
            None => must_be_there(world, &placed).await,
            Some(ErrorCode::PaymentPending) => {}
            Some(ErrorCode::Unavailable) if !world.alone.get() || times > 1 => {}
            Some(_) => panic!("{about}: {}", reply.text),
        }
    }
}

/// A browser whose callback succeeded finds the class, the credits or the refund.
async fn must_be_there(world: &World<'_>, placed: &Placed) {
    let store = &world.app().ctx.store;
    let id = raw::id(store, placed.id);
    let found = raw::number(
        store,
        &format!(
            "SELECT (SELECT count(*) FROM bookings WHERE order_id = {id}) + (SELECT count(*) FROM credit_lots WHERE order_id = {id})
                  + (SELECT count(*) FROM refunds WHERE order_id = {id})"
        ),
    )
    .await;
    assert!(found > 0, "{} was confirmed without a result", placed.order);
}

/// The student goes back or closes the tab.
pub(crate) async fn abandon(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let app = world.server(random);
    let orders = app.get("/api/orders?limit=8").by(student).ok().await;
    let Some(order) = random.pick_early(orders.as_array().unwrap()) else { return };
    let id = order["_id"].as_str().unwrap();
    world.given_up.borrow_mut().insert(id.parse().unwrap());
    let path = format!("/api/orders/{id}/cancel");
    let reply = app.post(&path, &json!({})).by(student).send().await;
    world.trace.write(format!("{} gives up {}: {:?}", student.name, order["_id"], reply.code()));
    let left = reply.ok();
    assert!(left["state"] != "open" && left["state"] != "preparing", "{left}");
}

/// A person reads everything that is readable.
pub(crate) async fn look(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let app = world.server(random);
    world.trace.write(format!("{} looks round", student.name));
    let orders = app.get("/api/orders?limit=20").by(student).ok().await;
    for order in orders.as_array().unwrap().iter().take(3) {
        let id = order["_id"].as_str().unwrap();
        let receipt = app.get(&format!("/api/orders/{id}/receipt")).by(student).send().await;
        assert_eq!(receipt.status.is_success(), !order["receiptNumber"].is_null(), "{}", receipt.text);
    }
    let history = app.get("/api/credit-history").by(student).ok().await;
    let moved: i64 =
        history["entries"].as_array().unwrap().iter().map(|entry| entry["credits"].as_i64().unwrap()).sum();
    let lots = history["lots"].as_array().unwrap();
    let left: i64 = lots.iter().map(|lot| lot["remaining"].as_i64().unwrap()).sum();
    assert_eq!(moved, left, "the history adds up to what is left: {history}");
    let profile = app.get(&format!("/api/student-profile?email={}", student.email)).by(student).ok().await;
    let alive: i64 =
        lots.iter().filter(|lot| lot["expired"] == false).map(|lot| lot["remaining"].as_i64().unwrap()).sum();
    assert_eq!(profile["classCredits"], alive, "{profile} {history}");
}
