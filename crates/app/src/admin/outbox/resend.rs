//! `POST /api/admin/outbox/{id}/resend`.

use crate::admin::access::Admin;
use crate::admin::outbox::view::AdminWork;
use crate::admin::reason::AdminOptionalReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::views::problem::Problem;
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::ids::JobId;
use tala_store::Transaction;
use tala_store::outbox::{self};

/// Lets work that was given up be tried once more.
#[utoipa::path(post, path = "/api/admin/outbox/{id}/resend", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The work")), request_body = Option<AdminOptionalReason>,
    responses((status = 200, body = AdminWork), (status = "4XX", body = Problem)))]
pub(super) async fn admin_resend_work(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<JobId>,
    request: Option<Body<AdminOptionalReason>>,
) -> AppResult<Json<AdminWork>> {
    let act = admin.may_perhaps_because(Area::Outbox, AdminOptionalReason::of(request.as_ref()))?;
    let write = async |tx: Transaction| {
        let filed = outbox::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !outbox::revive(&tx, id, ctx.now()).await? {
            return Err(AppError::new(ErrorCode::AlreadyDone)
                .with_detail(format!("This work is {} already.", filed.state))
                .with("state", filed.state));
        }
        let deed = Deed::new("work_revived", id.0)
            .detail(json!({ "topic": filed.topic, "about": filed.subject }))
            .change(json!({ "state": "dead", "error": filed.last_error }), json!({ "state": "ready" }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let filed = outbox::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminWork::from(filed)))
}
