//! Steps about classes: book with credits, cancel, reschedule, change hours, publish; coupons that are deactivated.

use jiff::Timestamp;
use serde_json::{Value, json};
use tala_domain::booking::{ClassText, ClassType, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::SlotId;
use tala_store::slots::{self, Slot};
use tala_tests::{Reply, hours, raw};
use uuid::Uuid;

use crate::expected_slots::Week;
use crate::families::check_refusal;
use crate::random::Random;
use crate::world::World;

/// Books a class with credits. Only alone, so that every listed slot can be booked.
pub(crate) async fn spend_credits(world: &World<'_>, random: &mut Random) {
    let student = random.pick(&world.students);
    let app = world.server(random);
    let slots = app.slots(student).await;
    let Some(slot) = random.pick_early(&slots) else { return };
    let again = random.chance(20);
    let reply = app.try_book(student, slot).await;
    world.trace.write(format!("{} books {} with credits: {:?}", student.name, slot["dateTime"], reply.code()));
    check_refusal(world, student, &reply).await;
    match reply.code() {
        Some(ErrorCode::GuardianRequired) => {}
        None if again => {
            let repeated = world.server(random).try_book(student, slot).await;
            if world.alone.get() {
                assert_eq!(repeated.ok()["booking"]["_id"], reply.ok()["booking"]["_id"], "sent twice, booked once");
            }
        }
        None => {}
        Some(ErrorCode::InsufficientCredits | ErrorCode::CreditsExpired) => still_held(world, slot).await,
        // The hold of an order in state `checking` is listed to its owner and cannot be released.
        Some(ErrorCode::SlotTaken) if slot["orderId"].is_string() => {}
        Some(ErrorCode::SlotTaken | ErrorCode::StudentBusy | ErrorCode::SeatHeld | ErrorCode::Unavailable)
            if !world.alone.get() => {}
        Some(_) => panic!("{}", reply.text),
    }
}

/// A student without enough credits keeps the hold, with which the class can be paid.
async fn still_held(world: &World<'_>, slot: &Value) {
    let Some(order) = slot["orderId"].as_str().filter(|_| world.alone.get()) else { return };
    let store = &world.app().ctx.store;
    let id = raw::id(store, order.parse().unwrap());
    let held =
        raw::number(store, &format!("SELECT count(*) FROM orders WHERE id = {id} AND seat_state = 'held'")).await;
    assert_eq!(held, 1, "the hold {order} is gone without a replacement");
}

/// A class in the future, as stored.
pub(crate) struct Coming {
    pub(crate) id: Uuid,
    pub(crate) student: usize,
    starts_at: Timestamp,
    with_money: bool,
    /// Paid with money, of which nothing is left to refund.
    free: bool,
}

pub(crate) async fn coming(world: &World<'_>, random: &mut Random) -> Option<Coming> {
    let store = &world.app().ctx.store;
    let now = world.app().now().as_microsecond();
    let sql = format!(
        "SELECT b.id, b.student_id, b.starts_at, o.total_minor - COALESCE(p.refunded_minor, 0)
           FROM bookings b LEFT JOIN orders o ON o.id = b.order_id LEFT JOIN payments p ON p.id = o.payment_id
          WHERE b.status = 'confirmed' AND b.starts_at > {now} ORDER BY b.starts_at, b.id"
    );
    let rows = raw::rows::<(Uuid, Uuid, i64, Option<i64>)>(store, &sql).await;
    let (id, student, starts_at, rest) = if rows.is_empty() { None } else { Some(*random.pick(&rows)) }?;
    Some(Coming {
        id,
        student: world.students.iter().position(|one| one.id.0 == student).unwrap(),
        starts_at: Timestamp::from_microsecond(starts_at).unwrap(),
        with_money: rest.is_some(),
        free: rest == Some(0),
    })
}

/// Student or teacher cancels a class and gets what D24 says, computed here independently.
pub(crate) async fn cancel(world: &World<'_>, random: &mut Random) {
    let Some(class) = coming(world, random).await else { return };
    let student = &world.students[class.student];
    let by_teacher = random.chance(30);
    let app = world.server(random);
    let left = class.starts_at.duration_since(app.now());
    let request = app.post(&format!("/api/bookings/{}/cancel", class.id), &json!({}));
    let request = if by_teacher { request.by(&student.teacher) } else { request.by(student) };
    let reply = request.send().await;
    world.trace.write(format!("{} loses {}, by teacher: {by_teacher}: {:?}", student.name, class.id, reply.code()));
    if world.alone.get() {
        let promised = match (class.with_money, by_teacher || left >= hours(24), left >= hours(12)) {
            (true, true, _) => Ok(if class.free { "none" } else { "refund" }),
            (true, false, true) => Ok("credit"),
            (false, true, _) | (false, false, true) => Ok("credit_returned"),
            (_, false, false) => Err(ErrorCode::TooLateToCancel),
        };
        let had = match reply.code() {
            None => Ok(reply.ok()["outcome"].as_str().unwrap().to_owned()),
            Some(code) => Err(code),
        };
        assert_eq!(had, promised.map(str::to_owned), "{left} before: {}", reply.text);
    } else if let Some(code) = reply.code() {
        use ErrorCode::{NotCancellable, TooLateToCancel, Unavailable};
        assert!(matches!(code, NotCancellable | TooLateToCancel | Unavailable), "{}", reply.text);
    }
}

pub(crate) async fn reschedule_class(world: &World<'_>, random: &mut Random) {
    let Some(class) = coming(world, random).await else { return };
    let student = &world.students[class.student];
    let app = world.server(random);
    let slots = app.slots(student).await;
    let Some(slot) = random.pick_early(&slots) else { return };
    let reply: Reply =
        app.post(&format!("/api/bookings/{}/reschedule", class.id), &target(slot)).by(student).send().await;
    let about = format!("{} moves {} to {}", student.name, class.id, slot["dateTime"]);
    world.trace.write(format!("{about}: {:?}", reply.code()));
    let in_time = class.starts_at.duration_since(app.now()) >= hours(12);
    match reply.code() {
        None => assert!(in_time, "{}", reply.text),
        Some(ErrorCode::TooLateToReschedule) => assert!(!in_time, "{}", reply.text),
        Some(ErrorCode::CostMismatch) => {}
        Some(ErrorCode::GuardianRequired) => check_refusal(world, student, &reply).await,
        Some(ErrorCode::SlotTaken) if slot["orderId"].is_string() => {}
        Some(_) => assert!(!world.alone.get(), "{about}: {}", reply.text),
    }
}

fn target(slot: &Value) -> Value {
    json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "isVirtualSlot": slot["isVirtualSlot"] })
}

