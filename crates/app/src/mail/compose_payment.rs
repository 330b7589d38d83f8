//! Composes the mails about purchases: credits bought, payments refunded, also for the teacher who shares a refund.

use jiff::Timestamp;
use tala_domain::ids::{OrderId, RefundId};
use tala_domain::time::Zone;
use tala_store::orders::Order;
use tala_store::{bookings, credits, orders, payments, people, refunds};

use crate::mail::compose::{Composed, load_reader, load_recipient, require};
use crate::mail::format::parse_zone;
use crate::mail::job_outcome::JobOutcome;
use crate::mail::payment::{BoughtCredits, RefundedPurchase, credits_mail, partial_refund_mail, refund_mail};
use crate::mail::recipient::{MailContext, Recipient};
use crate::mail::shared_refund::{SharedRefund, shared_refund_mail};

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_refund(ctx: &MailContext<'_>, id: RefundId, enqueued_at: Timestamp) -> Composed {
    let refund = require(refunds::find_by_id(ctx.store.read(), id).await, "refund")?;
    let order_id = require(Ok(refund.order_id), "order")?;
    let (order, teacher, to) = load_order(ctx, order_id).await?;
    let payment = require(payments::find_by_id(ctx.store.read(), refund.payment_id).await, "payment")?;
    let zone = load_student_zone(ctx, &order).await?;
    // The booking may have been rescheduled since the purchase.
    let booking = match order.booking_id {
        Some(booking) => Some(require(bookings::find_by_id(ctx.store.read(), booking).await, "booking")?),
        None => None,
    };
    let refunded = RefundedPurchase {
        order: &order,
        booking: booking.as_ref(),
        teacher: &teacher,
        refund: &refund,
        payment_id: &payment.provider_payment_id,
        zone: &zone,
    };
    // Only partial refunds record who bears them.
    let compose = if refund.share.is_some() { partial_refund_mail } else { refund_mail };
    Ok(compose(&ctx.settings, refunded, to, enqueued_at))
}

/// Composes the notice to the teacher who shares a partial refund, with the current price of the class, if it is for one.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_shared_refund(ctx: &MailContext<'_>, id: RefundId, enqueued_at: Timestamp) -> Composed {
    let conn = ctx.store.read();
    let refund = require(refunds::find_by_id(conn, id).await, "refund")?;
    let order = require(orders::find_by_id(conn, require(Ok(refund.order_id), "order")?).await, "order")?;
    let student = require(people::find_by_id(conn, order.student_id.into()).await, "student")?;
    let class = match order.booking_id {
        Some(booking) => {
            let starts_at = require(bookings::find_by_id(conn, booking).await, "booking")?.starts_at;
            Some((starts_at, require(bookings::find_price(conn, booking).await, "booking")?))
        }
        None => None,
    };
    // A hand-over moves unspent credits to another teacher, but not booked classes.
    let teacher_id = match (&class, order.lot_id) {
        (Some((_, price)), _) => price.teacher_id,
        (None, Some(lot)) => require(credits::find_by_id(conn, lot).await, "credit lot")?.teacher_id,
        (None, None) => order.teacher_id,
    };
    let teacher = require(people::find_by_id(conn, teacher_id.into()).await, "teacher")?;
    let zone = parse_zone(teacher.time_zone.as_deref()).unwrap_or_else(Zone::india);
    let shared = SharedRefund { refund: &refund, order: &order, student: &student.name, class, zone: &zone };
    shared_refund_mail(&ctx.settings, shared, teacher.try_into()?, enqueued_at).ok_or(JobOutcome::Done)
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_credits_bought(ctx: &MailContext<'_>, id: OrderId, enqueued_at: Timestamp) -> Composed {
    let (order, teacher, to) = load_order(ctx, id).await?;
    let expires_at = match order.lot_id {
        Some(lot) => credits::find_expiry(ctx.store.read(), lot).await?,
        None => None,
    };
    let zone = load_student_zone(ctx, &order).await?;
    let bought = BoughtCredits { order: &order, teacher: &teacher, expires_at, zone: &zone };
    Ok(credits_mail(&ctx.settings, bought, to, enqueued_at))
}

/// Returns the zone in which the student of an order reads times; India's without one (D41).
async fn load_student_zone(ctx: &MailContext<'_>, order: &Order) -> Result<Zone, JobOutcome> {
    let reader = load_reader(ctx, order.student_id.into()).await?;
    Ok(reader.known_zone().or_else(|| parse_zone(order.student_zone.as_deref())).unwrap_or_else(Zone::india))
}

/// Returns the order, its teacher's name and its student as the recipient.
async fn load_order(ctx: &MailContext<'_>, id: OrderId) -> Result<(Order, String, Recipient), JobOutcome> {
    let conn = ctx.store.read();
    let order = require(orders::find_by_id(conn, id).await, "order")?;
    let teacher = require(people::find_by_id(conn, order.teacher_id.into()).await, "teacher")?;
    let to = load_recipient(ctx, order.student_id.into()).await?;
    Ok((order, teacher.name, to))
}
