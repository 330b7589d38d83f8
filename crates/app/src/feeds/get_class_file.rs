//! `GET /api/bookings/{id}/calendar`: one class as a file for the student's calendar (D32).

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use tala_domain::calendar::class_file;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::feeds::entry::entry;
use crate::http::extract::IdPath;
use crate::services::current_user::Student;
use crate::views::problem::Problem;

/// A class of the signed-in student as a calendar file. It is the invitation's entry: no calendar has it twice.
#[utoipa::path(get, path = "/api/bookings/{id}/calendar", tag = "feeds",
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = "4XX", body = Problem)))]
pub(super) async fn get_class_file(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<BookingId>,
) -> AppResult<impl IntoResponse> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    let own = booking.filter(|booking| booking.student.id == student.person.id).ok_or(ErrorCode::NotFound)?;
    let text = class_file(&entry(&ctx, &[&own], false).ok_or(ErrorCode::NotFound)?);
    let headers =
        [(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CONTENT_DISPOSITION, "attachment; filename=\"class.ics\"")];
    Ok((headers, text))
}
