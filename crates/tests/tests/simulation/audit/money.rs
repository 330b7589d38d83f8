//! Money: payments, what they paid for, refunds, and how each is displayed.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::provider_records::{AtProvider, TheirPayment};
use super::snapshot::{Booking, Order, Payment, Snapshot};
use crate::world::World;

const FIRST_RECEIPT: i64 = 1001;
/// Duration of a seat hold (D23).
const HOLD: i64 = 15 * 60_000_000;

/// What must hold at every moment.
pub(super) fn check(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings: Vec<String> = snapshot.bookings.iter().filter_map(|booking| unpaid(snapshot, booking)).collect();
    findings.extend(snapshot.bookings.iter().filter_map(|booking| called_off(snapshot, booking)));
    findings.extend(
        snapshot
            .orders
            .iter()
            .filter(|order| ended_early(world, snapshot, order))
            .map(|order| format!("the hold of {} ended early", order.id)),
    );
    findings.extend(clearing(snapshot));
    findings.extend(super::partial_refunds::check(snapshot));
    findings.extend(coupons(world, snapshot));
    findings.extend(receipts(snapshot));
    findings
}

/// The provider's balance is what it captured minus what it has refunded.
fn clearing(snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for currency in ["INR", "USD"] {
        let ours = |payment: &&Payment| matches!(payment.outcome.as_str(), "applied" | "refunded");
        let taken = snapshot.payments.iter().filter(ours).filter(|payment| payment.currency == currency);
        let done = |payment: &Payment| -> i64 {
            let refunds = snapshot.refunds.iter().filter(|refund| refund.payment == payment.id);
            refunds.filter(|refund| refund.state == "done").map(|refund| refund.amount).sum()
        };
        let there: i64 = taken.map(|payment| payment.amount - done(payment)).sum();
        let booked = snapshot.sum_of(&["provider_clearing"], currency);
        if there != booked {
            findings.push(format!("{there} {currency} arrived and stayed, and {booked} are booked"));
        }
    }
    findings
}

/// No hold ends early, unless its order was abandoned or replaced.
fn ended_early(world: &World<'_>, snapshot: &Snapshot, order: &Order) -> bool {
    if order.updated_at >= order.created_at + HOLD {
        return false;
    }
    let replaced = || {
        let same = |other: &&Order| {
            let coupon = other.coupon.is_some() && other.coupon == order.coupon;
            let thing = (other.starts_at, other.package_size) == (order.starts_at, order.package_size);
            other.id != order.id && other.student == order.student && (coupon || thing)
        };
        // The class may have been rescheduled since.
        let class = |booking: &Booking| {
            booking.student == order.student && (booking.moved || Some(booking.starts_at) == order.starts_at)
        };
        snapshot.orders.iter().any(|other| same(&other)) || snapshot.bookings.iter().any(class)
    };
    match order.state.as_str() {
        "expired" => true,
        "cancelled" => !world.given_up.borrow().contains(&order.id) && !replaced(),
        _ => false,
    }
}

/// Every confirmed class was paid, with money or with credits.
fn unpaid(snapshot: &Snapshot, booking: &Booking) -> Option<String> {
    let paid = match booking.order {
        None => booking.credits > 0,
        Some(order) => snapshot.order(order).is_some_and(|order| {
            let back = order.payment.is_some_and(|payment| snapshot.refund_of(payment).is_some());
            order.booking == Some(booking.id) && has_its_money(snapshot, order) && (!booking.lives() || !back)
        }),
    };
    (!paid).then(|| format!("the class {} of {} was not paid", booking.id, booking.student))
}

/// The order's payment has its amount and was made for it. A free order needs none.
fn has_its_money(snapshot: &Snapshot, order: &Order) -> bool {
    order.total == 0
        || snapshot.payments.iter().any(|payment| {
            Some(payment.id) == order.payment
                && payment.order == Some(order.id)
                && (payment.amount, &payment.currency) == (order.total, &order.currency)
        })
}

