//! Accounts of administrators: activation, sign-in, sign-out, sessions, passwords (D7).

mod activate_account;
mod change_password;
mod check_activation_link;
mod confirm_authenticator;
mod create_authenticator;
mod end_session;
mod get_session;
mod list_sessions;
mod login_attempts;
mod proposal;
mod sign_in;
mod sign_out;
mod views;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(check_activation_link::admin_check_activation_link))
        .routes(routes!(activate_account::admin_activate_account))
        .routes(routes!(sign_in::admin_sign_in))
        .routes(routes!(sign_out::admin_sign_out))
        .routes(routes!(sign_out::admin_sign_out_everywhere))
        .routes(routes!(get_session::admin_get_session))
        .routes(routes!(list_sessions::admin_list_sessions))
        .routes(routes!(end_session::admin_end_session))
        .routes(routes!(change_password::admin_change_password))
        .routes(routes!(create_authenticator::admin_create_authenticator))
        .routes(routes!(confirm_authenticator::admin_confirm_authenticator))
}
