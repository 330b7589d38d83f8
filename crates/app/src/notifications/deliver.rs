//! Doing one piece of outbox work: decide from the current state what to say, and say it.

use tala_domain::booking::BookingStatus;
use tala_domain::jobs::{Audience, Job};
use tala_gateways::mail::MailError;
use tala_store::bookings;
use tala_store::outbox::Claimed;

use super::booking_mail::{Occasion, booking_mail};
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
    let (booking_id, audience, occasion) = match &claimed.job {
        Job::BookingConfirmed { booking_id, audience } => (*booking_id, *audience, Occasion::Confirmed),
        Job::BookingCancelled { booking_id, audience } => (*booking_id, *audience, Occasion::Cancelled),
    };
    let booking = match bookings::find_by_id(ctx.store.read(), booking_id).await {
        Ok(Some(booking)) => booking,
        Ok(None) => return Delivery::Hopeless("the booking does not exist".to_owned()),
        Err(error) => return Delivery::Failed(error.to_string()),
    };
    let cancelled = booking.status(ctx.now()) == BookingStatus::Cancelled;
    if cancelled != (occasion == Occasion::Cancelled) {
        return Delivery::Done;
    }
    let to = match audience {
        Audience::Student => &booking.student,
        Audience::Teacher => &booking.teacher,
    };
    let Some(address) = &to.email else {
        return Delivery::Hopeless("the recipient has no verified address".to_owned());
    };
    let mail = booking_mail(&ctx.settings, &booking, audience, occasion, address, claimed.created_at);
    match ctx.mailer.send(&mail).await {
        Ok(()) => Delivery::Done,
        Err(MailError::Permanent(reason)) => Delivery::Hopeless(reason),
        Err(error) => Delivery::Failed(error.to_string()),
    }
}
