//! `GET /api/admin/me`.

use crate::admin::access::Admin;
use crate::admin::accounts::views::AdminView;
use crate::http::json::Json;
use crate::views::problem::Problem;
use serde::Serialize;
use utoipa::ToSchema;

/// Who is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminMe {
    admin: AdminView,
    /// To be sent as `x-csrf-token` with every call that is no GET.
    csrf_token: String,
}

/// Tells who is signed in in this browser.
#[utoipa::path(get, path = "/api/admin/me", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = AdminMe), (status = "4XX", body = Problem)))]
pub(super) async fn admin_me(admin: Admin) -> Json<AdminMe> {
    Json(AdminMe { admin: AdminView::from(&admin), csrf_token: admin.csrf_token })
}
