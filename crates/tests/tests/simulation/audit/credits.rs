//! Credits: granted, bought and exchanged on one side; remaining, spent and expired on the other.

use super::snapshot::{Order, Snapshot};
use crate::world::World;

pub(super) fn check(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for (number, student) in world.students.iter().enumerate() {
        let own = |id: uuid::Uuid| id == student.id.0;
        let given: i64 =
            world.granted.borrow().iter().filter(|(to, _)| *to == number).map(|(_, n)| i64::from(*n)).sum();
        let credited = snapshot.orders.iter().filter(|order| own(order.student) && order.state == "credited");
        let bought: i64 = credited.map(|order| order.package_size - voided(snapshot, order)).sum();
        let exchanged: i64 = exchanged(snapshot).filter(|(who, _)| own(*who)).map(|(_, credits)| credits).sum();
        let left: i64 = snapshot.lots.iter().filter(|lot| own(lot.student)).map(|lot| lot.remaining).sum();
        let expired: i64 = snapshot.lots.iter().filter(|lot| own(lot.student)).map(|lot| lot.expired).sum();
        let paid = snapshot.bookings.iter().filter(|booking| own(booking.student) && booking.lives());
        let spent: i64 = paid.map(|booking| booking.credits).sum();
        if given + bought + exchanged != left + expired + spent {
            findings.push(format!(
                "{}: given {given}, bought {bought}, exchanged {exchanged}; left {left}, expired {expired}, spent {spent}",
                student.name
            ));
        }
    }
    for lot in &snapshot.lots {
        if lot.remaining < 0 || lot.remaining > lot.total {
            findings.push(format!("the lot {} holds {} of {}", lot.id, lot.remaining, lot.total));
        }
        let order = lot.order.and_then(|order| snapshot.order(order));
        // A refunded package was unspent and is voided completely; of a partly spent one, the rest is voided.
        let taken_back = order.is_some_and(|order| order.state.starts_with("refund") || voided(snapshot, order) > 0);
        if taken_back && (lot.remaining > 0 || lot.expired > 0 || lot.expired_at.is_none()) {
            findings.push(format!("the money of the lot {} went back, and its credits are there", lot.id));
        }
        let early = lot.expired_at.is_some_and(|at| at < lot.expires_at) && !taken_back;
        if early || (lot.expired > 0 && lot.expired_at.is_none()) {
            findings.push(format!("the lot {} expired before its time", lot.id));
        }
        let brought = order.is_some_and(|order| (order.state == "credited" || taken_back) && order.lot == Some(lot.id));
        if (lot.origin == "bought") != brought {
            findings.push(format!("the lot {} was {} and its order says otherwise", lot.id, lot.origin));
        }
    }
    findings
}

/// The credits of an order that were voided because they were refunded.
fn voided(snapshot: &Snapshot, order: &Order) -> i64 {
    order.payment.into_iter().flat_map(|payment| snapshot.parts_of(payment)).map(|refund| refund.voided_credits).sum()
}

/// Paid classes that became credits: cancelled by the student 24 to 12 hours before.
fn exchanged(snapshot: &Snapshot) -> impl Iterator<Item = (uuid::Uuid, i64)> {
    snapshot.bookings.iter().filter_map(|booking| {
        let order = snapshot.order(booking.order?)?;
        let late = booking.hours_left().is_some_and(|hours| hours < 24.0);
        (late && booking.cancelled_by.as_deref() == Some("student")).then_some((booking.student, order.credit_cost))
    })
}

/// The displayed balance is the remaining credits of the valid lots.
pub(super) async fn check_shown(world: &World<'_>, snapshot: &Snapshot) -> Vec<String> {
    let mut findings = Vec::new();
    for student in &world.students {
        let path = format!("/api/student-profile?email={}", student.email);
        let profile = world.app().get(&path).by(student).ok().await;
        let alive = snapshot.lots.iter().filter(|lot| lot.student == student.id.0 && lot.expires_at > snapshot.now);
        let alive: i64 = alive.map(|lot| lot.remaining).sum();
        if profile["classCredits"] != alive {
            findings.push(format!("{} is shown {} credits and has {alive}", student.name, profile["classCredits"]));
        }
    }
    findings
}
