//! `GET /api/teacher/bookings`: My Classes, a page at a time (SPEC §2).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::BookingStatus;
use tala_domain::error::FieldErrors;
use tala_domain::ids::BookingId;
use tala_domain::pricing::{commission_rate, split};
use tala_store::bookings::{self, Half};
use tala_store::teachers;
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::booking::Booking;
use crate::views::problem::Problem;

const MOST: u32 = 100;
const USUAL: u32 = 10;

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ClassesQuery {
    /// `upcoming` (soonest first) or `past` (newest first, cancelled classes among them).
    when: String,
    /// At most so many, 100 at most; 10 if absent.
    limit: Option<u32>,
    /// Continue after this: the `next` of the page before.
    after: Option<String>,
}

/// A page of classes.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassPage {
    items: Vec<TeacherBooking>,
    /// What to send as `after` for the next page.
    #[schema(required)]
    next: Option<String>,
    /// How many there are in all.
    total: i64,
}

/// A class as its teacher sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct TeacherBooking {
    #[serde(flatten)]
    booking: Booking,
    earnings: Earnings,
}

/// What a class brings its teacher: its price less commission (D22).
#[derive(Serialize, ToSchema)]
pub(super) struct Earnings {
    /// In major units.
    amount: f64,
    /// ISO 4217.
    currency: String,
    /// False until the class is completed: the commission is chosen then.
    #[serde(rename = "final")]
    settled: bool,
}

/// The signed-in teacher's classes.
#[utoipa::path(get, path = "/api/teacher/bookings", tag = "teachers", params(ClassesQuery),
    responses((status = 200, body = ClassPage), (status = "4XX", body = Problem)))]
pub(super) async fn list_classes(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<ClassesQuery>,
) -> AppResult<Json<ClassPage>> {
    let half = match query.when.as_str() {
        "upcoming" => Half::Upcoming,
        "past" => Half::Past,
        _ => return Err(FieldErrors::one("when", "Please give upcoming or past.").into()),
    };
    let after: Option<BookingId> = match query.after.as_deref() {
        Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
        None => None,
    };
    let limit = query.limit.unwrap_or(USUAL).clamp(1, MOST);
    let (conn, now, id) = (ctx.store.read(), ctx.now(), teacher.person.id);
    let mut found = bookings::list_half(conn, id, half, now, after, limit.saturating_add(1)).await?;
    let more = found.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let total = bookings::count_half(conn, id, half, now).await?;
    let hours = bookings::count_hours(conn, id).await?;
    let since = teachers::find_by_id(conn, id).await?.map_or(now, |teacher| teacher.created_at);
    let next = found.last().filter(|_| more).map(|booking| booking.id.to_string());
    let items = found
        .iter()
        .map(|booking| TeacherBooking {
            booking: Booking::of(booking, now),
            earnings: earnings(booking, (since, hours), now),
        })
        .collect();
    Ok(Json(ClassPage { items, next, total }))
}

/// What was settled, or what the class will bring at the commission of today.
fn earnings(booking: &bookings::Booking, (since, hours): (Timestamp, u32), now: Timestamp) -> Earnings {
    let amount = match (booking.net, booking.status(now)) {
        (Some(net), _) => net,
        (None, BookingStatus::Cancelled) => split(booking.amount, tala_domain::pricing::BasisPoints(10_000)).net,
        (None, _) => split(booking.amount, commission_rate(since, booking.ends_at, hours.saturating_add(1))).net,
    };
    let settled = booking.net.is_some() || booking.status(now) == BookingStatus::Cancelled;
    Earnings { amount: amount.to_major(), currency: amount.currency.code().to_owned(), settled }
}