/// A cancelled class returned what D24 says.
fn called_off(snapshot: &Snapshot, booking: &Booking) -> Option<String> {
    let left = booking.hours_left()?;
    let by_student = booking.cancelled_by.as_deref() == Some("student");
    let refund = snapshot.refunds.iter().find(|refund| refund.booking == Some(booking.id));
    let order = booking.order.and_then(|order| snapshot.order(order));
    let right = match order {
        _ if by_student && left < 12.0 => false,
        None => refund.is_none() && booking.payment_status == "refunded",
        Some(order) if by_student && left < 24.0 => refund.is_none() && order.state == "booked",
        Some(order) if order.total == 0 => refund.is_none(),
        Some(order) if refunded_in_parts(snapshot, order) == order.total => {
            refund.is_none() && order.state == "refunded"
        }
        Some(order) => refund.is_some_and(|refund| {
            refund.reason == "cancelled"
                && Some(refund.payment) == order.payment
                && refund.amount == order.total - refunded_in_parts(snapshot, order)
                && order.state.starts_with("refund")
        }),
    };
    (!right).then(|| {
        format!("the class {} was called off {left:.2} hours before, and that brought the wrong thing", booking.id)
    })
}

fn refunded_in_parts(snapshot: &Snapshot, order: &Order) -> i64 {
    order.payment.map_or(0, |payment| snapshot.parts_of(payment).map(|refund| refund.amount).sum())
}

fn coupons(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for coupon in &snapshot.coupons {
        let mut by_student: BTreeMap<Uuid, i64> = BTreeMap::new();
        let with = || snapshot.orders.iter().filter(|order| order.coupon == Some(coupon.id));
        for order in with().filter(|order| order.coupon_reserved) {
            *by_student.entry(order.student).or_default() += 1;
        }
        let used: i64 = by_student.values().sum();
        let most = by_student.values().max().copied().unwrap_or(0);
        if coupon.limit.is_some_and(|limit| used > limit) || coupon.limit_per_student.is_some_and(|limit| most > limit)
        {
            findings.push(format!("{} was used {used} times, by one student {most} times", coupon.code));
        }
        if used != coupon.used {
            findings.push(format!("{} was used {used} times, and {} are counted", coupon.code, coupon.used));
        }
        let until_stopped = world.stopped.borrow().get(&coupon.code).copied();
        if until_stopped.is_some_and(|orders| i64::try_from(with().count()).unwrap() > orders) {
            findings.push(format!("{} was used after it was stopped", coupon.code));
        }
        for order in with() {
            if uses_its_coupon(snapshot, order).is_some_and(|used| used != order.coupon_reserved) {
                findings.push(format!("{} is {}: is {} used by it?", order.id, order.state, coupon.code));
            }
        }
    }
    findings
}

/// Whether an order counts as a use of its coupon: if it was fulfilled and not refunded. `None` while that is open.
fn uses_its_coupon(snapshot: &Snapshot, order: &Order) -> Option<bool> {
    match order.state.as_str() {
        "preparing" | "open" | "checking" => None,
        "booked" => order.booking.and_then(|id| snapshot.booking(id)).map(|booking| {
            let exchanged = booking.cancelled_by.as_deref() == Some("student")
                && booking.hours_left().is_some_and(|hours| hours < 24.0);
            booking.lives() || exchanged
        }),
        "credited" => Some(true),
        _ => Some(false),
    }
}

/// Receipts are numbered consecutively, and every fulfilled order has one.
fn receipts(snapshot: &Snapshot) -> Vec<String> {
    let mut numbers: Vec<i64> = snapshot.orders.iter().filter_map(|order| order.receipt).collect();
    numbers.sort_unstable();
    let gapless = numbers.iter().zip(FIRST_RECEIPT..).all(|(number, expected)| *number == expected);
    let bought = snapshot.orders.iter().filter(|order| order.booking.is_some() || order.lot.is_some());
    let mut findings: Vec<String> =
        bought.filter(|order| order.receipt.is_none()).map(|order| format!("{} has no receipt", order.id)).collect();
    if !gapless {
        findings.push(format!("the receipts have gaps: {numbers:?}"));
    }
    findings
}

