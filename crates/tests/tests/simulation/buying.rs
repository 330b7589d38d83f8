//! Students at the shop: looking, quoting, ordering, saying that they have paid, giving up.

use razorpay_sandbox::payment_signature;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::http::Request;
use tala_tests::{Desk, KEY_SECRET, Reply, Student, raw};
use uuid::Uuid;

use crate::random::Random;
use crate::together::{Doing, in_turns};
use crate::world::{Made, World};

/// What may come of a purchase that was not paid for yet.
fn may_be_refused(world: &World<'_>, code: ErrorCode) -> bool {
    use ErrorCode::{
        AmountTooSmall, CouponInvalid, CouponNotForYou, CouponUsedByYou, CouponUsedUp, OrderClosed, PaymentUnavailable,
        PaymentUnresolved, PriceChanged, SlotTaken, StudentBusy, TooManyHolds, Unavailable,
    };
    match code {
        AmountTooSmall | CouponInvalid | CouponNotForYou | CouponUsedByYou | CouponUsedUp | PaymentUnavailable
        | PaymentUnresolved | TooManyHolds => true,
        // What was shown a moment ago is still there, unless others are about.
        SlotTaken | StudentBusy | ErrorCode::SeatHeld | PriceChanged | OrderClosed | Unavailable => !world.alone.get(),
        _ => false,
    }
}

/// What a refusal says of uses and holds is true: nobody is kept out by an unpaid purchase of their own.
async fn must_be_true(world: &World<'_>, student: &Student, coupon: Option<&str>, code: ErrorCode) {
    if !world.alone.get() {
        return;
    }
    let store = &world.desk().ctx.store;
    let who = raw::id(store, student.id.0);
    match (code, coupon) {
        (ErrorCode::CouponUsedByYou | ErrorCode::CouponUsedUp, Some(coupon)) => {
            let own = format!(
                "(SELECT count(*) FROM orders WHERE coupon_code = '{coupon}' AND student_id = {who} AND coupon_held
                     AND state IN ('preparing', 'open'))"
            );
            let sql = format!(
                "SELECT count(*) FROM coupons c LEFT JOIN coupon_students s ON s.coupon_id = c.id AND s.student_id = {who}
                  WHERE c.code = '{coupon}' AND (c.used - {own} >= c.use_limit OR s.used - {own} >= c.student_limit)"
            );
            assert_eq!(raw::number(store, &sql).await, 1, "{coupon} is not used up for {}", student.name);
        }
        (ErrorCode::TooManyHolds, _) => {
            let now = world.desk().now().as_microsecond();
            let held = format!(
                "SELECT count(*) FROM orders WHERE student_id = {who} AND seat = 'held' AND hold_expires_at > {now}"
            );
            assert!(raw::number(store, &held).await >= 3, "{} holds fewer than three seats", student.name);
        }
        _ => {}
    }
}

/// A code, mostly one that exists.
fn coupon(world: &World<'_>, random: &mut Random) -> Option<String> {
    if random.chance(60) {
        return None;
    }
    let codes = world.coupons.borrow();
    Some(if random.chance(3) { "NOBODYS".to_owned() } else { random.pick(&codes).clone() })
}

pub(crate) async fn buy_class(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let desk = world.server(random);
    let slots = desk.slots(student).await;
    let Some(slot) = random.pick_early(&slots) else { return };
    let coupon = coupon(world, random);
    let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "couponCode": coupon });
    let about = format!("{} orders the class at {} with {coupon:?}", student.name, slot["dateTime"]);
    // One's own hold is shown even when its teacher has withdrawn the hour; it can be paid, and not be bought anew.
    let held = slot["orderId"].is_string();
    let Some(quote) = quote(world, desk, student, (&body, held), &about).await else { return };
    let again = world.server(random);
    let requests = [desk, again].map(|desk| desk.order_request(student, slot, &quote));
    order(world, random, (student, coupon.as_deref()), requests, &quote, &about).await;
}

pub(crate) async fn buy_package(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let desk = world.server(random);
    let size = *random.pick(&[4, 8]);
    let coupon = coupon(world, random);
    let body = json!({ "packageSize": size, "couponCode": coupon });
    let about = format!("{} orders {size} credits with {coupon:?}", student.name);
    let Some(quote) = quote(world, desk, student, (&body, false), &about).await else { return };
    let body = json!({
        "studentEmail": student.email, "packageSize": size, "paymentAmount": quote["total"],
        "currency": quote["currency"], "couponCode": coupon,
    });
    let again = world.server(random);
    let requests = [desk, again].map(|desk| desk.post("/api/bulk-purchase", &body).by(student));
    order(world, random, (student, coupon.as_deref()), requests, &quote, &about).await;
}

async fn quote(
    world: &World<'_>,
    desk: &Desk,
    student: &Student,
    (body, held): (&Value, bool),
    about: &str,
) -> Option<Value> {
    let reply = desk.post("/api/quote", body).by(student).send().await;
    if let Some(code) = reply.code() {
        world.diary.write(format!("{about}: no price, {code:?}"));
        must_be_true(world, student, body["couponCode"].as_str(), code).await;
        assert!(may_be_refused(world, code) || (held && code == ErrorCode::SlotTaken), "{}", reply.text);
        return None;
    }
    Some(reply.ok()["quote"].clone())
}

