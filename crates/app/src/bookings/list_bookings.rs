//! `GET /api/bookings` (SPEC §7; D15).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Role;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self, BookingsOf};
use utoipa::IntoParams;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Participant;
use crate::views::booking::Booking;

const MAX_LIMIT: u32 = 500;

/// The person whose bookings to list, and the page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookingsQuery {
    /// The signed-in student's id.
    student_id: Option<String>,
    /// The signed-in teacher's id.
    teacher_id: Option<String>,
    /// The maximum number of bookings, 1 to 500. Default: 500.
    limit: Option<u32>,
    /// The id of the last booking of the previous page.
    before: Option<String>,
}

/// Lists the signed-in person's bookings of every status, newest class first.
#[utoipa::path(get, path = "/api/bookings", tag = "bookings", params(BookingsQuery),
    responses((status = 200, body = Vec<Booking>)))]
pub(super) async fn list_bookings(
    State(ctx): State<Ctx>,
    user: Participant,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> AppResult<Json<Vec<Booking>>> {
    for id in [&query.student_id, &query.teacher_id].into_iter().flatten() {
        user.require_self(id)?;
    }
    let (whose, view): (_, fn(&_, _) -> _) = match user.role {
        Role::Student if query.teacher_id.is_none() => {
            (BookingsOf::Student(user.person.id.as_student()), Booking::for_student)
        }
        Role::Teacher if query.student_id.is_none() => (BookingsOf::Teacher(user.person.id.as_teacher()), Booking::of),
        _ => return Err(ErrorCode::RoleNotAllowed.into()),
    };
    let after: Option<BookingId> = match query.before.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("before", "Please give a booking's id."))?),
        None => None,
    };
    let limit = query.limit.unwrap_or(MAX_LIMIT).clamp(1, MAX_LIMIT);
    let bookings = bookings::list_newest_first(ctx.store.read(), whose, after, limit).await?;
    let now = ctx.now();
    Ok(Json(bookings.iter().map(|booking| view(booking, now)).collect()))
}
