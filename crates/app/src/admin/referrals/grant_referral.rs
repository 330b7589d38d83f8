//! `POST /api/admin/referrals/{id}/grant`.

use crate::admin::access::Admin;
use crate::admin::reason::PerhapsBecause;
use crate::admin::referrals::view::ReferralView;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::services::audit::Actor;
use crate::services::referral_rewards::reward;
use axum::extract::State;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self};

/// Gives the free class for a friend who has taken a first one.
#[utoipa::path(post, path = "/api/admin/referrals/{id}/grant", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The referral")), request_body = Option<PerhapsBecause>,
    responses((status = 200, body = ReferralView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_grant_referral(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<ReferralId>,
    request: Option<Body<PerhapsBecause>>,
) -> AppResult<Json<ReferralView>> {
    let act = admin.may_perhaps_because(Area::Credits, PerhapsBecause::of(request.as_ref()))?;
    let referral = referrals::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if !referral.taken {
        return Err(AppError::new(ErrorCode::TooEarly).with_detail("This friend has not taken a class yet."));
    }
    if !reward(&ctx, Actor::Admin(&act), &referral).await? {
        return Err(
            AppError::new(ErrorCode::AlreadyDone).with_detail("The free class for this friend is given already.")
        );
    }
    let referral = referrals::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(ReferralView::from(referral)))
}
