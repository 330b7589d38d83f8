//! Administrators' accounts: signing in and out, their sessions, their passwords (D7).

mod manage;
mod password;
mod sessions;
mod sign_in;
mod tries;

use serde::Serialize;
use tala_domain::admin::AdminRole;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::access::Admin;
use crate::context::Ctx;

pub use manage::{AddAdmin, MadeAdmin, add_admin, disable_admin, list_admins, reset_admin};

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::admin_login))
        .routes(routes!(sign_in::admin_logout))
        .routes(routes!(sign_in::admin_logout_everywhere))
        .routes(routes!(sessions::admin_me))
        .routes(routes!(sessions::admin_list_sessions))
        .routes(routes!(sessions::admin_end_session))
        .routes(routes!(password::admin_change_password))
}

/// It is done.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminDone)]
pub(super) struct Done {
    success: bool,
}

impl Done {
    const YES: Self = Self { success: true };
}

/// The signed-in administrator.
#[derive(Serialize, ToSchema)]
#[schema(as = Admin)]
pub(super) struct AdminView {
    username: String,
    /// `owner`, `support` or `finance`.
    #[schema(value_type = AdminRoleSchema)]
    role: &'static str,
    /// Whether signing in takes the code of an authenticator.
    totp: bool,
}

impl AdminView {
    fn new(username: &str, role: AdminRole, totp: bool) -> Self {
        Self { username: username.to_owned(), role: role.as_str(), totp }
    }
}

impl From<&Admin> for AdminView {
    fn from(admin: &Admin) -> Self {
        Self::new(&admin.name, admin.role, admin.totp)
    }
}

/// What an administrator is trusted with.
#[derive(ToSchema)]
#[schema(as = AdminRole)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum AdminRoleSchema {
    /// Everything.
    owner,
    /// People, classes, credits, messages, applications, coupons.
    support,
    /// Orders, refunds, payouts, the ledger.
    finance,
}
