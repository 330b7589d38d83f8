//! `POST /api/admin/referrals/{id}/grant`.

use crate::admin::access::Admin;
use crate::admin::reason::AdminOptionalReason;
use crate::admin::referrals::view::AdminReferral;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::referral_rewards::grant_reward;
use axum::extract::State;
use tala_domain::admin::AdminArea;
use tala_domain::error::ErrorCode;
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self};

/// Grants the reward for a referral whose friend has completed a first class.
#[utoipa::path(post, path = "/api/admin/referrals/{id}/grant", tag = "admin-referrals", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The referral")), request_body = Option<AdminOptionalReason>,
    responses((status = 200, body = AdminReferral)))]
pub(super) async fn admin_grant_referral_reward(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<ReferralId>,
    request: Option<Body<AdminOptionalReason>>,
) -> AppResult<Json<AdminReferral>> {
    let actor = admin.authorize_with_optional_reason(AdminArea::Credits, AdminOptionalReason::of(request.as_ref()))?;
    let referral = referrals::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if !referral.has_taken_class {
        return Err(ErrorCode::ReferralNotEarned.into());
    }
    if !grant_reward(&ctx, Actor::Admin(&actor), &referral).await? {
        return Err(
            AppError::new(ErrorCode::AlreadyProcessed).with_detail("The free class for this friend is given already.")
        );
    }
    let referral = referrals::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminReferral::from(referral)))
}
