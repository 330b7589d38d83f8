//! `POST /api/admin/payouts/{id}/failed`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::PayoutView;
use crate::admin::reason::Because;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::services::audit::Actor;
use crate::services::payout_results::fail_payout_by;
use axum::extract::State;
use tala_domain::admin::{Area, parse_reason};
use tala_domain::ids::PayoutId;

/// Marks a payout as refused by the bank: its classes come into the next run.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/failed", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")), request_body = Because,
    responses((status = 200, body = PayoutView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_fail_payout(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PayoutId>,
    Body(request): Body<Because>,
) -> AppResult<Json<PayoutView>> {
    let act = admin.may_because(Area::Payouts, &request.reason)?;
    let failure = parse_reason(&request.reason)?;
    Ok(Json(PayoutView::from(fail_payout_by(&ctx, Actor::Admin(&act), id, Some(&failure)).await?)))
}
