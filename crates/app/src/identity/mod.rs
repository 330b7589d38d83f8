//! Sign-in, the signed-in person and the client's configuration (D4, D5, D8).

mod get_config;
mod get_referral_code;
mod get_user;
mod get_user_status;
mod link_identity;
mod sign_in;
mod user_view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_config::get_config))
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(link_identity::send_link_code))
        .routes(routes!(link_identity::link_identity))
        .routes(routes!(get_user_status::get_user_status))
        .routes(routes!(get_user::get_user))
        .routes(routes!(get_user::get_user_by_email))
        .routes(routes!(get_referral_code::get_referral_code))
}
