//! `GET /api/admin/bookings`.

use crate::admin::access::Admin;
use crate::admin::page::{Cut, Page, search};
use crate::admin::people_search::find_people;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::booking::Booking;
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::error::FieldErrors;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self, BookingFilter};
use utoipa::IntoParams;

const NOT_CANCELLED: &str = "not_cancelled";

/// Which bookings.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BookingsQuery {
    /// A booking's id or code, or how words of the name or address of somebody in it begin.
    q: Option<String>,
    /// `confirmed`, `completed`, `cancelled`, or `not_cancelled`.
    status: Option<String>,
    /// Classes that start at this instant or later.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Classes that start before this instant.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Bookings, newest class first.
#[utoipa::path(get, path = "/api/admin/bookings", tag = "admin", security(("adminSession" = [])), params(BookingsQuery),
    responses((status = 200, body = Page<Booking>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_bookings(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> AppResult<Json<Page<Booking>>> {
    let (conn, now) = (ctx.store.read_replica(), ctx.now());
    let cut: Cut<BookingId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let status = match query.status.as_deref() {
        None | Some("" | NOT_CANCELLED) => None,
        Some(text) => Some(
            BookingStatus::parse(text)
                .ok_or_else(|| FieldErrors::one("status", "confirmed, completed, cancelled or not_cancelled"))?,
        ),
    };
    let not_cancelled = query.status.as_deref() == Some(NOT_CANCELLED);
    let text = search(query.q.as_deref());
    let view = |booking: bookings::Booking| Booking::of(&booking, now);
    let key = |booking: &bookings::Booking| booking.id.to_string();
    if let Some(id) = text.as_ref().and_then(|text| text.parse().ok()) {
        return Ok(Json(cut.page(bookings::find_by_id(conn, id).await?.into_iter().collect(), key, view)));
    }
    if let Some(code) = text.as_deref().and_then(BookingCode::parse) {
        let called = bookings::list_by_code(conn, code).await?;
        // Otherwise it may be part of an address.
        if !called.is_empty() {
            return Ok(Json(cut.page(called, key, view)));
        }
    }
    let people = match &text {
        Some(text) => Some(find_people(&ctx, text).await?),
        None => None,
    };
    // A class that is held has begun: those to come need not be looked through.
    let held = status == Some(BookingStatus::Completed);
    let to = if held { Some(query.to.map_or(now, |to| to.min(now))) } else { query.to };
    let filter = BookingFilter { people, status, not_cancelled, from: query.from, to };
    let found = bookings::list_office(conn, &filter, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, key, view)))
}