pub(crate) async fn change_hours(world: &World<'_>, random: &mut Random) {
    let number = random.below(world.teachers.len());
    let teacher = &world.teachers[number];
    let zone = *random.pick(&["Asia/Kolkata", "America/New_York", "Europe/London", "Australia/Lord_Howe"]);
    let (from, to) = *random.pick(&[("09:00", "11:00"), ("09:30", "11:30"), ("01:00", "04:00"), ("22:00", "24:00")]);
    let days: Vec<Value> =
        (0..7).map(|day| json!({ "dayOfWeek": day, "timeRanges": [{ "start": from, "end": to }] })).collect();
    let visible_days = random.between(2, 9);
    let form = json!({ "timeZone": zone, "visibilityDays": visible_days, "weeklySchedule": days });
    let path = format!("/api/teacher/{}/availability", teacher.id);
    let reply = world.server(random).post(&path, &form).by(teacher).send().await;
    world.trace.write(format!("{} teaches from {from} to {to} in {zone}: {:?}", teacher.name, reply.code()));
    reply.ok();
    world.weeks.borrow_mut()[number] = Week { zone, from, to, visible_days };
}

/// Publishes a class for several students, if the teacher has no class then.
pub(crate) async fn publish(world: &World<'_>, random: &mut Random) {
    let app = world.app();
    let teacher = random.pick(&world.teachers);
    let ahead = random.between(14, 7 * 24);
    let hour = app.now().as_second() / 3600 + ahead;
    let slot = Slot {
        id: SlotId(app.ctx.new_id()),
        teacher_id: teacher.id,
        starts_at: Timestamp::from_second(hour * 3600 + random.between(0, 3) * 900).unwrap(),
        kind: SlotKind::Regular,
        class_type: ClassType::Group,
        capacity: 2,
        seats_taken: 0,
        credit_cost: u32::try_from(random.between(1, 2)).unwrap(),
        text: ClassText::default(),
    };
    let tx = app.ctx.store.begin().await.unwrap();
    let free = slots::insert_regular(&tx, &slot, app.now()).await.unwrap();
    if free {
        tx.commit().await.unwrap();
    }
    world.trace.write(format!("{} offers a group class at {}, free then: {free}", teacher.name, slot.starts_at));
}

/// An administrator deactivates a coupon; sometimes a similar one is added.
pub(crate) async fn deactivate_coupon(world: &World<'_>, random: &mut Random) {
    let app = world.app();
    let code = random.pick(&world.coupons.borrow()).clone();
    let sql = format!("UPDATE coupons SET deactivated_at = {} WHERE code = '{code}'", app.now().as_microsecond());
    raw::execute(&app.ctx.store, &sql).await;
    let uses = raw::number(&app.ctx.store, &format!("SELECT count(*) FROM orders WHERE coupon_code = '{code}'")).await;
    world.stopped.borrow_mut().entry(code.clone()).or_insert(uses);
    world.trace.write(format!("the coupon {code} is stopped"));
    if random.chance(60) {
        let next = format!("NEXT-{}", world.coupons.borrow().len());
        app.coupon(&next, 25).await;
        world.coupons.borrow_mut().push(next);
    }
}
