//! Moving a class to another free slot of the same teacher and cost (D24): by its student, or by an administrator. What was
//! paid moves along.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::BookingError;
use tala_domain::error::ErrorCode;
use tala_domain::ids::JobId;
use tala_domain::jobs::{Audience, Job};
use tala_domain::time::class_end;
use tala_store::bookings::{self, Booking};
use tala_store::slots::Slot;
use tala_store::{StoreError, Transaction, outbox, slots};

use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};
use crate::seats::{OnOffer, let_own_go, make_way, may_be_held, take_seat};

/// Moves a booking to what is on offer. `check` says whether the booking, as it stands, may be moved by whoever asks.
pub async fn move_booking(
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    offer: OnOffer,
    check: fn(&Booking, Timestamp) -> ApiResult<()>,
) -> ApiResult<()> {
    let write = async |tx: Transaction| {
        in_transaction(&tx, ctx, actor, booking, offer, check).await?;
        Ok::<_, ApiError>(())
    };
    match ctx.store.transaction(write).await {
        Err(refusal) if may_be_held(&refusal) => {
            if make_way(ctx, booking.student.id, booking.teacher.id, offer.start).await? {
                ctx.store.transaction(write).await
            } else {
                Err(refusal)
            }
        }
        other => other,
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    shown: &Booking,
    offer: OnOffer,
    check: fn(&Booking, Timestamp) -> ApiResult<()>,
) -> ApiResult<()> {
    let now = ctx.now();
    let booking = bookings::find_by_id(tx, shown.id).await?.ok_or(ErrorCode::NotFound)?;
    check(&booking, now)?;
    if booking.starts_at == offer.start {
        return Err(BookingError::SlotTaken.into());
    }
    let old = slots::find_by_id(tx, booking.slot_id).await?.ok_or(ErrorCode::NotCancellable)?;
    if old.credit_cost != offer.credit_cost {
        return Err(BookingError::CostMismatch.into());
    }
    // The old hour goes first: the new one may overlap it.
    slots::release_seat(tx, old.id, old.kind, booking.student.id, booking.teacher.id).await?;
    let_own_go(tx, booking.student.id, offer.start, now).await?;
    let new = take_seat(tx, ctx, (booking.student.id, booking.teacher.id), (offer.wanted, offer.start), now).await?;
    let hours = (new.starts_at, class_end(new.starts_at));
    if !bookings::move_to(tx, booking.id, old.id, new.id, hours, now).await? {
        return Err(StoreError::Serialization("the booking changed".to_owned()).into());
    }
    follow_up(tx, ctx, actor, &booking, &new, now).await
}

async fn follow_up(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    new: &Slot,
    now: Timestamp,
) -> ApiResult<()> {
    let (booking_id, change_id) = (booking.id, ctx.new_id());
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingMoved { booking_id, audience, change_id }));
    outbox::enqueue(tx, &jobs, now).await?;
    let deed = Deed::new("booking_moved", booking_id.0)
        .detail(json!({ "from": booking.starts_at, "to": new.starts_at }))
        .change(json!({ "startsAt": booking.starts_at }), json!({ "startsAt": new.starts_at }));
    actor.record(tx, ctx, &deed).await?;
    Ok(())
}
