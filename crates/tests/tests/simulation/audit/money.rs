//! Money: what was paid, what it brought, what went back, and what is left to say about it.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::books::{Booking, Books, Order, Payment};
use super::theirs::{AtProvider, TheirPayment};
use crate::world::World;

const FIRST_RECEIPT: i64 = 1001;
/// Paying holds the seat for so long (D23).
const HOLD: i64 = 15 * 60_000_000;

/// What must hold at every moment.
pub(super) fn check(world: &World<'_>, books: &Books) -> Vec<String> {
    let mut findings: Vec<String> = books.bookings.iter().filter_map(|booking| unpaid(books, booking)).collect();
    findings.extend(books.bookings.iter().filter_map(|booking| called_off(books, booking)));
    findings.extend(
        books
            .orders
            .iter()
            .filter(|order| ended_early(world, books, order))
            .map(|order| format!("the hold of {} ended early", order.id)),
    );
    findings.extend(clearing(books));
    findings.extend(coupons(world, books));
    findings.extend(receipts(books));
    findings
}

/// The provider holds what we took or sent back, less what is back.
fn clearing(books: &Books) -> Vec<String> {
    let mut findings = Vec::new();
    for currency in ["INR", "USD"] {
        let ours = |payment: &&Payment| matches!(payment.disposition.as_str(), "applied" | "returned");
        let taken = books.payments.iter().filter(ours).filter(|payment| payment.currency == currency);
        let back = |payment: &Payment| books.refund_of(payment.id).is_some_and(|refund| refund.state == "done");
        let there: i64 = taken.filter(|payment| !back(payment)).map(|payment| payment.amount).sum();
        let booked = books.sum_of(&["provider_clearing"], currency);
        if there != booked {
            findings.push(format!("{there} {currency} arrived and stayed, and {booked} are booked"));
        }
    }
    findings
}

/// Nobody's time is over before it is: unless by giving up, or for what has taken the order's place.
fn ended_early(world: &World<'_>, books: &Books, order: &Order) -> bool {
    if order.updated_at >= order.created_at + HOLD {
        return false;
    }
    let replaced = || {
        let same = |other: &&Order| {
            let coupon = other.coupon.is_some() && other.coupon == order.coupon;
            let thing = (other.starts_at, other.package_size) == (order.starts_at, order.package_size);
            other.id != order.id && other.student == order.student && (coupon || thing)
        };
        // A class that was booked there may have been moved on since.
        let class = |booking: &Booking| {
            booking.student == order.student && (booking.moved || Some(booking.starts_at) == order.starts_at)
        };
        books.orders.iter().any(|other| same(&other)) || books.bookings.iter().any(class)
    };
    match order.state.as_str() {
        "expired" => true,
        "cancelled" => !world.given_up.borrow().contains(&order.id) && !replaced(),
        _ => false,
    }
}

/// Every class that is to be held was paid for, with money or with credits.
fn unpaid(books: &Books, booking: &Booking) -> Option<String> {
    let paid = match booking.order {
        None => booking.credits > 0,
        Some(order) => books.order(order).is_some_and(|order| {
            let back = order.payment.is_some_and(|payment| books.refund_of(payment).is_some());
            order.booking == Some(booking.id) && has_its_money(books, order) && (!booking.lives() || !back)
        }),
    };
    (!paid).then(|| format!("the class {} of {} was not paid", booking.id, booking.student))
}

/// The order's payment is of its amount, and was made for it. One that costs nothing needs none.
fn has_its_money(books: &Books, order: &Order) -> bool {
    order.total == 0
        || books.payments.iter().any(|payment| {
            Some(payment.id) == order.payment
                && payment.order == Some(order.id)
                && (payment.amount, &payment.currency) == (order.total, &order.currency)
        })
}

/// A class that was called off brought what D24 says.
fn called_off(books: &Books, booking: &Booking) -> Option<String> {
    let left = booking.hours_left()?;
    let by_student = booking.cancelled_by.as_deref() == Some("student");
    let refund = books.refunds.iter().find(|refund| refund.booking == Some(booking.id));
    let order = booking.order.and_then(|order| books.order(order));
    let right = match order {
        _ if by_student && left < 12.0 => false,
        None => refund.is_none() && booking.payment_status == "refunded",
        Some(order) if by_student && left < 24.0 => refund.is_none() && order.state == "booked",
        Some(order) if order.total == 0 => refund.is_none(),
        Some(order) => refund.is_some_and(|refund| {
            refund.reason == "cancelled" && Some(refund.payment) == order.payment && order.state.starts_with("refund")
        }),
    };
    (!right).then(|| {
        format!("the class {} was called off {left:.2} hours before, and that brought the wrong thing", booking.id)
    })
}

