//! `POST /api/admin/logout` and `/logout-everywhere`.

use crate::admin::access::{Admin, clear_cookie};
use crate::admin::accounts::views::AdminDone;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::views::problem::Problem;
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::json;
use tala_store::Transaction;
use tala_store::admins::sessions;

/// Ends this session.
#[utoipa::path(post, path = "/api/admin/logout", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = AdminDone), (status = "4XX", body = Problem)))]
pub(super) async fn admin_logout(State(ctx): State<Ctx>, admin: Admin) -> AppResult<impl IntoResponse> {
    let write = async |tx: Transaction| {
        sessions::delete(&tx, admin.session, admin.id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok((clear_cookie(&ctx), Json(AdminDone::YES)))
}

/// Ends all sessions of this administrator, this one too.
#[utoipa::path(post, path = "/api/admin/logout-everywhere", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = AdminDone), (status = "4XX", body = Problem)))]
pub(super) async fn admin_logout_everywhere(State(ctx): State<Ctx>, admin: Admin) -> AppResult<impl IntoResponse> {
    let act = admin.own();
    let write = async |tx: Transaction| {
        let ended = sessions::delete_others(&tx, admin.id, None).await?;
        let deed = Deed::new("admin_signed_out_everywhere", admin.id.0).detail(json!({ "sessions": ended }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok((clear_cookie(&ctx), Json(AdminDone::YES)))
}
