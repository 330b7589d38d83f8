//! Fees, commission and payouts by SPEC's tables (SPEC §9; D20, D21, D22, D25), computed from the bookings alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use tala_tests::{days, later};
use uuid::Uuid;

use super::snapshot::{Booking, Order, Snapshot};
use crate::payday::is_pay_day;
use crate::world::World;

/// The provider's fee in basis points.
const PROVIDER: i64 = 240;
const FREE_DAYS: i64 = 60;

pub(super) fn check(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings: Vec<String> = snapshot.orders.iter().filter_map(|order| fees(world, snapshot, order)).collect();
    let nets = nets(world, snapshot, &mut findings);
    findings.extend(owed(snapshot, &nets));
    findings.extend(payouts(world, snapshot, &nets));
    findings
}

/// A share of an amount, half rounded up.
fn share(amount: i64, basis_points: i64) -> i64 {
    (amount * basis_points + 5_000) / 10_000
}

/// By classes taken before.
fn service_rate(taken: i64) -> i64 {
    match taken {
        ..=20 => 1_000,
        21..=100 => 800,
        101..=250 => 650,
        _ => 500,
    }
}

/// By hours taught, including this one.
fn commission_rate(hours: i64) -> i64 {
    match hours {
        ..=20 => 2_000,
        21..=50 => 1_800,
        51..=200 => 1_500,
        _ => 1_000,
    }
}

fn fees(world: &World<'_>, snapshot: &Snapshot, order: &Order) -> Option<String> {
    let number = world.students.iter().position(|student| student.id.0 == order.student).unwrap();
    let standing = world.standings[number];
    let own = snapshot.bookings.iter().filter(|booking| booking.student == order.student && booking.lives());
    let taken = own.filter(|booking| booking.ends_at <= order.created_at).count();
    let taken = standing.taken + i64::try_from(taken).unwrap();
    let free = order.created_at < later(standing.joined_at, days(FREE_DAYS)).as_microsecond();
    let service = if free { 0 } else { share(order.price, service_rate(taken)) };
    let provider = share(order.price, PROVIDER);
    let right = (order.service_fee, order.provider_fee) == (service, provider)
        && order.total == order.price + service + provider;
    (!right).then(|| {
        format!(
            "{} of {} after {taken} classes: fees of {} and {} instead of {service} and {provider}",
            order.id, order.price, order.service_fee, order.provider_fee
        )
    })
}

/// The teacher's earnings of each completed class.
fn nets(world: &World<'_>, snapshot: &Snapshot, findings: &mut Vec<String>) -> HashMap<Uuid, i64> {
    let mut nets = HashMap::new();
    for (teacher, terms) in world.teachers.iter().zip(&world.terms) {
        let held = snapshot.bookings.iter().filter(|one| one.teacher == teacher.id.0 && one.status == "completed");
        let mut held: Vec<&Booking> = held.collect();
        held.sort_by_key(|booking| (booking.ends_at, booking.id));
        let mut hours = HashSet::new();
        for booking in held {
            hours.insert(booking.slot);
            let taught = terms.taught + i64::try_from(hours.len()).unwrap();
            let launch = booking.ends_at < terms.launch_ends_at.as_microsecond();
            let rate = if launch { 0 } else { commission_rate(taught) };
            let net = booking.amount - share(booking.amount, rate);
            nets.insert(booking.id, net);
            let found = (booking.commission_rate, booking.taught_hours, booking.net);
            if found != (Some(rate), Some(taught), Some(net)) {
                findings.push(format!(
                    "hour {taught} of {}, {}: {rate} of {} leave {net}, and not {found:?}",
                    teacher.name, booking.id, booking.amount
                ));
            }
        }
    }
    nets
}

/// The ledger owes or has paid the earnings of all classes, and the platform keeps the rest.
fn owed(snapshot: &Snapshot, nets: &HashMap<Uuid, i64>) -> Vec<String> {
    let mut findings = Vec::new();
    for currency in ["INR", "USD"] {
        let held = || snapshot.bookings.iter().filter(|one| one.status == "completed" && one.currency == currency);
        let net: i64 = held().filter_map(|booking| nets.get(&booking.id)).sum();
        let worth: i64 = held().map(|booking| booking.amount).sum();
        let teachers = -snapshot.sum_of(&["teacher_payable", "payouts_payable", "paid_out"], currency);
        let ours = -snapshot.sum_of(&["commission"], currency);
        if (teachers, ours) != (net, worth - net) {
            findings.push(format!(
                "classes of {worth} {currency} are worth {net} to teachers; the ledger says {teachers}, and {ours} for us"
            ));
        }
    }
    findings
}

/// Each payout is the sum of its classes, all of its teacher and before its day, and there is one for each day.
fn payouts(world: &World<'_>, snapshot: &Snapshot, nets: &HashMap<Uuid, i64>) -> Vec<String> {
    let mut findings = Vec::new();
    let mut paid_out: BTreeMap<(Uuid, &str, i64), usize> = BTreeMap::new();
    for payout in &snapshot.payouts {
        let mut assert_no_findings =
            |what: &str| findings.push(format!("the payout {} ({}) {what}", payout.id, payout.state));
        let of: Vec<&Booking> = snapshot.bookings.iter().filter(|one| one.payout == Some(payout.id)).collect();
        if payout.state == "failed" {
            if !of.is_empty() {
                assert_no_findings("keeps its classes");
            }
            continue;
        }
        let number = world.teachers.iter().position(|teacher| teacher.id.0 == payout.teacher).unwrap();
        if !is_pay_day(&world.terms[number], payout.period_end_at) || payout.created_at < payout.period_end_at {
            assert_no_findings("was made for a day that was none, or had not come");
        }
        let its_own = |one: &&&Booking| {
            one.teacher == payout.teacher && one.currency == payout.currency && one.ends_at <= payout.period_end_at
        };
        if of.iter().filter(its_own).count() != of.len() {
            assert_no_findings("pays for a class that is not its own");
        }
        let sum: i64 = of.iter().filter_map(|booking| nets.get(&booking.id)).sum();
        if sum != payout.amount {
            assert_no_findings(&format!("is {} for classes that brought {sum}", payout.amount));
        }
        *paid_out.entry((payout.teacher, &payout.currency, payout.period_end_at)).or_default() += 1;
    }
    let twice = paid_out.iter().filter(|(_, times)| **times > 1);
    findings.extend(twice.map(|(payout, _)| format!("{payout:?} was paid twice")));
    findings
}

/// Every teacher with an account has been paid everything.
pub(super) fn check_everybody_paid(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for (teacher, terms) in world.teachers.iter().zip(&world.terms) {
        let own =
            snapshot.bookings.iter().filter(|one| one.teacher == teacher.id.0 && one.net.is_some_and(|net| net > 0));
        for booking in own {
            let paid = snapshot.payouts.iter().any(|one| Some(one.id) == booking.payout && one.state == "paid");
            if paid == terms.pay_days.is_empty() {
                findings.push(format!("the class {} of {} is paid: {paid}", booking.id, teacher.name));
            }
        }
    }
    findings
}
