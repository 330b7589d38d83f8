//! `POST /api/admin/reject-teacher/{id}`.

use crate::admin::access::Admin;
use crate::admin::approvals::decision::{
    TeacherDecision, UNDO_PERIOD, decision_conflict, parse_optional_body, require_pending,
};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{IdPath, RawBody};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::{AdminArea, UNDO_SECONDS, parse_reason};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{DecisionId, JobId, TeacherId};
use tala_domain::jobs::Job;
use tala_store::teachers::{self, ExpectedVersion};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

/// A rejection.
#[derive(Default, Deserialize, ToSchema)]
pub(super) struct RejectTeacherRequest {
    /// Reason, mailed to the teacher; at most 500 characters.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// Expected `version` of the application. If it has been submitted again since, the reply is 409.
    #[serde(default)]
    version: Option<i64>,
}

/// Rejects a pending application and mails the reason. The body may be omitted.
///
/// The email to the teacher is sent after `undoSeconds`; until then the decision can be undone.
#[utoipa::path(post, path = "/api/admin/reject-teacher/{id}", tag = "admin-approvals", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The teacher")), request_body = Option<RejectTeacherRequest>,
    responses((status = 200, body = TeacherDecision)))]
pub(super) async fn admin_reject_teacher(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<TeacherId>,
    body: RawBody,
) -> AppResult<Json<TeacherDecision>> {
    let mut actor = admin.authorize(AdminArea::Approvals)?;
    let request: RejectTeacherRequest = parse_optional_body(&body)?;
    let reason = request.reason.filter(|reason| !reason.trim().is_empty()).map(|reason| parse_reason(&reason));
    let reason = reason.transpose()?.unwrap_or_default();
    actor.reason = Some(reason.clone()).filter(|reason| !reason.is_empty());
    let decision = DecisionId(ctx.new_id());
    let write = async |tx: Transaction| {
        let applicant = require_pending(teachers::find_applicant(&tx, id).await?, request.version)?;
        let now = ctx.now();
        let expected = ExpectedVersion { status: TeacherStatus::Pending, version: Some(applicant.version) };
        teachers::insert_undoable(&tx, id, expected, decision, now).await?;
        let rejected = (&applicant.text, applicant.version);
        let is_rejected = teachers::mark_rejected(&tx, id, &reason, rejected, now).await?;
        if is_rejected {
            let job = Job::TeacherRejected { person_id: id, change_id: decision.0 };
            outbox::enqueue_delayed(&tx, &[(JobId(ctx.new_id()), job)], now, UNDO_PERIOD).await?;
            let event = AuditEvent::new(AuditAction::TeacherRejected, id.0)
                .change(json!({ "status": "pending" }), json!({ "status": "rejected" }));
            Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        }
        Ok::<_, AppError>(is_rejected)
    };
    if !ctx.store.transaction(write).await? {
        let profile = teachers::find_profile(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
        return Err(decision_conflict(profile.status));
    }
    ctx.job_enqueued.notify_one();
    Ok(Json(TeacherDecision {
        success: true,
        message: "Teacher rejected",
        status: TeacherStatus::Rejected.as_str(),
        invite_code: None,
        founding_teacher: false,
        decision_id: decision.to_string(),
        undo_seconds: UNDO_SECONDS,
    }))
}
