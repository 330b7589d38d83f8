//! `GET /api/admin/bookings.csv`.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::BookingCode;
use tala_store::bookings::{self, Booking, BookingSort};
use tala_store::{Position, StoreError};

use super::selection::{BookingsQuery, Selection};
use crate::admin::access::Admin;
use crate::admin::csv_export::{BATCH_SIZE, Batch, record_export, stream_csv};
use crate::admin::sorting::Sort;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;

const COLUMNS: &[&str] = &[
    "Code",
    "Class (UTC)",
    "Student",
    "Teacher",
    "Status",
    "Type",
    "No-show",
    "Price",
    "Currency",
    "Credits",
    "Booked (UTC)",
    "Cancelled (UTC)",
    "ID",
];

/// Exports bookings as a CSV file, with the filter and order of the list. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/bookings.csv", tag = "admin-bookings", security(("adminSession" = [])),
    params(BookingsQuery), responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_bookings(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<BookingsQuery>,
) -> AppResult<impl IntoResponse> {
    let sort = Sort::parse(query.sort.as_deref())?;
    let selection = Arc::new(query.select(&ctx, sort).await?);
    record_export(&ctx, &admin, AuditAction::BookingsExported, query.audit_detail()).await?;
    let batch = move |after| load_batch(ctx.clone(), Arc::clone(&selection), sort, after);
    Ok(stream_csv("bookings.csv", COLUMNS, batch))
}

async fn load_batch(
    ctx: Ctx,
    selection: Arc<Selection>,
    sort: Sort<BookingSort>,
    after: Option<Position>,
) -> Result<Batch<Position>, StoreError> {
    let now = ctx.now();
    let cells = |booking: &Booking| cells(booking, booking.status(now).as_str());
    let position = |booking: &Booking| sort.column.position(booking);
    Ok(match &*selection {
        Selection::Found(found) => Batch::of(found, cells, position),
        Selection::Matching(filter) => {
            let page = sort.page_after(after, BATCH_SIZE);
            let found = bookings::list_for_admin(ctx.store.read_replica(), filter, &page).await?;
            Batch::of(&found, cells, position)
        }
    })
}

fn cells(booking: &Booking, status: &str) -> [String; 13] {
    [
        BookingCode::from_id(booking.id).to_string(),
        booking.starts_at.to_string(),
        booking.student.name.clone(),
        booking.teacher.name.clone(),
        status.to_owned(),
        booking.class_type.as_str().to_owned(),
        if booking.no_show { "yes" } else { "no" }.to_owned(),
        booking.amount.to_major_text(),
        booking.amount.currency.code().to_owned(),
        booking.credits_used.to_string(),
        booking.created_at.to_string(),
        booking.cancelled.as_ref().map(|cancelled| cancelled.at.to_string()).unwrap_or_default(),
        booking.id.to_string(),
    ]
}
