//! `POST /api/admin/approve-teacher/{id}`.

use crate::admin::access::Admin;
use crate::admin::approvals::decision::{
    TeacherDecision, UNDO_PERIOD, decision_conflict, parse_optional_body, require_pending,
};
use crate::admin::approvals::list_pending_teachers::missing_fields;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{IdPath, RawBody};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::invite_codes::generate_invite_code;
use crate::services::teacher_approval::{NewDecision, approve};
use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::{AdminArea, UNDO_SECONDS};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{DecisionId, TeacherId};
use tala_store::Transaction;
use tala_store::teachers::{self, ExpectedVersion};
use utoipa::ToSchema;

/// An approval.
#[derive(Default, Deserialize, ToSchema)]
pub(super) struct ApproveTeacherRequest {
    /// Expected `version` of the application. If it has been submitted again since, the reply is 409.
    #[serde(default)]
    version: Option<i64>,
}

/// Approves a pending, complete application. The body may be omitted.
///
/// The email to the teacher is sent after `undoSeconds`; until then the decision can be undone.
#[utoipa::path(post, path = "/api/admin/approve-teacher/{id}", tag = "admin-approvals", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The teacher")), request_body = Option<ApproveTeacherRequest>,
    responses((status = 200, body = TeacherDecision)))]
pub(super) async fn admin_approve_teacher(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<TeacherId>,
    body: RawBody,
) -> AppResult<Json<TeacherDecision>> {
    let actor = admin.authorize(AdminArea::Approvals)?;
    let request: ApproveTeacherRequest = parse_optional_body(&body)?;
    let applicant = require_pending(teachers::find_applicant(ctx.store.read(), id).await?, request.version)?;
    if !missing_fields(&applicant).is_empty() {
        return Err(AppError::new(ErrorCode::VersionConflict).with_detail("Cannot approve incomplete profile"));
    }
    let code = generate_invite_code(&ctx, &applicant.name).await?;
    let decision = NewDecision { id: DecisionId(ctx.new_id()), at: ctx.now(), mail_delay: UNDO_PERIOD };
    let write = async |tx: Transaction| {
        let expected = ExpectedVersion { status: TeacherStatus::Pending, version: Some(applicant.version) };
        teachers::insert_undoable(&tx, id, expected, decision.id, decision.at).await?;
        let is_approved = approve(&tx, &ctx, Actor::Admin(&actor), (id, &code), expected, decision).await?;
        Ok::<_, AppError>(is_approved)
    };
    let is_approved = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let profile = teachers::find_profile(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if !is_approved {
        return Err(decision_conflict(profile.status));
    }
    let teacher = teachers::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(TeacherDecision {
        success: true,
        message: "Teacher approved successfully",
        status: TeacherStatus::Approved.as_str(),
        invite_code: teacher.invite_code,
        founding_teacher: profile.founding,
        decision_id: decision.id.to_string(),
        undo_seconds: UNDO_SECONDS,
    }))
}
