//! Replies about administrators and their accounts.

use crate::admin::access::Admin;
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

/// Role of an administrator: the areas in which they may change data.
#[derive(ToSchema)]
#[schema(as = AdminRole)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(super) enum AdminRoleSchema {
    /// All areas.
    owner,
    /// People, classes, credits, messages, applications, coupons.
    support,
    /// Orders, refunds, payouts, the ledger.
    finance,
}
