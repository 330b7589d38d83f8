//! `GET /api/teacher/bookings`: the list "My Classes" (SPEC §2).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self, UpcomingOrPast};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::teachers::earnings::{Earnings, EarningsTerms};
use crate::views::booking::Booking;

const MAX_LIMIT: u32 = 100;
const DEFAULT_LIMIT: u32 = 10;

/// The page to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ClassesQuery {
    /// `upcoming` (soonest first) or `past` (newest first, including cancelled classes).
    when: String,
    /// The maximum number of classes, 1 to 100. Default: 10.
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<String>,
}

/// A page of classes.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassPage {
    items: Vec<TeacherBooking>,
    /// The value of `after` for the next page.
    #[schema(required)]
    next: Option<String>,
    /// The total number of classes.
    total: i64,
}

/// A class and the teacher's earnings.
#[derive(Serialize, ToSchema)]
pub(super) struct TeacherBooking {
    #[serde(flatten)]
    booking: Booking,
    earnings: Earnings,
}

/// Lists the signed-in teacher's classes, a page at a time.
#[utoipa::path(get, path = "/api/teacher/bookings", tag = "teachers", params(ClassesQuery),
    responses((status = 200, body = ClassPage)))]
pub(super) async fn list_taught_classes(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<ClassesQuery>,
) -> AppResult<Json<ClassPage>> {
    let half = match query.when.as_str() {
        "upcoming" => UpcomingOrPast::Upcoming,
        "past" => UpcomingOrPast::Past,
        _ => return Err(FieldErrors::one("when", "Please give upcoming or past.").into()),
    };
    let after: Option<BookingId> = match query.after.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
        None => None,
    };
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT);
    let (conn, now, id) = (ctx.store.read(), ctx.now(), teacher.id());
    let mut found = bookings::list_upcoming_or_past(conn, id, half, now, after, limit.saturating_add(1)).await?;
    let has_more = found.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let total = bookings::count_upcoming_or_past(conn, id, half, now).await?;
    let terms = EarningsTerms::load(conn, id, now).await?;
    let next = found.last().filter(|_| has_more).map(|booking| booking.id.to_string());
    let items = found
        .iter()
        .map(|booking| TeacherBooking { booking: Booking::of(booking, now), earnings: terms.earnings(booking, now) })
        .collect();
    Ok(Json(ClassPage { items, next, total }))
}