/// No order, refund or job is unfinished.
pub(super) fn check_ends(snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for order in &snapshot.orders {
        if matches!(order.state.as_str(), "preparing" | "open" | "checking" | "refunding") || order.seat_state == "held"
        {
            findings.push(format!("{} is still {}, its seat {}", order.id, order.state, order.seat_state));
        }
    }
    for refund in snapshot.refunds.iter().filter(|refund| refund.state != "done") {
        findings.push(format!("the refund {} ({}) is still {}", refund.id, refund.reason, refund.state));
    }
    for job in snapshot.jobs.iter().filter(|job| job.state != "done") {
        findings.push(format!("the job {} for {} is {}", job.topic, job.subject, job.state));
    }
    findings
}

/// The provider's records match ours: each captured payment was applied or refunded, and each refund made once.
pub(super) fn check_provider(world: &World<'_>, snapshot: &Snapshot, provider: &AtProvider) -> Vec<String> {
    let mut findings = Vec::new();
    let mut kept: BTreeMap<&str, i64> = BTreeMap::new();
    for payment in &provider.payments {
        let order =
            snapshot.orders.iter().find(|order| order.provider_id.is_some() && order.provider_id == payment.order);
        let fault = wrong_end(snapshot, payment, order).or_else(|| not_captured(world, provider, payment, order?));
        if let Some(fault) = fault {
            findings.push(format!("{} of {} {}: {fault}", payment.id, payment.amount, payment.currency));
        }
        if payment.captured && order.is_some() {
            *kept.entry(payment.currency.as_str()).or_default() += payment.amount - payment.given_back;
        }
    }
    for currency in ["INR", "USD"] {
        let sum = |account| snapshot.sum_of(&[account], currency);
        let there = kept.get(currency).copied().unwrap_or(0);
        if sum("provider_clearing") != there || sum("refunds_payable") != 0 {
            findings.push(format!(
                "the provider has {there} {currency} of ours; the ledger says {}, and {} to go back",
                sum("provider_clearing"),
                sum("refunds_payable")
            ));
        }
    }
    findings
}

/// Findings about the outcome of a payment.
fn wrong_end(snapshot: &Snapshot, payment: &TheirPayment, order: Option<&Order>) -> Option<&'static str> {
    let known = snapshot.payments.iter().find(|known| known.provider_id == payment.id);
    let Some(order) = order else {
        let ours = known.is_some_and(|known| known.outcome != "none" && known.outcome != "unmatched");
        return (ours || payment.given_back > 0 && payment.captured).then_some("it is none of ours, and we touched it");
    };
    let processed = payment.refunds.iter().filter(|(state, _)| state == "processed");
    if payment.given_back != processed.map(|(_, amount)| amount).sum::<i64>() {
        return Some("its refunds do not add up");
    }
    if !payment.captured {
        // It failed, or the provider has refunded what was never captured.
        let taken = known.is_some_and(|known| known.outcome != "none");
        return taken.then_some("it never arrived, and we act as if it had");
    }
    let Some(known) = known else { return Some("it arrived, and we do not know it") };
    let ours = || snapshot.refunds.iter().filter(|refund| refund.payment == known.id);
    if payment.refunds.len() != ours().count() || payment.given_back != ours().map(|refund| refund.amount).sum::<i64>()
    {
        return Some("the provider has made other refunds than we have recorded");
    }
    let is_the_one = order.payment == Some(known.id);
    match known.outcome.as_str() {
        "applied" => {
            let brought = is_the_one
                && has_its_money(snapshot, order)
                && match order.state.as_str() {
                    "booked" => order.booking.and_then(|id| snapshot.booking(id)).is_some(),
                    "credited" => {
                        snapshot.lots.iter().any(|lot| Some(lot.id) == order.lot && lot.total == order.package_size)
                    }
                    _ => false,
                };
            (!brought).then_some("it was taken, and brought nothing")
        }
        "refunded" if payment.given_back == payment.amount => {
            let lives = order.booking.and_then(|id| snapshot.booking(id)).is_some_and(Booking::lives);
            (is_the_one && (lives || order.state != "refunded")).then_some("it went back, and the class is still there")
        }
        "refunded" => Some("it has to go back as a whole, and did not"),
        _ => Some("it arrived, and nothing was done about it"),
    }
}

