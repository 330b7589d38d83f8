//! `GET /api/admin/me`.

use crate::admin::access::Admin;
use crate::admin::accounts::views::AdminView;
use crate::http::json::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// The signed-in administrator and the CSRF token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminMe {
    admin: AdminView,
    /// Value of the `x-csrf-token` header, required for every request except GET.
    csrf_token: String,
}

/// Returns the signed-in administrator.
#[utoipa::path(get, path = "/api/admin/me", tag = "admin-accounts", security(("adminSession" = [])),
    responses((status = 200, body = AdminMe)))]
pub(super) async fn admin_get_session(admin: Admin) -> Json<AdminMe> {
    Json(AdminMe { admin: AdminView::from(&admin), csrf_token: admin.csrf_token })
}
