//! Steps of the provider: payments in every way, slow banks, refunds that hang, lost webhooks, failing calls.

use razorpay_sandbox::{
    Fault, FaultKind, FinalRefundStatus, ForcedPayment, Method, Outcome, RefundOutcome, ReleaseOrder, WebhookSwitches,
};
use tala_tests::{days, raw};

use crate::random::Random;
use crate::world::{Made, World};

/// Reconciliation skips orders older than this: only the provider's webhooks count.
const RECONCILED_DAYS: i64 = 5;

/// An order at the provider, and whether it is so old that only webhooks count.
async fn to_be_paid(world: &World<'_>, random: &mut Random) -> Option<(String, bool)> {
    let app = world.app();
    let sql = "SELECT provider_order_id, created_at FROM orders WHERE provider_order_id IS NOT NULL
                ORDER BY created_at DESC, id DESC LIMIT 25";
    let rows = raw::rows::<(String, i64)>(&app.ctx.store, sql).await;
    let (order, made) = random.pick_early(&rows)?;
    let old = app.now().as_microsecond() - made > i64::try_from(days(RECONCILED_DAYS).as_micros()).unwrap();
    Some((order.clone(), old))
}

/// A payment is captured or authorized. An old order is paid only while webhooks are delivered.
pub(crate) async fn pay(world: &World<'_>, random: &mut Random) {
    let provider = &world.app().provider;
    if random.chance(3) {
        return pay_somebody_else(world, random);
    }
    let Some((order, old)) = to_be_paid(world, random).await else { return };
    let told = !provider.settings().unwrap().webhooks.drop;
    if old && !told {
        return;
    }
    let outcome = random.weighed(&[
        (60, Outcome::Captured),
        (9, Outcome::Authorized),
        (10, Outcome::Failed),
        (10, Outcome::FailedThenCaptured),
        (11, Outcome::LateAuthorized),
    ]);
    let wrong = random.chance(7);
    let wanted = ForcedPayment {
        outcome: if old { Outcome::Captured } else { outcome },
        method: *random.pick(&[Method::Card, Method::Upi, Method::Netbanking]),
        amount_minor: wrong.then(|| random.between(100, 500_000)),
        currency: (wrong && random.chance(50)).then(|| random.pick(&["INR", "USD", "EUR"]).to_string()),
        ..ForcedPayment::of(&order)
    };
    for _ in 0..if random.chance(8) { 2 } else { 1 } {
        let paid = provider.force_payment(&wanted).unwrap();
        world.trace.write(format!(
            "{order} is paid by {}: {:?}, wrong: {wrong}, old: {old}: {}",
            paid.payment_id, wanted.outcome, paid.status
        ));
        if old {
            world.must_be_told.borrow_mut().insert(paid.payment_id.clone());
        }
        world.made.borrow_mut().push(Made { payment: paid.payment_id, order: Some(order.clone()) });
    }
}

/// A payment for an order that is not ours.
fn pay_somebody_else(world: &World<'_>, random: &mut Random) {
    let provider = &world.app().provider;
    let made = if random.chance(50) {
        let paid = provider.pay_unknown_order(random.between(100, 100_000), "INR").unwrap();
        Made { payment: paid.payment_id, order: paid.order_id }
    } else {
        let wanted =
            ForcedPayment { order_id: None, amount_minor: Some(random.between(100, 9_999)), ..ForcedPayment::of("") };
        Made { payment: provider.force_payment(&wanted).unwrap().payment_id, order: None }
    };
    world.trace.write(format!("payment for another shop's order: {made:?}"));
    world.made.borrow_mut().push(made);
}

/// A bank confirms late, or a payment is captured in the provider's dashboard.
pub(crate) fn bank(world: &World<'_>, random: &mut Random) {
    let provider = &world.app().provider;
    let made = world.made.borrow();
    let latest: Vec<&Made> = made.iter().rev().take(20).collect();
    let Some(made) = random.pick_early(&latest) else { return };
    let status = provider.payment(&made.payment).unwrap()["status"].as_str().unwrap().to_owned();
    if provider.settings().unwrap().webhooks.drop {
        return;
    }
    let outcome = match status.as_str() {
        "failed" | "created" => provider.authorize(&made.payment),
        "authorized" => provider.capture(&made.payment),
        _ => return,
    };
    world.must_be_told.borrow_mut().insert(made.payment.clone());
    world.trace.write(format!(
        "the bank confirms {}, {status} so far: {:?}",
        made.payment,
        outcome.map(|paid| paid.status)
    ));
}

