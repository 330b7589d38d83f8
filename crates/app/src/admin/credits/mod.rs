//! Credits: grant, extend.

mod extend_credit_lot;
mod grant_credits;
mod lot;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(grant_credits::admin_grant_credits))
        .routes(routes!(extend_credit_lot::admin_extend_credit_lot))
}
