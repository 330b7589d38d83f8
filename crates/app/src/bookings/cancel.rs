//! `POST /api/bookings/{id}/cancel`: the student or the teacher calls a class off (D24).

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::policy::{CancelledBy, Outcome};
use tala_domain::error::ErrorCode;
use tala_domain::identity::Role;
use tala_domain::ids::BookingId;
use tala_store::Transaction;
use tala_store::bookings;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::cancellation::{CancelRequest, Cancellation, call_off};
use crate::services::current_user::CurrentUser;
use crate::views::booking::{Booking, BookingRefund};
use crate::views::problem::Problem;
use crate::views::quote::outcome_word;

/// What calling the class off has brought.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CancelReply {
    success: bool,
    booking: Booking,
    /// `refund`, `credit`, `credit_returned`, or `none` for a class that cost nothing.
    outcome: &'static str,
    #[schema(required)]
    refund: Option<BookingRefund>,
    /// Until when the credit that came back can be spent.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    credit_expires_at: Option<Timestamp>,
    /// The same in a sentence.
    message: String,
}

/// Calls a class off.
#[utoipa::path(post, path = "/api/bookings/{id}/cancel", tag = "bookings",
    params(("id" = String, Path, description = "The booking")), request_body = Option<CancelRequest>,
    responses((status = 200, body = CancelReply), (status = "4XX", body = Problem)))]
pub(super) async fn cancel(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    IdPath(id): IdPath<BookingId>,
    request: Option<Body<CancelRequest>>,
) -> AppResult<Json<CancelReply>> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let by = match known.role {
        Role::Student if booking.student.id == known.person.id => CancelledBy::Student,
        Role::Teacher if booking.teacher.id == known.person.id => CancelledBy::Teacher,
        _ => return Err(ErrorCode::NotFound.into()),
    };
    let cancellation = Cancellation::parse(by, request.as_ref().and_then(|Body(request)| request.reason.as_deref()))?;
    let write = async |tx: Transaction| {
        let called_off = call_off(&tx, &ctx, Actor::Person(known.person.id), id, &cancellation).await?;
        Ok::<_, AppError>(called_off)
    };
    let (result, credit_expires_at) = ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let refund = BookingRefund::of(&booking);
    let free = refund.is_none() && credit_expires_at.is_none();
    Ok(Json(CancelReply {
        success: true,
        outcome: if free { "none" } else { outcome_word(result) },
        message: message(result, free).to_owned(),
        refund,
        credit_expires_at,
        booking: Booking::of(&booking, ctx.now()),
    }))
}

const fn message(result: Outcome, free: bool) -> &'static str {
    match result {
        _ if free => "The class is cancelled.",
        Outcome::Refund => {
            "The class is cancelled. Your refund is started within 1-2 business days and reaches your account when the \
             bank has done its part, usually 5-7 working days."
        }
        Outcome::Credit => "The class is cancelled. A class credit for a future class is in your account.",
        Outcome::CreditReturned => "The class is cancelled. Your credit is back in your account.",
        Outcome::NotAllowed => "The class was not cancelled.",
    }
}
