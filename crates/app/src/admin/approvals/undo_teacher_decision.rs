//! `POST /api/admin/undo-teacher-decision/{id}` (ADR 13).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{DecisionId, TeacherId};
use tala_domain::jobs::Job;
use tala_store::{Transaction, outbox, teachers};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor, AuditEvent};

/// The decision to undo.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UndoTeacherDecisionRequest {
    /// `decisionId` of the reply to the decision.
    decision_id: String,
}

/// An application that is pending again.
#[derive(Serialize, ToSchema)]
pub(super) struct UndoneTeacherDecision {
    success: bool,
    /// Always `pending`.
    status: &'static str,
}

/// Undoes an approval or a rejection: the application is pending again, and the email is not sent.
///
/// Possible for `undoSeconds` after the decision, and only until the teacher has used an approval.
#[utoipa::path(post, path = "/api/admin/undo-teacher-decision/{id}", tag = "admin-approvals",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The teacher")),
    request_body = UndoTeacherDecisionRequest, responses((status = 200, body = UndoneTeacherDecision)))]
pub(super) async fn admin_undo_teacher_decision(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<TeacherId>,
    Body(request): Body<UndoTeacherDecisionRequest>,
) -> AppResult<Json<UndoneTeacherDecision>> {
    let actor = admin.authorize(AdminArea::Approvals)?;
    let decision = request.decision_id.parse().map(DecisionId);
    let decision = decision.map_err(|_| FieldErrors::one("decisionId", "The decisionId of the decision"))?;
    let write = async |tx: Transaction| undo(&tx, &ctx, &actor, id, decision).await;
    ctx.store.transaction(write).await?;
    Ok(Json(UndoneTeacherDecision { success: true, status: TeacherStatus::Pending.as_str() }))
}

async fn undo(tx: &Transaction, ctx: &Ctx, actor: &AdminActor, id: TeacherId, decision: DecisionId) -> AppResult<()> {
    teachers::lock(tx, id).await?;
    let status = teachers::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?.status;
    let Some(decided_at) = teachers::find_undoable(tx, id, decision).await? else { return Err(replaced(status)) };
    let job = match status {
        TeacherStatus::Approved => Job::TeacherApproved { person_id: id, change_id: decision.0 },
        TeacherStatus::Rejected => Job::TeacherRejected { person_id: id, change_id: decision.0 },
        TeacherStatus::Pending => return Err(replaced(status)),
    };
    if status == TeacherStatus::Approved && teachers::has_used_approval(tx, id, decided_at).await? {
        let detail = "The teacher has already used the approval, so it can no longer be undone. You can suspend them.";
        return Err(AppError::new(ErrorCode::NotUndoable).with_detail(detail));
    }
    if !teachers::mark_undone(tx, id, (status, decision)).await? {
        return Err(replaced(status));
    }
    // Last: the error rolls everything back.
    if !outbox::delete_before_due(tx, job.topic(), job.subject(), ctx.now()).await? {
        let detail = "The email to the teacher is already on its way, so this decision can no longer be undone.";
        return Err(AppError::new(ErrorCode::NotUndoable).with_detail(detail));
    }
    let event = AuditEvent::new(AuditAction::TeacherDecisionUndone, id.0)
        .change(json!({ "status": status.as_str() }), json!({ "status": "pending" }));
    Actor::Admin(actor).record(tx, ctx, &event).await?;
    Ok(())
}

/// The error for a decision that was undone before, or that another one has replaced.
fn replaced(status: TeacherStatus) -> AppError {
    AppError::new(ErrorCode::AlreadyProcessed)
        .with_detail(format!("This decision no longer applies. The application is {}.", status.as_str()))
        .with_extension("state", status.as_str())
}
