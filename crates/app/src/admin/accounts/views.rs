//! Replies about administrators and their accounts.

use crate::admin::access::Admin;
use crate::admin::role_schema::AdminRoleSchema;
use serde::Serialize;
use tala_domain::admin::AdminRole;
use utoipa::ToSchema;

/// A successful action without further data.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminDone {
    success: bool,
}

impl AdminDone {
    pub(super) const SUCCESS: Self = Self { success: true };
}

/// The signed-in administrator.
#[derive(Serialize, ToSchema)]
#[schema(as = Admin)]
pub(super) struct AdminView {
    username: String,
    /// `owner`, `support` or `finance`.
    #[schema(value_type = AdminRoleSchema)]
    role: &'static str,
    /// Whether sign-in requires an authenticator code.
    totp: bool,
}

impl AdminView {
    pub(super) fn new(username: &str, role: AdminRole, totp: bool) -> Self {
        Self { username: username.to_owned(), role: role.as_str(), totp }
    }
}

impl From<&Admin> for AdminView {
    fn from(admin: &Admin) -> Self {
        Self::new(&admin.name, admin.role, admin.totp)
    }
}
