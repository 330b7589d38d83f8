//! Referrals and their rewards (D29).

mod grant_referral_reward;
mod list_referrals;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_referrals::admin_list_referrals))
        .routes(routes!(grant_referral_reward::admin_grant_referral_reward))
}