fn coupons(world: &World<'_>, books: &Books) -> Vec<String> {
    let mut findings = Vec::new();
    for coupon in &books.coupons {
        let mut by_student: BTreeMap<Uuid, i64> = BTreeMap::new();
        let with = || books.orders.iter().filter(|order| order.coupon == Some(coupon.id));
        for order in with().filter(|order| order.coupon_held) {
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
            if uses_its_coupon(books, order).is_some_and(|used| used != order.coupon_held) {
                findings.push(format!("{} is {}: is {} used by it?", order.id, order.state, coupon.code));
            }
        }
    }
    findings
}

/// Whether a purchase counts as a use of its coupon: when it brought something, and the money was not given back for it.
/// Before that nobody can say.
fn uses_its_coupon(books: &Books, order: &Order) -> Option<bool> {
    match order.state.as_str() {
        "preparing" | "open" | "checking" => None,
        "booked" => order.booking.and_then(|id| books.booking(id)).map(|booking| {
            let exchanged = booking.cancelled_by.as_deref() == Some("student")
                && booking.hours_left().is_some_and(|hours| hours < 24.0);
            booking.lives() || exchanged
        }),
        "credited" => Some(true),
        _ => Some(false),
    }
}

/// Receipts are numbered one after the other, and everybody who has bought has one.
fn receipts(books: &Books) -> Vec<String> {
    let mut numbers: Vec<i64> = books.orders.iter().filter_map(|order| order.receipt).collect();
    numbers.sort_unstable();
    let gapless = numbers.iter().zip(FIRST_RECEIPT..).all(|(number, expected)| *number == expected);
    let bought = books.orders.iter().filter(|order| order.booking.is_some() || order.lot.is_some());
    let mut findings: Vec<String> =
        bought.filter(|order| order.receipt.is_none()).map(|order| format!("{} has no receipt", order.id)).collect();
    if !gapless {
        findings.push(format!("the receipts have gaps: {numbers:?}"));
    }
    findings
}

/// Nothing is left half-way.
pub(super) fn check_ends(books: &Books) -> Vec<String> {
    let mut findings = Vec::new();
    for order in &books.orders {
        if matches!(order.state.as_str(), "preparing" | "open" | "checking" | "refunding") || order.seat == "held" {
            findings.push(format!("{} is still {}, its seat {}", order.id, order.state, order.seat));
        }
    }
    for refund in books.refunds.iter().filter(|refund| refund.state != "done") {
        findings.push(format!("the refund {} ({}) is still {}", refund.id, refund.reason, refund.state));
    }
    for job in books.jobs.iter().filter(|job| job.state != "done") {
        findings.push(format!("the job {} for {} is {}", job.topic, job.subject, job.state));
    }
    findings
}

