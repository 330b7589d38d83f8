//! `POST /api/admin/approve-teacher`.

use crate::admin::access::Admin;
use crate::admin::approvals::decision::{TeacherDecision, lost, pending, read};
use crate::admin::approvals::list_pending::missing;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{IdPath, RawBody};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::invite_codes::free_invite_code;
use crate::services::teacher_approval::approve;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;
use tala_store::Transaction;
use tala_store::teachers::{self, Seen};
use utoipa::ToSchema;

/// What has been looked at.
#[derive(Default, Deserialize, ToSchema)]
pub(super) struct ApproveTeacherRequest {
    /// The application's `version`. When it was sent again meanwhile, the answer is 409 and nothing is decided.
    #[serde(default)]
    version: Option<i64>,
}

/// Approves a teacher whose application is complete and waits. SPEC's call without a body works too.
#[utoipa::path(post, path = "/api/admin/approve-teacher/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The teacher")), request_body = Option<ApproveTeacherRequest>,
    responses((status = 200, body = TeacherDecision), (status = "4XX", body = Problem)))]
pub(super) async fn admin_approve_teacher(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    body: RawBody,
) -> AppResult<Json<TeacherDecision>> {
    let act = admin.may(Area::Approvals)?;
    let request: ApproveTeacherRequest = read(&body)?;
    let applicant = pending(teachers::find_applicant(ctx.store.read(), id).await?, request.version)?;
    if !missing(&applicant).is_empty() {
        return Err(AppError::new(ErrorCode::VersionConflict).with_detail("Cannot approve incomplete profile"));
    }
    let code = free_invite_code(&ctx, &applicant.name).await?;
    let write = async |tx: Transaction| {
        let seen = Seen { status: TeacherStatus::Pending, version: Some(applicant.version) };
        let won = approve(&tx, &ctx, Actor::Admin(&act), (id, seen), &code).await?;
        Ok::<_, AppError>(won)
    };
    let won = ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let profile = teachers::find_profile(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if !won {
        return Err(lost(profile.status));
    }
    let teacher = teachers::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(TeacherDecision {
        success: true,
        message: "Teacher approved successfully",
        status: TeacherStatus::Approved.as_str(),
        invite_code: teacher.invite_code,
        founding_teacher: profile.founding,
    }))
}
