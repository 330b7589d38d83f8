//! Steps of administrators: refund completely or in part, cancel, reschedule, grant and extend credits, decide on applications.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::{AdminSession, Reply, application, raw};
use uuid::Uuid;

use crate::classes;
use crate::random::Random;
use crate::world::World;

const MAX_APPLICANTS: usize = 6;

pub(crate) async fn act(world: &World<'_>, random: &mut Random) {
    match random.below(14) {
        0..4 => refund(world, random).await,
        4..7 => refund_part(world, random).await,
        7..9 => cancel(world, random).await,
        9..11 => reschedule_class(world, random).await,
        11..13 => decide(world, random).await,
        _ => undo_decision(world, random).await,
    }
}

async fn ask(world: &World<'_>, random: &mut Random, admin: &AdminSession, path: &str, body: &Value) -> Reply {
    world.server(random).post(path, body).as_admin(admin).send().await
}

/// Asserts the expected result if the step ran alone; otherwise a conflict is permitted.
fn judge(world: &World<'_>, about: &str, reply: &Reply, expected: &[Option<ErrorCode>], too_late: &[ErrorCode]) {
    let code = reply.code();
    world.trace.write(format!("{about}: {:?}", code.map(ErrorCode::as_str)));
    let late = code.is_some_and(|code| too_late.contains(&code) || code == ErrorCode::Unavailable);
    let right = expected.contains(&code) || (!world.alone.get() && (late || code.is_none()));
    assert!(right, "{about}: {} instead of {expected:?}", reply.text);
}

/// An order and the expected result of its refund, computed here independently (D24).
async fn refund(world: &World<'_>, random: &mut Random) {
    use ErrorCode::{AlreadyProcessed, NotCancellable, OrderClosed};
    let store = &world.app().ctx.store;
    let now = world.app().now().as_microsecond();
    let sql = format!(
        "SELECT o.id, CASE
                WHEN o.state IN ('refunding', 'refunded') THEN 'already_processed'
                WHEN o.state NOT IN ('booked', 'credited') THEN 'order_closed'
                WHEN o.payment_id IS NULL THEN 'not_cancellable'
                WHEN o.state = 'booked' AND b.status = 'confirmed' AND b.starts_at > {now} THEN 'refunded'
                WHEN o.state = 'credited' AND l.remaining = l.total AND l.expired_at IS NULL THEN 'refunded'
                ELSE 'not_cancellable' END
           FROM orders o LEFT JOIN bookings b ON b.id = o.booking_id LEFT JOIN credit_lots l ON l.id = o.lot_id
          ORDER BY CASE WHEN o.state IN ('booked', 'credited') THEN 0 ELSE 1 END, o.created_at DESC, o.id DESC LIMIT 25"
    );
    let rows = raw::rows::<(Uuid, String)>(store, &sql).await;
    let Some((order, expected)) = random.pick_early(&rows) else { return };
    let admin = world.admin(random);
    let path = format!("/api/admin/orders/{order}/refund");
    let reply = ask(world, random, admin, &path, &json!({ "reason": "of the simulation" })).await;
    let refusals = [AlreadyProcessed, NotCancellable, OrderClosed];
    let expected = refusals.into_iter().find(|code| code.as_str() == expected);
    judge(world, &format!("{} gives {order} back", admin.name), &reply, &[expected], &refusals);
}

