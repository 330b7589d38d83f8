//! Administrators, for other administrators (D7).

mod activation_link;
mod change_admin;
mod create_admin;
mod list_admins;
mod renew_activation_link;
mod reset_authenticator;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_admins::admin_list_admins, create_admin::admin_create_admin))
        .routes(routes!(change_admin::admin_disable_admin))
        .routes(routes!(change_admin::admin_enable_admin))
        .routes(routes!(change_admin::admin_end_admin_sessions))
        .routes(routes!(change_admin::admin_change_admin_role))
        .routes(routes!(renew_activation_link::admin_renew_activation_link))
        .routes(routes!(reset_authenticator::admin_reset_authenticator))
}
