//! `POST /api/admin/credit-lots/{id}/extend`.

use crate::admin::access::Admin;
use crate::admin::credits::lot::{AdminLotReply, check_days};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::repeated_actions::reject_repeated_action;
use axum::extract::State;
use jiff::SignedDuration;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::LotId;
use tala_store::Transaction;
use tala_store::credits::{self};
use utoipa::ToSchema;

/// An extension of a credit lot.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminExtendRequest {
    /// Days to add to the current expiry, 1 to 365.
    #[schema(minimum = 1, maximum = 365)]
    days: i64,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Extend although the lot was extended within the last minute.
    #[serde(default)]
    again: bool,
}

/// Extends the expiry of a credit lot with unspent credits that has not expired or been voided.
#[utoipa::path(post, path = "/api/admin/credit-lots/{id}/extend", tag = "admin-credits", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The lot")), request_body = AdminExtendRequest,
    responses((status = 200, body = AdminLotReply)))]
pub(super) async fn admin_extend_credit_lot(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<LotId>,
    Body(request): Body<AdminExtendRequest>,
) -> AppResult<Json<AdminLotReply>> {
    let actor = admin.authorize_with_reason(AdminArea::Credits, &request.reason)?;
    check_days(request.days)?;
    let write = async |tx: Transaction| {
        let owner = credits::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?.student_id;
        reject_repeated_action(&tx, &ctx, owner.into(), AuditAction::CreditsExtended, id.0, request.again).await?;
        // Read again now that the student is locked.
        let lot = credits::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let longer = SignedDuration::from_hours(24 * request.days);
        let to = lot.expires_at.max(ctx.now()).saturating_add(longer).unwrap_or(lot.expires_at);
        if !credits::extend_expiry(&tx, id, lot.expires_at, to).await? {
            let detail =
                if lot.closed { "These credits have expired. Grant new ones instead." } else { "Nothing is left." };
            return Err(AppError::new(ErrorCode::VersionConflict).with_detail(detail));
        }
        let event = AuditEvent::new(AuditAction::CreditsExtended, id.0)
            .detail(json!({ "studentId": owner, "days": request.days }))
            .change(json!({ "expiresAt": lot.expires_at }), json!({ "expiresAt": to }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(credits::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?.into()))
}