/// Sends an order, sometimes twice at the same moment: there is one all the same.
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
    world.diary.write(format!("{about}: {outcomes:?}"));
    let mut orders = Vec::new();
    for reply in &replies {
        match reply.code() {
            None => orders.push(reply.ok()),
            // Whoever is a moment slower than his own other click may find the seat taken by it.
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
    assert!(!(nobody && world.alone.get()), "what was shown a moment ago cannot be had: {}", replies[0].text);
    for order in &orders {
        // A class that was moved there meanwhile is there already.
        if !world.alone.get() && order["booking"].is_object() {
            continue;
        }
        assert_eq!(order["amount"], quote["totalMinor"], "asked for what was quoted: {order}");
        assert_eq!(order["free"], quote["totalMinor"] == 0, "{order}");
    }
    if let ([first, second], true) = (orders.as_slice(), world.alone.get()) {
        // A purchase at another price that stood in the way may make two of them; then one is closed.
        let ids = [first, second].map(|order| order["orderId"].as_str().unwrap_or_default());
        let open = format!(
            "SELECT count(*) FROM orders WHERE state IN ('preparing', 'open') AND provider_order_id IN ('{}', '{}')",
            ids[0], ids[1]
        );
        let open = raw::number(&world.desk().ctx.store, &open).await;
        assert!(open <= 1, "two clicks, two orders that can be paid: {orders:?}");
    }
}

/// An order of ours with its student, as it stands in the database.
pub(crate) struct Placed {
    pub(crate) student: usize,
    pub(crate) order: String,
    pub(crate) is_package: bool,
    pub(crate) id: Uuid,
}

/// Finds an order by the provider's id for it.
pub(crate) async fn placed(world: &World<'_>, order: &str) -> Option<Placed> {
    let sql = format!("SELECT student_id, package_size, id FROM orders WHERE provider_order_id = '{order}'");
    let rows = raw::rows::<(Uuid, i64, Uuid)>(&world.desk().ctx.store, &sql).await;
    let (student, package_size, id) = rows.into_iter().next()?;
    Some(Placed {
        student: world.students.iter().position(|one| one.id.0 == student).unwrap(),
        order: order.to_owned(),
        is_package: package_size > 0,
        id,
    })
}

/// A payment that was made, mostly one of the latest.
fn remembered(world: &World<'_>, random: &mut Random) -> Option<Made> {
    let made = world.made.borrow();
    let latest: Vec<&Made> = made.iter().rev().filter(|made| made.order.is_some()).take(40).collect();
    random.pick_early(&latest).map(|made| (*made).clone())
}

/// The browser comes back from the checkout: truthfully, or not.
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
        world.diary.write(format!("{about}: {:?}", reply.code().map(ErrorCode::as_str)));
        match reply.code() {
            Some(ErrorCode::PaymentNotVerified) => assert!(lie, "{}", reply.text),
            _ if lie => panic!("{about}: believed: {}", reply.text),
            None => must_be_there(world, &placed).await,
            Some(ErrorCode::PaymentPending) => {}
            Some(ErrorCode::Unavailable) if !world.alone.get() || times > 1 => {}
            Some(_) => panic!("{about}: {}", reply.text),
        }
    }
}

/// A browser that was told "yes" finds its class, its credits, or its money on the way back.
async fn must_be_there(world: &World<'_>, placed: &Placed) {
    let store = &world.desk().ctx.store;
    let id = raw::id(store, placed.id);
    let found = raw::number(
        store,
        &format!(
            "SELECT (SELECT count(*) FROM bookings WHERE order_id = {id}) + (SELECT count(*) FROM credit_lots WHERE order_id = {id})
                  + (SELECT count(*) FROM refunds WHERE order_id = {id})"
        ),
    )
    .await;
    assert!(found > 0, "{} was confirmed, and nothing came of it", placed.order);
}

/// Back, or a closed tab.
pub(crate) async fn give_up(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let desk = world.server(random);
    let orders = desk.get("/api/orders?limit=8").by(student).ok().await;
    let Some(order) = random.pick_early(orders.as_array().unwrap()) else { return };
    let id = order["_id"].as_str().unwrap();
    world.given_up.borrow_mut().insert(id.parse().unwrap());
    let path = format!("/api/orders/{id}/release");
    let reply = desk.post(&path, &json!({})).by(student).send().await;
    world.diary.write(format!("{} gives up {}: {:?}", student.name, order["_id"], reply.code()));
    let left = reply.ok();
    assert!(left["state"] != "open" && left["state"] != "preparing", "{left}");
}

/// Somebody looks at everything that there is to be seen.
pub(crate) async fn look(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let desk = world.server(random);
    world.diary.write(format!("{} looks round", student.name));
    let orders = desk.get("/api/orders?limit=20").by(student).ok().await;
    for order in orders.as_array().unwrap().iter().take(3) {
        let id = order["_id"].as_str().unwrap();
        let receipt = desk.get(&format!("/api/orders/{id}/receipt")).by(student).send().await;
        assert_eq!(receipt.status.is_success(), !order["receiptNumber"].is_null(), "{}", receipt.text);
    }
    let history = desk.get("/api/credit-history").by(student).ok().await;
    let moved: i64 =
        history["entries"].as_array().unwrap().iter().map(|entry| entry["credits"].as_i64().unwrap()).sum();
    let lots = history["lots"].as_array().unwrap();
    let left: i64 = lots.iter().map(|lot| lot["remaining"].as_i64().unwrap()).sum();
    assert_eq!(moved, left, "the history adds up to what is left: {history}");
    let profile = desk.get(&format!("/api/student-profile?email={}", student.email)).by(student).ok().await;
    let alive: i64 =
        lots.iter().filter(|lot| lot["expired"] == false).map(|lot| lot["remaining"].as_i64().unwrap()).sum();
    assert_eq!(profile["classCredits"], alive, "{profile} {history}");
}
