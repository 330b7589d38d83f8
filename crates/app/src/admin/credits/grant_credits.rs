//! `POST /api/admin/credits`.

use crate::admin::access::Admin;
use crate::admin::credits::lot::{AdminLotReply, check_days};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::credit_grants::{CreditGrant, grant_lot};
use crate::services::repeated_actions::reject_repeated_action;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::StudentId;
use tala_store::credits::{self};
use tala_store::{Transaction, students};
use utoipa::ToSchema;

const MAX_CREDITS: u32 = 20;

/// A grant of credits.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminGrantRequest {
    /// Teacher for whose classes the credits are valid.
    pub(super) teacher_id: String,
    /// Number of credits, 1 to 20.
    #[schema(minimum = 1, maximum = 20)]
    pub(super) count: u32,
    /// Days until the credits expire, 1 to 365.
    #[schema(minimum = 1, maximum = 365)]
    pub(super) days: i64,
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
    /// Grant although the student was granted credits within the last minute.
    #[serde(default)]
    pub(super) again: bool,
}

/// Grants credits to a student, who is informed by mail.
#[utoipa::path(post, path = "/api/admin/people/{id}/credits", tag = "admin-credits", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The student")), request_body = AdminGrantRequest,
    responses((status = 200, body = AdminLotReply)))]
pub(super) async fn admin_grant_credits(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<StudentId>,
    Body(request): Body<AdminGrantRequest>,
) -> AppResult<Json<AdminLotReply>> {
    let actor = admin.authorize_with_reason(AdminArea::Credits, &request.reason)?;
    let teacher_id =
        request.teacher_id.parse().map_err(|_| FieldErrors::one("teacherId", "Please choose a teacher"))?;
    if !(1..=MAX_CREDITS).contains(&request.count) {
        return Err(FieldErrors::one("count", "1 to 20").into());
    }
    check_days(request.days)?;
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        reject_repeated_action(&tx, &ctx, id.into(), AuditAction::CreditsGranted, id.0, request.again).await?;
        let grant = CreditGrant {
            student_id: id,
            teacher_id,
            currency: student.currency,
            classes: request.count,
            days: request.days,
            is_reward: false,
            detail: json!({}),
        };
        let lot = grant_lot(&tx, &ctx, Actor::Admin(&actor), &grant).await?;
        Ok::<_, AppError>(lot)
    };
    let lot = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(credits::find_by_id(ctx.store.read(), lot).await?.ok_or(ErrorCode::NotFound)?.into()))
}