/// A payment that the bank confirmed in time is captured, unless its order was paid by another one: the provider
/// refuses a second capture.
fn not_captured(
    world: &World<'_>,
    provider: &AtProvider,
    payment: &TheirPayment,
    order: &Order,
) -> Option<&'static str> {
    let otherwise = provider.payments.iter().any(|other| other.captured && other.order == order.provider_id);
    let taken = payment.captured || otherwise;
    (!taken && world.within_reach.borrow().contains(&payment.id)).then_some("it was authorised and not captured")
}

/// Every mail is sent once, unless its worker was interrupted and the job was retried.
pub(super) fn check_mails(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut sent: BTreeMap<String, i64> = BTreeMap::new();
    for mail in world.app().mailer.sent() {
        *sent.entry(mail.message_id).or_default() += 1;
    }
    let mut findings = Vec::new();
    let mut filed = std::collections::BTreeSet::new();
    for job in &snapshot.jobs {
        if !filed.insert((&job.topic, job.subject)) {
            findings.push(format!("{} for {} is filed twice", job.topic, job.subject));
        }
    }
    for (mail, times) in &sent {
        let about =
            |job: &&super::snapshot::Job| job.topic != "provider_event" && mail.contains(&job.subject.to_string());
        let tried: Vec<i64> = snapshot.jobs.iter().filter(about).map(|job| job.attempts).collect();
        let moved = mail.starts_with("booking-request-") && !mail.starts_with("booking-request-0-");
        if !moved && tried.iter().max().copied().unwrap_or(0) < *times {
            findings.push(format!("{mail} went out {times} times; its job was tried {tried:?} times"));
        }
    }
    for refund in snapshot.refunds.iter().filter(|refund| refund.reason != "cancelled") {
        let told = sent.keys().any(|mail| *mail == format!("refund-{}", refund.id));
        if !told {
            findings.push(format!("no mail about the refund {}", refund.id));
        }
    }
    for order in snapshot.orders.iter().filter(|order| order.state == "credited") {
        if !sent.contains_key(&format!("credits-{}", order.id)) {
            findings.push(format!("no mail about the credits of {}", order.id));
        }
    }
    for booking in snapshot.bookings.iter().filter(|booking| booking.lives()) {
        let told =
            sent.keys().filter(|mail| mail.starts_with("booking-request-") && mail.contains(&booking.id.to_string()));
        if told.filter(|mail| mail.contains("-student-")).count() == 0 {
            findings.push(format!("no mail to the student about the class {}", booking.id));
        }
    }
    findings
}

/// After a year every payment is earned, expired or refunded.
pub(super) fn check_everything_earned(snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for booking in snapshot.bookings.iter().filter(|booking| booking.status == "confirmed") {
        findings.push(format!("the class {} is not completed", booking.id));
    }
    for lot in snapshot.lots.iter().filter(|lot| lot.remaining > 0) {
        findings.push(format!("the lot {} has not expired", lot.id));
    }
    for currency in ["INR", "USD"] {
        let sum = |account| snapshot.sum_of(&[account], currency);
        let held = snapshot.bookings.iter().filter(|one| one.status == "completed" && one.currency == currency);
        let worth: i64 = held.map(|booking| booking.amount).sum();
        if sum("unearned_classes") + sum("unearned_credits") != 0
            || -snapshot.sum_of(&["teacher_payable", "payouts_payable", "paid_out", "commission"], currency) != worth
        {
            findings.push(format!("classes of {worth} {currency} were held, and the ledger says otherwise"));
        }
    }
    findings
}
