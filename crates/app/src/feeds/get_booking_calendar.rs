//! `GET /api/bookings/{id}/calendar`: the calendar file of one class (D32).

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use tala_domain::calendar::render_class_file;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::feeds::entry::class_entry;
use crate::http::extract::IdPath;
use crate::services::current_user::Student;

/// Returns a class of the signed-in student as a calendar file.
///
/// The entry has the same UID as the calendar invitation, so that importing it does not create a duplicate.
#[utoipa::path(get, path = "/api/bookings/{id}/calendar", tag = "feeds",
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = String, content_type = "text/calendar")))]
pub(super) async fn get_booking_calendar(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<BookingId>,
) -> AppResult<impl IntoResponse> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    let booking = booking.filter(|booking| booking.student.id == student.id()).ok_or(ErrorCode::NotFound)?;
    let text = render_class_file(&class_entry(&ctx, &[&booking], false).ok_or(ErrorCode::NotFound)?);
    let headers =
        [(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CONTENT_DISPOSITION, "attachment; filename=\"class.ics\"")];
    Ok((headers, text))
}
