//! `POST /api/teacher/generate-referral-code` (SPEC §4, §7; D9).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::AuditId;
use tala_store::{Transaction, audit, teachers};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::services::invite_codes;

/// The teacher whose code to return.
#[derive(Deserialize, ToSchema)]
pub(super) struct GenerateCodeRequest {
    /// The signed-in teacher's email address.
    #[serde(default)]
    email: String,
}

/// The invite code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GenerateCodeReply {
    success: bool,
    referral_code: String,
}

/// Returns the signed-in teacher's invite code. Generates one if there is none.
#[utoipa::path(post, path = "/api/teacher/generate-referral-code", tag = "teachers", request_body = GenerateCodeRequest,
    responses((status = 200, body = GenerateCodeReply)))]
pub(super) async fn generate_invite_code(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    Body(request): Body<GenerateCodeRequest>,
) -> AppResult<Json<GenerateCodeReply>> {
    teacher.require_own_email(&request.email)?;
    let code = invite_codes::generate_invite_code(&ctx, &teacher.person.name).await?;
    let id = teacher.id();
    let write = async |tx: Transaction| {
        if teachers::set_invite_code(&tx, id, &code).await? {
            let entry = audit::NewEvent {
                id: AuditId(ctx.new_id()),
                at: ctx.now(),
                actor: Some(id.into()),
                action: AuditAction::InviteCodeCreated,
                subject: Some(id.0),
                detail: json!({ "inviteCode": code }),
            };
            audit::insert(&tx, &entry).await?;
        }
        let stored = teachers::find_by_id(&tx, id).await?.and_then(|teacher| teacher.invite_code);
        Ok::<_, AppError>(stored)
    };
    let referral_code = ctx.store.transaction(write).await?;
    let referral_code = referral_code.ok_or_else(|| AppError::internal("invite code missing after commit"))?;
    Ok(Json(GenerateCodeReply { success: true, referral_code }))
}
