//! `GET /api/admin/sessions`.

use crate::admin::access::{Admin, living};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::http::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_store::admins::sessions;
use utoipa::ToSchema;

/// The living sessions.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminSessions)]
pub(super) struct Sessions {
    items: Vec<SessionView>,
}

/// One browser.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminSession)]
pub(super) struct SessionView {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// To the minute.
    #[schema(value_type = String, format = DateTime)]
    seen_at: Timestamp,
    user_agent: String,
    /// It is the one that asks.
    current: bool,
}

/// The browsers in which this administrator is signed in.
#[utoipa::path(get, path = "/api/admin/sessions", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = Sessions), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_sessions(State(ctx): State<Ctx>, admin: Admin) -> AppResult<Json<Sessions>> {
    let found = sessions::list_by_admin(ctx.store.read(), admin.id, living(ctx.now())).await?;
    let view = |session: sessions::Session| SessionView {
        current: session.id == admin.session,
        id: session.id.to_string(),
        created_at: session.created_at,
        seen_at: session.seen_at,
        user_agent: session.user_agent,
    };
    Ok(Json(Sessions { items: found.into_iter().map(view).collect() }))
}
