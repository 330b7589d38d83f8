//! `POST /api/admin/payouts/{id}/reverse`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::AdminPayout;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::payout_results::reverse_payout_as;
use axum::extract::State;
use tala_domain::admin::{AdminArea, parse_reason};
use tala_domain::ids::PayoutId;

/// Reverses a paid payout that the bank has sent back. It is marked as failed, and its classes are included in the next
/// payout run.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/reverse", tag = "admin-payouts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")), request_body = AdminReason,
    responses((status = 200, body = AdminPayout)))]
pub(super) async fn admin_reverse_payout(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PayoutId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPayout>> {
    let actor = admin.authorize_with_reason(AdminArea::Payouts, &request.reason)?;
    let failure = parse_reason(&request.reason)?;
    Ok(Json(AdminPayout::from(reverse_payout_as(&ctx, Actor::Admin(&actor), id, &failure).await?)))
}
