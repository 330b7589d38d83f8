//! `POST /api/admin/outbox/{id}/retry`.

use crate::admin::access::Admin;
use crate::admin::outbox::view::AdminJob;
use crate::admin::reason::AdminOptionalReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::JobId;
use tala_store::Transaction;
use tala_store::outbox::{self};

/// Retries a dead letter.
#[utoipa::path(post, path = "/api/admin/outbox/{id}/retry", tag = "admin-system", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The job")), request_body = Option<AdminOptionalReason>,
    responses((status = 200, body = AdminJob)))]
pub(super) async fn admin_retry_job(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<JobId>,
    request: Option<Body<AdminOptionalReason>>,
) -> AppResult<Json<AdminJob>> {
    let actor = admin.authorize_with_optional_reason(AdminArea::Outbox, AdminOptionalReason::of(request.as_ref()))?;
    let write = async |tx: Transaction| {
        let job = outbox::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !outbox::requeue_dead(&tx, id, ctx.now()).await? {
            return Err(AppError::new(ErrorCode::AlreadyProcessed)
                .with_detail(format!("This work is {} already.", job.state))
                .with_extension("state", job.state));
        }
        let event = AuditEvent::new(AuditAction::DeadLetterRetried, id.0)
            .detail(json!({ "topic": job.topic, "about": job.subject }))
            .change(json!({ "state": "dead", "error": job.last_error }), json!({ "state": "ready" }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let job = outbox::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminJob::from(job)))
}
