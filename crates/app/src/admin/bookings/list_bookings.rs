//! `GET /api/admin/bookings`.

use axum::extract::State;
use tala_store::CappedCount;
use tala_store::bookings::{self, BookingSort};

use super::selection::{BookingsQuery, Selection};
use crate::admin::access::Admin;
use crate::admin::pagination::Page;
use crate::admin::sorting::SortedRequest;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::booking::Booking;

/// Lists bookings, by default latest class first.
#[utoipa::path(get, path = "/api/admin/bookings", tag = "admin-bookings", security(("adminSession" = [])), params(BookingsQuery),
    responses((status = 200, body = Page<Booking>)))]
pub(super) async fn admin_list_bookings(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> AppResult<Json<Page<Booking>>> {
    let (conn, now) = (ctx.store.read_replica(), ctx.now());
    let page = SortedRequest::parse(query.sort.as_deref(), query.after.as_deref(), query.limit)?;
    let (found, total) = match query.select(&ctx, page.sort).await? {
        Selection::Found(found) => {
            let total = CappedCount::of(found.len());
            (found, Some(total))
        }
        Selection::Matching(filter) => {
            let found = bookings::list_for_admin(conn, &filter, &page.fetch()).await?;
            (found, page.count(bookings::count_for_admin(conn, &filter)).await?)
        }
    };
    let view = |booking: bookings::Booking| Booking::of(&booking, now);
    Ok(Json(page.into_page(found, BookingSort::position, view).with_total(total)))
}
