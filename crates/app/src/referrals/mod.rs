//! Referrals: friends that a student names (D29).

mod list_referrals;
mod refer_friend;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(list_referrals::list_referrals, refer_friend::refer_friend))
}
