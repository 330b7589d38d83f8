//! Accounts of administrators: sign-in, sign-out, sessions, passwords (D7).

mod change_password;
mod end_session;
mod list_sessions;
mod login;
mod login_attempts;
mod logout;
mod me;
mod views;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(login::admin_login))
        .routes(routes!(logout::admin_logout))
        .routes(routes!(logout::admin_logout_everywhere))
        .routes(routes!(me::admin_me))
        .routes(routes!(list_sessions::admin_list_sessions))
        .routes(routes!(end_session::admin_end_session))
        .routes(routes!(change_password::admin_change_password))
}
