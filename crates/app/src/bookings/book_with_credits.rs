//! `POST /api/book-with-credits` (SPEC §4, §7).

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::request::BookWithCreditsRequest;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::idempotency_key::parse_idempotency_key;
use crate::http::json::Json;
use crate::services::credit_booking;
use crate::services::current_user::BookingStudent;
use crate::views::booking::Booking;
use crate::views::problem::BookingProblem;

/// The booking. A repeated request returns the existing one.
#[derive(Serialize, ToSchema)]
pub(super) struct BookWithCreditsReply {
    success: bool,
    booking: Booking,
}

/// Books a class with credits.
///
/// A repeated request returns the same booking. If the slot cannot be booked, the 409 carries the available `slots`.
#[utoipa::path(post, path = "/api/book-with-credits", tag = "bookings", request_body = BookWithCreditsRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 200 printable ASCII characters. Requests with the same key book once")),
    responses((status = 200, body = BookWithCreditsReply), (status = 409, body = BookingProblem)))]
pub(super) async fn book_with_credits(
    State(ctx): State<Ctx>,
    BookingStudent(student): BookingStudent,
    headers: HeaderMap,
    Body(request): Body<BookWithCreditsRequest>,
) -> AppResult<Json<BookWithCreditsReply>> {
    let key = headers.get("idempotency-key");
    let key = key.map(|key| parse_idempotency_key("Idempotency-Key", key.as_bytes())).transpose()?;
    let command = request.validate(&student, key)?;
    let booking = credit_booking::book_with_credits(&ctx, &student, &command).await?;
    Ok(Json(BookWithCreditsReply { success: true, booking: Booking::for_student(&booking, ctx.now()) }))
}
