//! `GET /api/admin/me`, and the browsers in which somebody is signed in.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::AdminSessionId;
use tala_store::Transaction;
use tala_store::admins::sessions;
use utoipa::ToSchema;

use super::{AdminView, Done};
use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::IdPath;
use crate::json::Json;
use crate::operator::access::{Admin, living};

/// Who is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMe)]
pub(super) struct Me {
    admin: AdminView,
    /// To be sent as `x-csrf-token` with every call that is no GET.
    csrf_token: String,
}

/// Tells who is signed in in this browser.
#[utoipa::path(get, path = "/api/admin/me", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = Me), (status = "4XX", body = Problem)))]
pub(super) async fn admin_me(admin: Admin) -> Json<Me> {
    Json(Me { admin: AdminView::from(&admin), csrf_token: admin.csrf_token })
}

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
pub(super) async fn admin_list_sessions(State(ctx): State<Ctx>, admin: Admin) -> ApiResult<Json<Sessions>> {
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

/// Signs one of the own browsers out.
#[utoipa::path(delete, path = "/api/admin/sessions/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The session")),
    responses((status = 200, body = Done), (status = "4XX", body = Problem)))]
pub(super) async fn admin_end_session(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminSessionId>,
) -> ApiResult<Json<Done>> {
    let act = admin.own();
    let write = async |tx: Transaction| {
        if !sessions::delete(&tx, id, admin.id).await? {
            return Err(ErrorCode::NotFound.into());
        }
        Actor::Admin(&act).record(&tx, &ctx, &Deed::new("admin_session_ended", id.0)).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(Done::YES))
}
