//! `GET /api/admin/payouts/{id}`.

use crate::admin::access::Admin;
use crate::admin::audit_log::{AuditLine, history};
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PayoutId;
use tala_domain::money::Money;
use tala_store::payouts::{self, StatementLine};
use utoipa::ToSchema;

/// As many as are shown; the teacher's own statement lists all.
const MOST_LINES: u32 = 1_000;

/// A payout with its classes.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminPayoutDetails {
    payout: AdminPayout,
    /// What it is made of; empty for one that failed.
    lines: Vec<AdminPayoutLine>,
    history: Vec<AuditLine>,
}

/// A student's place in a class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayoutLine {
    booking_id: String,
    #[schema(value_type = String, format = DateTime)]
    starts_at: Timestamp,
    student_name: String,
    /// What the class was worth, in major units.
    price: f64,
    /// What is left for the teacher, in major units.
    net: f64,
}

/// A payout with its classes.
#[utoipa::path(get, path = "/api/admin/payouts/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = AdminPayoutDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_payout(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<PayoutId>,
) -> AppResult<Json<AdminPayoutDetails>> {
    let conn = ctx.store.read_replica();
    let payout = payouts::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let currency = payout.amount.currency;
    let money = |minor: i64| Money::new(minor, currency).to_major();
    let line = |line: StatementLine| AdminPayoutLine {
        booking_id: line.booking_id.to_string(),
        starts_at: line.starts_at,
        student_name: line.student_name,
        price: money(line.price),
        net: money(line.net),
    };
    let lines = payouts::list_lines(conn, id, None, MOST_LINES).await?.into_iter().map(line).collect();
    Ok(Json(AdminPayoutDetails { payout: AdminPayout::from(payout), lines, history: history(&ctx, id.0).await? }))
}
