//! `POST /api/admin/reject-teacher`.

use crate::admin::access::Admin;
use crate::admin::approvals::decision::{TeacherDecision, lost, pending, read};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{IdPath, RawBody};
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::{Area, parse_reason};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_store::teachers::{self};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

/// Why.
#[derive(Default, Deserialize, ToSchema)]
pub(super) struct RejectTeacherRequest {
    /// Mailed to the teacher; 500 characters at most.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// The application's `version`. When it was sent again meanwhile, the answer is 409 and nothing is decided.
    #[serde(default)]
    version: Option<i64>,
}

/// Rejects an application that waits, and mails the reason. SPEC's call without a body works too.
#[utoipa::path(post, path = "/api/admin/reject-teacher/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The teacher")), request_body = Option<RejectTeacherRequest>,
    responses((status = 200, body = TeacherDecision), (status = "4XX", body = Problem)))]
pub(super) async fn admin_reject_teacher(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    body: RawBody,
) -> AppResult<Json<TeacherDecision>> {
    let mut act = admin.may(Area::Approvals)?;
    let request: RejectTeacherRequest = read(&body)?;
    let reason = request.reason.filter(|reason| !reason.trim().is_empty()).map(|reason| parse_reason(&reason));
    let reason = reason.transpose()?.unwrap_or_default();
    act.reason = Some(reason.clone()).filter(|reason| !reason.is_empty());
    let write = async |tx: Transaction| {
        let applicant = pending(teachers::find_applicant(&tx, id).await?, request.version)?;
        let now = ctx.now();
        let told = (&applicant.text, applicant.version);
        let won = teachers::mark_rejected(&tx, id, &reason, told, now).await?;
        if won {
            let job = Job::TeacherRejected { person_id: id, change_id: ctx.new_id() };
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
            let deed = Deed::new("teacher_rejected", id.0)
                .change(json!({ "status": "pending" }), json!({ "status": "rejected" }));
            Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        }
        Ok::<_, AppError>(won)
    };
    if !ctx.store.transaction(write).await? {
        let stands = teachers::find_profile(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
        return Err(lost(stands.status));
    }
    ctx.work_filed.notify_one();
    Ok(Json(TeacherDecision {
        success: true,
        message: "Teacher rejected",
        status: TeacherStatus::Rejected.as_str(),
        invite_code: None,
        founding_teacher: false,
    }))
}
