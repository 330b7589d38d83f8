//! `GET /api/admin/sessions`.

use crate::admin::access::{Admin, session_cutoffs};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_store::admins::sessions;
use utoipa::ToSchema;

/// The valid sessions.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminSessions {
    items: Vec<AdminSession>,
}

/// A session in one browser.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminSession {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Last use, accurate to one minute.
    #[schema(value_type = String, format = DateTime)]
    seen_at: Timestamp,
    user_agent: String,
    /// Whether the request was sent in this session.
    current: bool,
}

/// Lists the valid sessions of the signed-in administrator.
#[utoipa::path(get, path = "/api/admin/sessions", tag = "admin-accounts", security(("adminSession" = [])),
    responses((status = 200, body = AdminSessions)))]
pub(super) async fn admin_list_sessions(State(ctx): State<Ctx>, admin: Admin) -> AppResult<Json<AdminSessions>> {
    let found = sessions::list_by_admin(ctx.store.read(), admin.id, session_cutoffs(ctx.now())).await?;
    let view = |session: sessions::Session| AdminSession {
        current: session.id == admin.session,
        id: session.id.to_string(),
        created_at: session.created_at,
        seen_at: session.seen_at,
        user_agent: session.user_agent,
    };
    Ok(Json(AdminSessions { items: found.into_iter().map(view).collect() }))
}
