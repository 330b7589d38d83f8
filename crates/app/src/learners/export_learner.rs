//! `GET /api/learners/{id}/export`.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::{Transaction, people};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::current_user::CurrentUser;
use crate::services::privacy;

/// Exports all data about a learner as a JSON file.
#[utoipa::path(get, path = "/api/learners/{id}/export", tag = "learners",
    params(("id" = String, Path, description = "The learner")), responses((status = 200, body = Object)))]
pub(super) async fn export_learner(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    IdPath(id): IdPath<PersonId>,
) -> AppResult<impl IntoResponse> {
    let learner = people::find_learner(ctx.store.read(), user.person.id, id, ctx.now()).await?;
    let learner = learner.ok_or(ErrorCode::LearnerNotFound)?;
    let all = privacy::export(&ctx, learner.id).await?;
    let event = AuditEvent::new(AuditAction::LearnerExported, learner.id.0);
    let write = async |tx: Transaction| Actor::Person(user.person.id).record(&tx, &ctx, &event).await;
    ctx.store.transaction(write).await?;
    let name = "attachment; filename=\"learner-data.json\"";
    Ok(([(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, name)], Json(all)))
}
