//! `POST /api/admin/payouts/{id}/returned`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::AdminPayout;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::payout_results::return_payout_by;
use crate::views::problem::Problem;
use axum::extract::State;
use tala_domain::admin::{Area, parse_reason};
use tala_domain::ids::PayoutId;

/// Marks a payout as failed that was marked as paid, because the bank has sent the money back: its classes come into the
/// next run.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/returned", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")), request_body = AdminReason,
    responses((status = 200, body = AdminPayout), (status = "4XX", body = Problem)))]
pub(super) async fn admin_return_payout(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PayoutId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPayout>> {
    let act = admin.may_because(Area::Payouts, &request.reason)?;
    let failure = parse_reason(&request.reason)?;
    Ok(Json(AdminPayout::from(return_payout_by(&ctx, Actor::Admin(&act), id, &failure).await?)))
}
