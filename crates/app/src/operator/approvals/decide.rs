//! `POST /api/admin/approve-teacher/{id}` and `/reject-teacher/{id}` (SPEC §7; D8, D28).

use axum::extract::State;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::{Area, parse_reason};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_store::teachers::{self, Applicant, Seen};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

use super::list_pending::missing;
use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{IdPath, JsonObject, RawBody};
use crate::invite_codes::free_invite_code;
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::approve_teacher::approve;

/// What has been decided.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TeacherDecision)]
pub(super) struct Decided {
    success: bool,
    /// What to show.
    message: &'static str,
    /// `approved` or `rejected`.
    status: &'static str,
    /// Of an approved teacher.
    #[schema(required)]
    invite_code: Option<String>,
    founding_teacher: bool,
}

/// What has been looked at.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ApproveTeacherRequest)]
pub(super) struct Approve {
    /// The application's `version`. When it was sent again meanwhile, the answer is 409 and nothing is decided.
    #[serde(default)]
    version: Option<i64>,
}

/// Approves a teacher whose application is complete and waits. SPEC's call without a body works too.
#[utoipa::path(post, path = "/api/admin/approve-teacher/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The teacher")), request_body = Option<Approve>,
    responses((status = 200, body = Decided), (status = "4XX", body = Problem)))]
pub(super) async fn admin_approve_teacher(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    body: RawBody,
) -> ApiResult<Json<Decided>> {
    let act = admin.may(Area::Approvals)?;
    let request: Approve = read(&body)?;
    let applicant = pending(teachers::find_applicant(ctx.store.read(), id).await?, request.version)?;
    if !missing(&applicant).is_empty() {
        return Err(ApiError::new(ErrorCode::VersionConflict).with_detail("Cannot approve incomplete profile"));
    }
    let code = free_invite_code(&ctx, &applicant.name).await?;
    let write = async |tx: Transaction| {
        let seen = Seen { status: TeacherStatus::Pending, version: Some(applicant.version) };
        let won = approve(&tx, &ctx, Actor::Admin(&act), (id, seen), &code).await?;
        Ok::<_, ApiError>(won)
    };
    let won = ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let profile = teachers::find_profile(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if !won {
        return Err(lost(profile.status));
    }
    let teacher = teachers::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(Decided {
        success: true,
        message: "Teacher approved successfully",
        status: TeacherStatus::Approved.as_str(),
        invite_code: teacher.invite_code,
        founding_teacher: profile.founding,
    }))
}

/// Why.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = RejectTeacherRequest)]
pub(super) struct Reject {
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
    params(("id" = String, Path, description = "The teacher")), request_body = Option<Reject>,
    responses((status = 200, body = Decided), (status = "4XX", body = Problem)))]
pub(super) async fn admin_reject_teacher(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    body: RawBody,
) -> ApiResult<Json<Decided>> {
    let mut act = admin.may(Area::Approvals)?;
    let request: Reject = read(&body)?;
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
        Ok::<_, ApiError>(won)
    };
    if !ctx.store.transaction(write).await? {
        let stands = teachers::find_profile(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
        return Err(lost(stands.status));
    }
    ctx.work_filed.notify_one();
    Ok(Json(Decided {
        success: true,
        message: "Teacher rejected",
        status: TeacherStatus::Rejected.as_str(),
        invite_code: None,
        founding_teacher: false,
    }))
}

/// A body that may be left out.
fn read<T: Default + DeserializeOwned>(body: &RawBody) -> ApiResult<T> {
    if body.0.is_empty() {
        return Ok(T::default());
    }
    let value: Option<JsonObject<T>> = serde_json::from_slice(&body.0).map_err(|_| ErrorCode::MalformedRequest)?;
    Ok(value.map(|JsonObject(value)| value).unwrap_or_default())
}

/// The application, if it waits and is the one that was looked at.
fn pending(applicant: Option<Applicant>, seen: Option<i64>) -> ApiResult<Applicant> {
    let applicant = applicant.ok_or(ErrorCode::NotFound)?;
    let other = seen.is_some_and(|version| version != applicant.version);
    if other || applicant.status != TeacherStatus::Pending { Err(lost(applicant.status)) } else { Ok(applicant) }
}

/// Why it cannot be decided: somebody has, or (as it waits) it is another one by now.
fn lost(status: TeacherStatus) -> ApiError {
    if status == TeacherStatus::Pending {
        return ApiError::new(ErrorCode::VersionConflict)
            .with_detail("This application was sent again since you looked at it. Please look at what has changed.");
    }
    ApiError::new(ErrorCode::AlreadyDone)
        .with_detail(format!("This application is {} already.", status.as_str()))
        .with("state", status.as_str())
}
