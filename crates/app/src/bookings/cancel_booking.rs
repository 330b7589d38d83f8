//! `POST /api/bookings/{id}/cancel`: the student or the teacher cancels a booking (D24).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::policy::{CancellationOutcome, CancelledBy};
use tala_domain::error::{ErrorCode, FieldErrors};
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
use crate::services::cancellation::{self, Cancellation, CancelledBooking};
use crate::services::current_user::Participant;
use crate::views::booking::{Booking, BookingRefund};
use crate::views::quote::{outcome_code, parse_outcome};

/// The optional body of a cancellation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct CancelBookingRequest {
    /// A reason for the other participant, at most 500 characters.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// What the person saw that they get back: `refund`, `credit` or `credit_returned`. If the policy gives something else by
    /// now, the class is not cancelled.
    expected_outcome: Option<String>,
}

impl CancelBookingRequest {
    fn parse(&self, by: CancelledBy) -> Result<Cancellation, FieldErrors> {
        let expected = match self.expected_outcome.as_deref() {
            None => None,
            Some(code) => Some(
                parse_outcome(code)
                    .ok_or_else(|| FieldErrors::one("expectedOutcome", "This is refund, credit or credit_returned."))?,
            ),
        };
        Ok(Cancellation { expected, ..Cancellation::parse(by, self.reason.as_deref())? })
    }
}

/// The cancelled booking, and what was returned.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CancelReply {
    success: bool,
    booking: Booking,
    /// `refund`, `credit`, `credit_returned`, or `none` if nothing was paid.
    outcome: &'static str,
    #[schema(required)]
    refund: Option<BookingRefund>,
    /// The expiry of the returned credits.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    credit_expires_at: Option<Timestamp>,
    /// The outcome as a sentence for the person.
    message: String,
}

/// Cancels a booking.
///
/// The cancellation policy decides whether the money or a credit is returned.
#[utoipa::path(post, path = "/api/bookings/{id}/cancel", tag = "bookings",
    params(("id" = String, Path, description = "The booking")), request_body = Option<CancelBookingRequest>,
    responses((status = 200, body = CancelReply)))]
pub(super) async fn cancel_booking(
    State(ctx): State<Ctx>,
    user: Participant,
    IdPath(id): IdPath<BookingId>,
    request: Option<Body<CancelBookingRequest>>,
) -> AppResult<Json<CancelReply>> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let by = match user.role {
        Role::Student if booking.student.id == user.person.id.as_student() => CancelledBy::Student,
        Role::Teacher if booking.teacher.id == user.person.id.as_teacher() => CancelledBy::Teacher,
        _ => return Err(ErrorCode::NotFound.into()),
    };
    let cancellation = request.map(|Body(request)| request).unwrap_or_default().parse(by)?;
    let write = async |tx: Transaction| {
        let cancelled =
            cancellation::cancel_booking(&tx, &ctx, Actor::Person(user.account_holder().id), id, &cancellation).await?;
        Ok::<_, AppError>(cancelled)
    };
    let CancelledBooking { outcome: result, credit_expires_at } = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let refund = BookingRefund::of(&booking);
    let is_free = refund.is_none() && credit_expires_at.is_none();
    Ok(Json(CancelReply {
        success: true,
        outcome: if is_free { "none" } else { outcome_code(result) },
        message: message(result, is_free).to_owned(),
        refund,
        credit_expires_at,
        booking: Booking::of(&booking, ctx.now()),
    }))
}

const fn message(result: CancellationOutcome, is_free: bool) -> &'static str {
    match result {
        _ if is_free => "The class is cancelled.",
        CancellationOutcome::Refund => {
            "The class is cancelled. Your refund is started within 1-2 business days and reaches your account when the \
             bank has done its part, usually 5-7 business days."
        }
        CancellationOutcome::Credit => "The class is cancelled. A class credit for a future class is in your account.",
        CancellationOutcome::CreditRestored => "The class is cancelled. Your credit is back in your account.",
        CancellationOutcome::NotAllowed => "The class was not cancelled.",
    }
}