/// The provider's records and ours tell the same story: each payment that arrived brought what was bought, or went back
/// once.
pub(super) fn check_provider(world: &World<'_>, books: &Books, provider: &AtProvider) -> Vec<String> {
    let mut findings = Vec::new();
    let mut kept: BTreeMap<&str, i64> = BTreeMap::new();
    for payment in &provider.payments {
        let order = books.orders.iter().find(|order| order.provider_id.is_some() && order.provider_id == payment.order);
        let fault = wrong_end(books, payment, order).or_else(|| left_lying(world, provider, payment, order?));
        if let Some(fault) = fault {
            findings.push(format!("{} of {} {}: {fault}", payment.id, payment.amount, payment.currency));
        }
        if payment.captured && order.is_some() {
            *kept.entry(payment.currency.as_str()).or_default() += payment.amount - payment.given_back;
        }
    }
    for currency in ["INR", "USD"] {
        let sum = |account| books.sum_of(&[account], currency);
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

/// What is wrong with how a payment has ended.
fn wrong_end(books: &Books, payment: &TheirPayment, order: Option<&Order>) -> Option<&'static str> {
    let whole = payment.refunds.len() == 1 && payment.refunds[0] == ("processed".to_owned(), payment.amount);
    let known = books.payments.iter().find(|known| known.provider_id == payment.id);
    let Some(order) = order else {
        let ours = known.is_some_and(|known| known.disposition != "none" && known.disposition != "foreign");
        return (ours || payment.given_back > 0 && payment.captured).then_some("it is none of ours, and we touched it");
    };
    if payment.given_back != payment.refunds.iter().map(|(_, amount)| amount).sum::<i64>() || payment.refunds.len() > 1
    {
        return Some("its refunds do not add up");
    }
    if !payment.captured {
        // It failed, or the provider has given back by itself what nobody took.
        let taken = known.is_some_and(|known| known.disposition != "none");
        return taken.then_some("it never arrived, and we act as if it had");
    }
    let Some(known) = known else { return Some("it arrived, and we do not know it") };
    let is_the_one = order.payment == Some(known.id);
    match (known.disposition.as_str(), payment.refunds.is_empty()) {
        ("applied", true) => {
            let brought = is_the_one
                && has_its_money(books, order)
                && match order.state.as_str() {
                    "booked" => order.booking.and_then(|id| books.booking(id)).is_some(),
                    "credited" => {
                        books.lots.iter().any(|lot| Some(lot.id) == order.lot && lot.total == order.package_size)
                    }
                    _ => false,
                };
            (!brought).then_some("it was taken, and brought nothing")
        }
        ("returned", false) if whole => {
            let lives = order.booking.and_then(|id| books.booking(id)).is_some_and(Booking::lives);
            (is_the_one && (lives || order.state != "refunded")).then_some("it went back, and the class is still there")
        }
        ("applied", false) => Some("it went back, and we keep what it brought"),
        ("returned", _) => Some("it has to go back as a whole, and did not"),
        _ => Some("it arrived, and nothing was done about it"),
    }
}

/// Money that a bank had confirmed in time is taken, unless its order has been paid otherwise: then the provider refuses.
fn left_lying(world: &World<'_>, provider: &AtProvider, payment: &TheirPayment, order: &Order) -> Option<&'static str> {
    let otherwise = provider.payments.iter().any(|other| other.captured && other.order == order.provider_id);
    let taken = payment.captured || otherwise;
    (!taken && world.within_reach.borrow().contains(&payment.id)).then_some("it was authorised, and nobody took it")
}

/// Every mail goes out once, unless somebody died over it and it had to be tried again.
pub(super) fn check_mails(world: &World<'_>, books: &Books) -> Vec<String> {
    let mut sent: BTreeMap<String, i64> = BTreeMap::new();
    for mail in world.desk().mailer.sent() {
        *sent.entry(mail.message_id).or_default() += 1;
    }
    let mut findings = Vec::new();
    let mut filed = std::collections::BTreeSet::new();
    for job in &books.jobs {
        if !filed.insert((&job.topic, job.subject)) {
            findings.push(format!("{} for {} is filed twice", job.topic, job.subject));
        }
    }
    for (mail, times) in &sent {
        let about = |job: &&super::books::Job| job.topic != "provider_event" && mail.contains(&job.subject.to_string());
        let tried: Vec<i64> = books.jobs.iter().filter(about).map(|job| job.attempts).collect();
        let moved = mail.starts_with("booking-request-") && !mail.starts_with("booking-request-0-");
        if !moved && tried.iter().max().copied().unwrap_or(0) < *times {
            findings.push(format!("{mail} went out {times} times; its job was tried {tried:?} times"));
        }
    }
    for refund in books.refunds.iter().filter(|refund| refund.reason != "cancelled") {
        let told = sent.keys().any(|mail| *mail == format!("refund-{}", refund.id));
        if !told {
            findings.push(format!("nobody was told of the refund {}", refund.id));
        }
    }
    for order in books.orders.iter().filter(|order| order.state == "credited") {
        if !sent.contains_key(&format!("credits-{}", order.id)) {
            findings.push(format!("nobody was told of the credits of {}", order.id));
        }
    }
    for booking in books.bookings.iter().filter(|booking| booking.lives()) {
        let told =
            sent.keys().filter(|mail| mail.starts_with("booking-request-") && mail.contains(&booking.id.to_string()));
        if told.filter(|mail| mail.contains("-student-")).count() == 0 {
            findings.push(format!("the student was not told of the class {}", booking.id));
        }
    }
    findings
}

/// A year later all that was paid has been earned, has expired, or has gone back.
pub(super) fn check_everything_earned(books: &Books) -> Vec<String> {
    let mut findings = Vec::new();
    for booking in books.bookings.iter().filter(|booking| booking.status == "confirmed") {
        findings.push(format!("the class {} is not completed", booking.id));
    }
    for lot in books.lots.iter().filter(|lot| lot.remaining > 0) {
        findings.push(format!("the lot {} has not expired", lot.id));
    }
    for currency in ["INR", "USD"] {
        let sum = |account| books.sum_of(&[account], currency);
        let held = books.bookings.iter().filter(|one| one.status == "completed" && one.currency == currency);
        let worth: i64 = held.map(|booking| booking.amount).sum();
        if sum("unearned_classes") + sum("unearned_credits") != 0
            || -books.sum_of(&["teacher_payable", "payouts_payable", "paid_out", "commission"], currency) != worth
        {
            findings.push(format!("classes of {worth} {currency} were held, and the ledger says otherwise"));
        }
    }
    findings
}
