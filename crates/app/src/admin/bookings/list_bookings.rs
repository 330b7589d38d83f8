//! `GET /api/admin/bookings`.

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, PageRequest, parse_search};
use crate::admin::people_search::list_matching_people;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::booking::Booking;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::error::FieldErrors;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self, BookingFilter};
use utoipa::IntoParams;

const NOT_CANCELLED: &str = "not_cancelled";

/// Filter of the booking list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BookingsQuery {
    /// Booking id or code, or the beginning of words of the student's or teacher's name or email address.
    q: Option<String>,
    /// `confirmed`, `completed`, `cancelled`, or `not_cancelled`.
    status: Option<String>,
    /// Earliest start of the class.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// End of the period (exclusive) in which the class starts.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists bookings, latest class first.
#[utoipa::path(get, path = "/api/admin/bookings", tag = "admin-bookings", security(("adminSession" = [])), params(BookingsQuery),
    responses((status = 200, body = Page<Booking>)))]
pub(super) async fn admin_list_bookings(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> AppResult<Json<Page<Booking>>> {
    let (conn, now) = (ctx.store.read_replica(), ctx.now());
    let page: PageRequest<BookingId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let status = match query.status.as_deref() {
        None | Some("" | NOT_CANCELLED) => None,
        Some(text) => Some(
            BookingStatus::parse(text)
                .ok_or_else(|| FieldErrors::one("status", "confirmed, completed, cancelled or not_cancelled"))?,
        ),
    };
    let not_cancelled = query.status.as_deref() == Some(NOT_CANCELLED);
    let text = parse_search(query.q.as_deref());
    let view = |booking: bookings::Booking| Booking::of(&booking, now);
    let key = |booking: &bookings::Booking| booking.id.to_string();
    if let Some(id) = text.as_ref().and_then(|text| text.parse().ok()) {
        return Ok(Json(page.into_page(bookings::find_by_id(conn, id).await?.into_iter().collect(), key, view)));
    }
    if let Some(code) = text.as_deref().and_then(BookingCode::parse) {
        let matching = bookings::list_by_code(conn, code).await?;
        // If no booking has this code, the text may be part of an email address.
        if !matching.is_empty() {
            return Ok(Json(page.into_page(matching, key, view)));
        }
    }
    let people = match &text {
        Some(text) => Some(list_matching_people(&ctx, text).await?),
        None => None,
    };
    // Completed classes have started, so later ones need not be searched.
    let only_completed = status == Some(BookingStatus::Completed);
    let to = if only_completed { Some(query.to.map_or(now, |to| to.min(now))) } else { query.to };
    let filter = BookingFilter { people, status, not_cancelled, from: query.from, to };
    let found = bookings::list_for_admin(conn, &filter, page.after, page.fetch_limit()).await?;
    Ok(Json(page.into_page(found, key, view)))
}
