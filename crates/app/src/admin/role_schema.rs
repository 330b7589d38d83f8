//! The role of an administrator in the API description.

use utoipa::ToSchema;

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
