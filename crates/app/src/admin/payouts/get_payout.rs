//! `GET /api/admin/payouts/{id}`.

use crate::admin::access::Admin;
use crate::admin::audit_log::{AuditLine, list_history};
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PayoutId;
use tala_domain::money::Money;
use tala_store::payouts::{self, StatementLine};
use utoipa::ToSchema;

/// The teacher's statement has no such limit.
const MAX_LINES: u32 = 1_000;

/// A payout with its classes.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminPayoutDetails {
    payout: AdminPayout,
    /// At most 1,000 lines; empty for a failed payout.
    lines: Vec<AdminPayoutLine>,
    history: Vec<AuditLine>,
}

/// One booking in a payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayoutLine {
    booking_id: String,
    #[schema(value_type = String, format = DateTime)]
    starts_at: Timestamp,
    student_name: String,
    /// Price of the class without fees, in major units.
    price: f64,
    /// The teacher's earnings, in major units.
    net: f64,
}

/// Returns a payout with its classes and history.
#[utoipa::path(get, path = "/api/admin/payouts/{id}", tag = "admin-payouts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = AdminPayoutDetails)))]
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
    let lines = payouts::list_lines(conn, id, None, MAX_LINES).await?.into_iter().map(line).collect();
    Ok(Json(AdminPayoutDetails { payout: AdminPayout::from(payout), lines, history: list_history(&ctx, id.0).await? }))
}
