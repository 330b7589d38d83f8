//! Replies about administrators and their accounts.

use crate::admin::access::Admin;
use serde::Serialize;
use tala_domain::admin::AdminRole;
use utoipa::ToSchema;

/// It is done.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminDone {
    success: bool,
}

impl AdminDone {
    pub(super) const YES: Self = Self { success: true };
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
    pub(super) fn new(username: &str, role: AdminRole, totp: bool) -> Self {
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
