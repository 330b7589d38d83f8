//! Partial refunds: what was refunded, what prices lost by it, and what the platform bears (ADR 11).

use super::snapshot::{Order, Payment, Snapshot};

/// What must hold at every moment.
pub(super) fn check(snapshot: &Snapshot) -> Vec<String> {
    let mut findings: Vec<String> =
        snapshot.payments.iter().filter_map(|payment| refunded_too_much(snapshot, payment)).collect();
    findings.extend(snapshot.orders.iter().filter_map(|order| wrong_price(snapshot, order)));
    for currency in ["INR", "USD"] {
        let applied = snapshot.payments.iter().filter(|one| one.outcome == "applied" && one.currency == currency);
        let platform = applied.flat_map(|payment| snapshot.parts_of(payment.id));
        let platform = platform.filter(|refund| refund.bearer.as_deref() == Some("platform"));
        let borne: i64 = platform.map(|refund| refund.amount).sum();
        let posted = snapshot.sum_of(&["goodwill"], currency);
        if borne != posted {
            findings.push(format!("the platform bears {borne} {currency} of refunds, and {posted} are posted"));
        }
    }
    findings
}

fn refunded_too_much(snapshot: &Snapshot, payment: &Payment) -> Option<String> {
    let refunds = snapshot.refunds.iter().filter(|refund| refund.payment == payment.id);
    let refunded: i64 = refunds.map(|refund| refund.amount).sum();
    let whole = payment.outcome != "refunded" || refunded == payment.amount;
    (refunded > payment.amount || !whole)
        .then(|| format!("{refunded} of the payment {} over {} are refunded", payment.id, payment.amount))
}

/// A refund that the teacher shares takes its proportion from the price, and the class costs what is left.
fn wrong_price(snapshot: &Snapshot, order: &Order) -> Option<String> {
    let parts: Vec<_> = order.payment.into_iter().flat_map(|payment| snapshot.parts_of(payment)).collect();
    for refund in &parts {
        if refund.voided_credits > 0 {
            let lot = snapshot.lots.iter().find(|lot| lot.order == Some(order.id));
            let worth = lot.map_or(0, |lot| lot.price * refund.voided_credits);
            if refund.price != worth {
                return Some(format!("the refund {} of unspent credits took {}, not {worth}", refund.id, refund.price));
            }
            continue;
        }
        let shared = if refund.bearer.as_deref() == Some("teacher") { refund.amount } else { 0 };
        let expected = shared * order.price / order.total;
        // Each earlier refund was rounded by less than three minor units.
        let tolerance = if shared == 0 { 0 } else { 3 * i64::try_from(parts.len()).unwrap() };
        if (refund.price - expected).abs() > tolerance {
            return Some(format!("the refund {} took {} from the price, not {expected}", refund.id, refund.price));
        }
    }
    let lost: i64 = parts.iter().map(|refund| refund.price).sum();
    let booking = order.booking.and_then(|id| snapshot.booking(id))?;
    (booking.amount != order.price - lost)
        .then(|| format!("the class {} costs {}, not {} less {lost}", booking.id, booking.amount, order.price))
}