/// A part of a payment and the expected result of its refund, computed here independently (ADR 11).
async fn refund_part(world: &World<'_>, random: &mut Random) {
    use ErrorCode::{AlreadyProcessed, NotCancellable, OrderClosed, VersionConflict};
    let store = &world.app().ctx.store;
    let bearer = *random.pick(&["platform", "teacher", "teacher"]);
    let sql = format!(
        "SELECT o.id, COALESCE(p.amount_minor - p.refunded_minor, 0), CASE
                WHEN o.state IN ('refunding', 'refunded') OR p.refunded_minor = p.amount_minor THEN 'already_processed'
                WHEN o.state NOT IN ('booked', 'credited') THEN 'order_closed'
                WHEN o.payment_id IS NULL THEN 'not_cancellable'
                WHEN '{bearer}' = 'platform' THEN 'refunded'
                WHEN o.state = 'booked' AND b.status <> 'cancelled' AND b.payout_id IS NULL THEN 'refunded'
                WHEN o.state = 'credited' AND l.remaining = l.total AND l.expired_at IS NULL THEN 'refunded'
                ELSE 'not_cancellable' END
           FROM orders o LEFT JOIN payments p ON p.id = o.payment_id LEFT JOIN bookings b ON b.id = o.booking_id
           LEFT JOIN credit_lots l ON l.id = o.lot_id
          ORDER BY CASE WHEN o.state IN ('booked', 'credited') THEN 0 ELSE 1 END, o.created_at DESC, o.id DESC LIMIT 25"
    );
    let rows = raw::rows::<(Uuid, i64, String)>(store, &sql).await;
    let Some((order, left, expected)) = random.pick_early(&rows) else { return };
    // A round amount, an odd one, or everything; the rest is nothing or can be refunded later.
    let amount = match random.below(4) {
        0 => 10_000,
        1 => left / 3 + 1,
        2 => 101,
        _ => *left,
    };
    let amount = if *left - amount < 100 { *left } else { amount }.max(100);
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    let major = |minor: i64| minor as f64 / 100.0;
    let key = format!("{order} {left} {amount} {bearer} {}", random.below(1_000_000_000));
    let body = json!({
        "amount": major(amount), "refundable": major(*left), "bearer": bearer, "reason": "of the simulation",
        "idempotencyKey": key,
    });
    let admin = world.admin(random);
    let reply = ask(world, random, admin, &format!("/api/admin/orders/{order}/partial-refunds"), &body).await;
    let refusals = [AlreadyProcessed, NotCancellable, OrderClosed];
    let expected = refusals.into_iter().find(|code| code.as_str() == expected);
    let about = format!("{} gives {amount} of {order} back at the cost of the {bearer}", admin.name);
    judge(world, &about, &reply, &[expected], &[AlreadyProcessed, NotCancellable, OrderClosed, VersionConflict]);
}

async fn cancel(world: &World<'_>, random: &mut Random) {
    let Some(class) = classes::coming(world, random).await else { return };
    let admin = world.admin(random);
    let path = format!("/api/admin/bookings/{}/cancel", class.id);
    let reply = ask(world, random, admin, &path, &json!({ "reason": "of the simulation" })).await;
    let about = format!("{} calls {} off", admin.name, class.id);
    judge(world, &about, &reply, &[None], &[ErrorCode::NotCancellable]);
}

/// Without time limits.
async fn reschedule_class(world: &World<'_>, random: &mut Random) {
    use ErrorCode::{CostMismatch, InvalidSlot, NotCancellable, SeatHeld, SlotTaken, SlotTooSoon, StudentBusy};
    let Some(class) = classes::coming(world, random).await else { return };
    let slots = world.server(random).slots(&world.students[class.student]).await;
    let Some(slot) = random.pick_early(&slots) else { return };
    let admin = world.admin(random);
    let path = format!("/api/admin/bookings/{}/reschedule", class.id);
    let body = json!({ "dateTime": slot["dateTime"], "reason": "of the simulation" });
    let reply = ask(world, random, admin, &path, &body).await;
    let about = format!("{} moves {} to {}", admin.name, class.id, slot["dateTime"]);
    let expected: &[_] = if slot["orderId"].is_string() {
        // The student's hold for another order.
        &[None, Some(CostMismatch), Some(SlotTaken), Some(StudentBusy), Some(SeatHeld)]
    } else {
        &[None, Some(CostMismatch)]
    };
    let late = [NotCancellable, SlotTaken, StudentBusy, SeatHeld, InvalidSlot, SlotTooSoon];
    judge(world, &about, &reply, expected, &late);
}

/// A teacher is suspended, the unspent credits of packages are refunded twice, and the suspension ends. Only alone, because
/// other steps do not expect a suspended teacher. What is refunded is computed here independently.
async fn refund_unspent_credits(world: &World<'_>, random: &mut Random) {
    let student = random.below(world.students.len());
    let teacher = &world.students[student].teacher;
    let now = world.app().now().as_microsecond();
    let id = raw::id(&world.app().ctx.store, teacher.id.0);
    // Without partial refunds in between, which may leave less than was paid for the credits.
    let expected = format!(
        "SELECT CAST(COALESCE(SUM(l.remaining), 0) AS bigint) FROM credit_lots l JOIN orders o ON o.id = l.order_id
           JOIN payments p ON p.id = o.payment_id
          WHERE l.teacher_id = {id} AND l.expired_at IS NULL AND l.expires_at > {now} AND o.state = 'credited'
            AND p.refunded_minor = 0"
    );
    let at_least = raw::number(&world.app().ctx.store, &expected).await;
    let admin = world.admin(random);
    let why = json!({ "reason": "of the simulation" });
    let path = |act: &str| format!("/api/admin/people/{}/{act}", teacher.id);
    ask(world, random, admin, &path("suspend"), &why).await.ok();
    let first = ask(world, random, admin, &path("refund-unspent-credits"), &why).await.ok();
    let again = ask(world, random, admin, &path("refund-unspent-credits"), &why).await.ok();
    ask(world, random, admin, &path("unsuspend"), &why).await.ok();
    world.trace.write(format!("{} refunds {} unspent credits with {}", admin.name, first["credits"], teacher.name));
    assert!(first["credits"].as_i64().unwrap() >= at_least, "{first} instead of at least {at_least}");
    assert_eq!(again["credits"], 0, "refunded twice");
}

