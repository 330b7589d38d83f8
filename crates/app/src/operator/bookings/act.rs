//! Cancelling a class for somebody, moving it, and sending its mails again.

use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::booking::BookingStatus;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::{ErrorClass, ErrorCode};
use tala_domain::ids::{BookingId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_store::bookings::{self, Booking};
use tala_store::{Transaction, availabilities, outbox, slots};
use utoipa::ToSchema;

use super::look::{BookingDetails, load};
use crate::acts::{Actor, Deed};
use crate::cancelling::{Cancellation, call_off};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath};
use crate::json::Json;
use crate::moving::move_booking;
use crate::operator::access::Admin;
use crate::operator::coupons::Because;
use crate::operator::twice::refuse_twice;
use crate::seats::{Wanted, check_offer, explain};

/// Calls a class off that has not begun: everything that was paid goes back, and both people are told (D24).
#[utoipa::path(post, path = "/api/admin/bookings/{id}/cancel", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = Because,
    responses((status = 200, body = BookingDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_cancel_booking(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<Because>,
) -> ApiResult<Json<BookingDetails>> {
    let act = admin.may_because(Area::Bookings, &request.reason)?;
    let write = async |tx: Transaction| {
        call_off(&tx, &ctx, Actor::Admin(&act), id, &Cancellation::silent(CancelledBy::Admin)).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(Json(load(&ctx, id).await?))
}

/// Where to, and why.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMoveRequest)]
pub(super) struct MoveBooking {
    /// A start that the teacher offers.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Moves a class that has not begun to another free start of the same teacher and cost, however late it is. A refusal with
/// 409 carries the fresh `slots`.
#[utoipa::path(post, path = "/api/admin/bookings/{id}/move", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = MoveBooking,
    responses((status = 200, body = BookingDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_move_booking(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<MoveBooking>,
) -> ApiResult<Json<BookingDetails>> {
    let act = admin.may_because(Area::Bookings, &request.reason)?;
    let conn = ctx.store.read();
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let teacher = booking.teacher.id;
    let wanted = match slots::find_regular(conn, teacher, request.date_time).await? {
        Some(slot) => Wanted::Stored(slot.id),
        None => Wanted::Virtual(request.date_time),
    };
    let offering = availabilities::find_offering(conn, teacher).await?.ok_or(ErrorCode::InvalidSlot)?;
    let attempt = async {
        check_movable(&booking, ctx.now())?;
        let offer = check_offer(&ctx, &offering, wanted, Some(request.date_time)).await?;
        move_booking(&ctx, Actor::Admin(&act), &booking, offer, check_movable).await
    };
    if let Err(refusal) = Box::pin(attempt).await {
        if refusal.code().class() != ErrorClass::Conflict {
            return Err(refusal);
        }
        return Err(explain(&ctx, booking.student.id, &offering, wanted, refusal).await?);
    }
    ctx.work_filed.notify_one();
    Ok(Json(load(&ctx, id).await?))
}

fn check_movable(booking: &Booking, now: Timestamp) -> ApiResult<()> {
    if booking.status(now) == BookingStatus::Confirmed && booking.starts_at > now {
        Ok(())
    } else {
        Err(ErrorCode::NotCancellable.into())
    }
}

/// Sends the mails about a booking as it stands once more, to both people; once a minute at most.
#[utoipa::path(post, path = "/api/admin/bookings/{id}/resend-mail", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = Because,
    responses((status = 200, body = BookingDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_resend_booking_mail(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(booking_id): IdPath<BookingId>,
    Body(request): Body<Because>,
) -> ApiResult<Json<BookingDetails>> {
    let act = admin.may_because(Area::Bookings, &request.reason)?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let booking = bookings::find_by_id(&tx, booking_id).await?.ok_or(ErrorCode::NotFound)?;
        refuse_twice(&tx, &ctx, booking.student.id, ("booking_mailed_again", booking_id.0), false).await?;
        let cancelled = booking.status(now) == BookingStatus::Cancelled;
        let mut sent = 0;
        for audience in [Audience::Student, Audience::Teacher] {
            let job = if cancelled {
                Job::BookingCancelled { booking_id, audience }
            } else {
                Job::BookingConfirmed { booking_id, audience }
            };
            match outbox::find_outcome(&tx, job.topic(), booking_id.0).await? {
                outbox::Outcome::Unknown => {
                    outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
                    sent += 1;
                }
                _ => sent += i32::from(outbox::send_again(&tx, job.topic(), booking_id.0, now).await?),
            }
        }
        if sent == 0 {
            return Err(ApiError::new(ErrorCode::AlreadyDone).with_detail("These mails are on their way already."));
        }
        let deed = Deed::new("booking_mailed_again", booking_id.0).detail(json!({ "cancelled": cancelled }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(Json(load(&ctx, booking_id).await?))
}
