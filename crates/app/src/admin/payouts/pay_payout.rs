//! `POST /api/admin/payouts/{id}/paid`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::payout_results::{Way, pay_payout_by};
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::Area;
use tala_domain::ids::PayoutId;
use utoipa::ToSchema;

/// How the bank knows it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayoutPaidRequest {
    /// 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    reference: String,
    /// It was paid by hand: otherwise one that was in no table for the bank is refused.
    #[serde(default)]
    by_hand: bool,
}

/// Marks a payout as paid, and mails the teacher.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/paid", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")), request_body = AdminPayoutPaidRequest,
    responses((status = 200, body = AdminPayout), (status = "4XX", body = Problem)))]
pub(super) async fn admin_pay_payout(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PayoutId>,
    Body(request): Body<AdminPayoutPaidRequest>,
) -> AppResult<Json<AdminPayout>> {
    let act = admin.may(Area::Payouts)?;
    let way = if request.by_hand { Way::ByHand } else { Way::BankTable };
    let paid = pay_payout_by(&ctx, Actor::Admin(&act), id, &request.reference, way).await?;
    Ok(Json(AdminPayout::from(paid)))
}