/// Only alone, because the number of credits granted is remembered.
pub(crate) async fn grant_credits(world: &World<'_>, random: &mut Random) {
    if random.chance(10) {
        return refund_unspent_credits(world, random).await;
    }
    let store = &world.app().ctx.store;
    let admin = world.admin(random);
    let days = random.between(1, 15);
    let living = "SELECT id FROM credit_lots WHERE remaining > 0 AND expired_at IS NULL ORDER BY expires_at, id";
    let lots = raw::rows::<(Uuid,)>(store, living).await;
    if random.chance(40)
        && let Some((lot,)) = random.pick_early(&lots)
    {
        let body = json!({ "days": days, "reason": "of the simulation", "again": true });
        let reply = ask(world, random, admin, &format!("/api/admin/credit-lots/{lot}/extend"), &body).await;
        let about = format!("{} lets {lot} live {days} days longer", admin.name);
        return judge(world, &about, &reply, &[None], &[ErrorCode::VersionConflict]);
    }
    let number = random.below(world.students.len());
    let student = &world.students[number];
    let count = random.between(1, 2);
    let body = json!({
        "teacherId": student.teacher.id.to_string(), "count": count, "days": days, "reason": "of the simulation",
        "again": true,
    });
    let reply = ask(world, random, admin, &format!("/api/admin/people/{}/credits", student.id), &body).await;
    world.trace.write(format!("{} gives {} {count} credits: {:?}", admin.name, student.name, reply.code()));
    reply.ok();
    world.granted.borrow_mut().push((number, u32::try_from(count).unwrap()));
}

/// A person applies, or applies again. Only alone, because the number of applications is remembered.
pub(crate) async fn apply(world: &World<'_>, random: &mut Random) {
    let app = world.server(random);
    let known = world.applicants.borrow().clone();
    let number = if known.len() < MAX_APPLICANTS { known.len() } else { random.below(known.len()) };
    let person = match known.get(number) {
        Some((person, _)) => person.clone(),
        None => app.person(&format!("Applicant {number}")).await,
    };
    let id = raw::id(&app.ctx.store, person.id.0);
    if app.count(&format!("teachers WHERE person_id = {id} AND status <> 'rejected'")).await > 0 {
        return;
    }
    app.post("/api/onboard/teacher", &application(&person)).by(&person).ok().await;
    world.trace.write(format!("{} applies", person.name));
    let mut applicants = world.applicants.borrow_mut();
    match applicants.get_mut(number) {
        Some((_, times)) => *times += 1,
        None => applicants.push((person, 1)),
    }
}

/// An application is approved or rejected; the first decision wins.
pub(crate) async fn decide(world: &World<'_>, random: &mut Random) {
    let pending = "SELECT person_id FROM teachers WHERE status = 'pending' ORDER BY applied_at, person_id";
    let rows = raw::rows::<(Uuid,)>(&world.app().ctx.store, pending).await;
    let Some((id,)) = rows.first() else { return };
    let verdict = *random.pick(&["approve", "reject"]);
    let admin = world.admin(random);
    let reply = ask(world, random, admin, &format!("/api/admin/{verdict}-teacher/{id}"), &json!({})).await;
    let about = format!("{} would {verdict} {id}", admin.name);
    judge(world, &about, &reply, &[None], &[ErrorCode::AlreadyProcessed, ErrorCode::VersionConflict]);
    if reply.code().is_none() {
        let decision = reply.json()["decisionId"].as_str().unwrap().to_owned();
        world.decisions.borrow_mut().push((*id, decision));
        if random.below(2) == 0 {
            undo_decision(world, random).await;
        }
    }
}

/// The last or the one before of the decisions is undone: in time, too late, or again.
async fn undo_decision(world: &World<'_>, random: &mut Random) {
    let made = world.decisions.borrow().clone();
    let Some((id, decision)) = made.iter().rev().nth(random.below(2)) else { return };
    let admin = world.admin(random);
    let path = format!("/api/admin/undo-teacher-decision/{id}");
    let reply = ask(world, random, admin, &path, &json!({ "decisionId": decision })).await;
    let about = format!("{} would undo the decision {decision} about {id}", admin.name);
    let refusals = [ErrorCode::NotUndoable, ErrorCode::AlreadyProcessed];
    judge(world, &about, &reply, &[None, Some(refusals[0]), Some(refusals[1])], &refusals);
}
