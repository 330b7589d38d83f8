//! Doing one piece of outbox work: decide from the current state what to say, and say it.

use tala_domain::booking::BookingStatus;
use tala_domain::ids::{BookingId, OrderId, RefundId};
use tala_domain::jobs::{Audience, Job};
use tala_gateways::mail::{MailError, OutgoingMail, Party};
use tala_store::outbox::Claimed;
use tala_store::refunds::Refund;
use tala_store::{StoreError, bookings, credits, orders, people, refunds};

use super::booking_mail::{About, Occasion, booking_mail};
use super::money_mail::{credits_mail, returned_mail};
use crate::context::Ctx;

/// How an attempt ended.
#[derive(Debug)]
pub(crate) enum Delivery {
    /// Sent, or no longer worth sending.
    Done,
    /// To be tried again later.
    Failed(String),
    /// Trying again cannot help.
    Hopeless(String),
}

/// Does one piece of work. Called at least once for each; the Message-ID stays the same, so a repetition is recognised.
pub(crate) async fn deliver(ctx: &Ctx, claimed: &Claimed) -> Delivery {
    let composed = match &claimed.job {
        Job::BookingConfirmed { booking_id, audience } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::Confirmed).await
        }
        Job::BookingMoved { booking_id, audience, .. } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::Moved).await
        }
        Job::BookingCancelled { booking_id, audience } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::Cancelled).await
        }
        Job::CreditsBought { order_id } => about_order(ctx, claimed, *order_id, None).await,
        Job::MoneyReturned { refund_id } => about_refund(ctx, claimed, *refund_id).await,
        Job::ProviderEvent { .. } => Err(Delivery::Hopeless("not a mail".to_owned())),
    };
    let mail = match composed {
        Ok(mail) => mail,
        Err(delivery) => return delivery,
    };
    match ctx.mailer.send(&mail).await {
        Ok(()) => Delivery::Done,
        Err(MailError::Permanent(reason)) => Delivery::Hopeless(reason),
        Err(error) => Delivery::Failed(error.to_string()),
    }
}

/// What is looked up must be there; a database that does not answer is asked again later.
fn there<T>(found: Result<Option<T>, StoreError>, what: &str) -> Result<T, Delivery> {
    match found {
        Ok(Some(found)) => Ok(found),
        Ok(None) => Err(Delivery::Hopeless(format!("the {what} does not exist"))),
        Err(error) => Err(Delivery::Failed(error.to_string())),
    }
}

const NO_ADDRESS: &str = "the recipient has no verified address";

async fn about_booking(
    ctx: &Ctx,
    claimed: &Claimed,
    id: BookingId,
    audience: Audience,
    occasion: Occasion,
) -> Result<OutgoingMail, Delivery> {
    let conn = ctx.store.read();
    let booking = there(bookings::find_by_id(conn, id).await, "booking")?;
    let cancelled = booking.status(ctx.now()) == BookingStatus::Cancelled;
    if cancelled != (occasion == Occasion::Cancelled) {
        return Err(Delivery::Done);
    }
    let order = match booking.order_id {
        Some(order) => Some(there(orders::find_by_id(conn, order).await, "order")?),
        None => None,
    };
    let to = match audience {
        Audience::Student => &booking.student,
        Audience::Teacher => &booking.teacher,
    };
    let address = to.email.as_ref().ok_or_else(|| Delivery::Hopeless(NO_ADDRESS.to_owned()))?;
    let about = About { booking: &booking, order: order.as_ref(), audience, occasion };
    Ok(booking_mail(&ctx.settings, &about, address, claimed.created_at))
}

async fn about_refund(ctx: &Ctx, claimed: &Claimed, id: RefundId) -> Result<OutgoingMail, Delivery> {
    let refund = there(refunds::find_by_id(ctx.store.read(), id).await, "refund")?;
    let order = there(Ok(refund.order_id), "order")?;
    about_order(ctx, claimed, order, Some(&refund)).await
}

async fn about_order(
    ctx: &Ctx,
    claimed: &Claimed,
    id: OrderId,
    refund: Option<&Refund>,
) -> Result<OutgoingMail, Delivery> {
    let conn = ctx.store.read();
    let order = there(orders::find_by_id(conn, id).await, "order")?;
    let student = there(people::find_by_id(conn, order.student_id).await, "student")?;
    let teacher = there(people::find_by_id(conn, order.teacher_id).await, "teacher")?;
    let address = student.email.clone().ok_or_else(|| Delivery::Hopeless(NO_ADDRESS.to_owned()))?;
    let to = Party { name: student.name, address };
    Ok(match refund {
        Some(refund) => returned_mail(&ctx.settings, &order, refund, to, claimed.created_at),
        None => {
            let lot = match order.lot_id {
                Some(lot) => credits::find_expiry(conn, lot).await.map_err(|e| Delivery::Failed(e.to_string()))?,
                None => None,
            };
            credits_mail(&ctx.settings, &order, &teacher.name, lot, to, claimed.created_at)
        }
    })
}
