//! `GET /api/admin/refunds.csv`.

use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::money::{Money, major_units};
use tala_domain::payments::RefundState;
use tala_store::refunds::{self, Refund};
use tala_store::{ByCreation, Position, StoreError};

use super::list_refunds::RefundsQuery;
use super::refund_view::bearer_of;
use crate::admin::access::Admin;
use crate::admin::csv_export::{BATCH_SIZE, Batch, record_export, stream_csv};
use crate::admin::sorting::Sort;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;

const COLUMNS: &[&str] = &[
    "ID",
    "Created (UTC)",
    "Student",
    "Order",
    "Booking",
    "Reason",
    "Borne by",
    "Status",
    "Currency",
    "Amount",
    "Provider ID",
    "Finished (UTC)",
];

/// Exports refunds as a CSV file, with the filter and order of the list. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/refunds.csv", tag = "admin-orders", security(("adminSession" = [])),
    params(RefundsQuery), responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_refunds(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<RefundsQuery>,
) -> AppResult<impl IntoResponse> {
    let state = query.parse_state()?;
    let sort = Sort::parse(query.sort.as_deref())?;
    let detail = json!({ "state": query.state, "sort": query.sort });
    record_export(&ctx, &admin, AuditAction::RefundsExported, detail).await?;
    let batch = move |after| load_batch(ctx.clone(), state, sort, after);
    Ok(stream_csv("refunds.csv", COLUMNS, batch))
}

async fn load_batch(
    ctx: Ctx,
    state: Option<RefundState>,
    sort: Sort<ByCreation>,
    after: Option<Position>,
) -> Result<Batch<Position>, StoreError> {
    let conn = ctx.store.read_replica();
    let found = refunds::list_page(conn, state, &sort.page_after(after, BATCH_SIZE)).await?;
    let students = refunds::list_students(conn, &found).await?;
    let cells = |refund: &Refund| cells(refund, students.get(&refund.id).map(|(_, name)| name.as_str()));
    Ok(Batch::of(&found, cells, |refund| ByCreation::position(refund.id.0)))
}

fn cells(refund: &Refund, student: Option<&str>) -> [String; 12] {
    [
        refund.id.to_string(),
        refund.created_at.to_string(),
        student.unwrap_or_default().to_owned(),
        refund.order_id.map(|id| id.to_string()).unwrap_or_default(),
        refund.booking_id.map(|id| id.to_string()).unwrap_or_default(),
        refund.reason.as_str().to_owned(),
        bearer_of(refund).unwrap_or_default().to_owned(),
        refund.state.as_str().to_owned(),
        refund.currency.clone(),
        // A payment in another currency than ours has its own number of decimals.
        refund
            .money()
            .map_or_else(|| major_units(refund.amount_minor, &refund.currency).to_string(), Money::to_major_text),
        refund.provider_refund_id.clone().unwrap_or_default(),
        refund.finished_at.map(|at| at.to_string()).unwrap_or_default(),
    ]
}
