//! `POST /api/admin/payouts/{id}/paid`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::payout_results::{PaymentChannel, pay_payout_as};
use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use tala_domain::ids::PayoutId;
use utoipa::ToSchema;

/// Proof of payment.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayoutPaidRequest {
    /// The bank's reference, 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    reference: String,
    /// The payout was paid manually. Required if it was never exported.
    #[serde(default)]
    by_hand: bool,
}

/// Marks a payout as paid and notifies the teacher.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/paid", tag = "admin-payouts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")), request_body = AdminPayoutPaidRequest,
    responses((status = 200, body = AdminPayout)))]
pub(super) async fn admin_mark_payout_paid(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PayoutId>,
    Body(request): Body<AdminPayoutPaidRequest>,
) -> AppResult<Json<AdminPayout>> {
    let actor = admin.authorize(AdminArea::Payouts)?;
    let channel = if request.by_hand { PaymentChannel::Manual } else { PaymentChannel::Export };
    let paid = pay_payout_as(&ctx, Actor::Admin(&actor), id, &request.reference, channel).await?;
    Ok(Json(AdminPayout::from(paid)))
}