/// Sets how refunds proceed, and ends one that hangs: some fail repeatedly, or the account is empty.
pub(crate) async fn refunds(world: &World<'_>, random: &mut Random) {
    let provider = &world.app().provider;
    let (outcome, after) = *random.pick(&[
        (RefundOutcome::Processed, 0),
        (RefundOutcome::Processed, 3_600),
        (RefundOutcome::Processed, 100_000),
        (RefundOutcome::StaysPending, 0),
        (RefundOutcome::Failed, 0),
    ]);
    let empty = random.chance(20);
    provider
        .change_settings(|settings| {
            settings.refunds = outcome;
            settings.refund_seconds = after;
            settings.refuse_refunds = empty;
        })
        .unwrap();
    world.trace.write(format!("refunds from now on: {outcome:?} after {after} s, refused: {empty}"));
    let sql = "SELECT provider_refund_id FROM refunds WHERE state = 'started' ORDER BY created_at, id";
    let waiting = raw::texts(&world.app().ctx.store, sql).await;
    if waiting.is_empty() {
        return;
    }
    let refund = random.pick(&waiting);
    let end = if random.chance(60) { FinalRefundStatus::Failed } else { FinalRefundStatus::Processed };
    let ended = provider.finish_refund(refund, end);
    world.trace.write(format!("the refund {refund} ends: {end:?}, {:?}", ended.is_ok()));
}

/// Sets how webhooks are delivered; repeats one or loses one.
pub(crate) fn webhooks(world: &World<'_>, random: &mut Random) {
    let provider = &world.app().provider;
    match random.below(5) {
        0 | 1 => {
            let mut one = |percent| random.chance(percent);
            let switches = WebhookSwitches {
                hold: one(20),
                double: one(30),
                reorder: one(40),
                drop: one(20),
                delay_seconds: if one(30) { 600 } else { 0 },
            };
            provider.set_webhook_switches(switches).unwrap();
            world.trace.write(format!("{switches:?}"));
        }
        2 => {
            let order = *random.pick(&[ReleaseOrder::OldestFirst, ReleaseOrder::NewestFirst]);
            world
                .trace
                .write(format!("{:?} held webhooks are let go, {order:?}", provider.release_events(order).unwrap()));
        }
        _ => {
            let again = random.chance(70);
            let mut events = provider.events().unwrap();
            events.reverse();
            events.truncate(15);
            let Some(event) = random.pick_early(&events) else { return };
            let needed = world.must_be_told.borrow().iter().any(|payment| event.body.contains(payment));
            if again {
                provider.resend_event(&event.id).unwrap();
            } else if !needed {
                provider.drop_event(&event.id).unwrap();
            }
            world.trace.write(format!("the event {} comes again: {again}", event.name));
        }
    }
}

/// Lets some of the next calls fail, carried out or not; or clears the faults.
pub(crate) fn fault(world: &World<'_>, random: &mut Random) {
    let provider = &world.app().provider;
    if random.chance(40) {
        provider.clear_faults().unwrap();
        return world.trace.write("the provider is well again");
    }
    let kind = random.weighed(&[
        (25, FaultKind::ServerError),
        (25, FaultKind::TooManyRequests),
        (25, FaultKind::Html),
        (10, FaultKind::Conflict),
        (6, FaultKind::Timeout),
    ]);
    let calls = if kind == FaultKind::Timeout { 1 } else { u32::try_from(random.between(1, 9)).unwrap() };
    let path = random.weighed(&[(40, None), (20, Some("/orders")), (20, Some("/refund")), (20, Some("/capture"))]);
    let fault = Fault { carried_out: random.chance(50), path: path.map(str::to_owned), ..Fault::next(calls, kind) };
    world.trace.write(format!("{fault:?}"));
    provider.add_fault(fault).unwrap();
}
