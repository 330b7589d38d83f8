//! `GET /api/admin/people/{id}/export` (D35).

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::privacy;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::PersonId;
use tala_store::Transaction;

/// Exports all data stored about a person as a JSON file. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/people/{id}/export", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")),
    responses((status = 200, body = Object)))]
pub(super) async fn admin_export_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
) -> AppResult<impl IntoResponse> {
    let actor = admin.authorize(AdminArea::People)?;
    let data = privacy::export(&ctx, id).await?;
    let write = async |tx: Transaction| {
        Actor::Admin(&actor).record(&tx, &ctx, &AuditEvent::new(AuditAction::PersonExported, id.0)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let name = format!("attachment; filename=\"person-{id}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], Json(data)))
}
