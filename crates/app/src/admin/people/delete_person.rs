//! `DELETE /api/admin/people/{id}` (D35).

use crate::admin::access::Admin;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::privacy;
use axum::extract::State;
use serde::Serialize;
use tala_domain::admin::AdminArea;
use tala_domain::ids::PersonId;
use utoipa::ToSchema;

/// A completed deletion.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminPersonDeleted {
    success: bool,
}

/// Deletes a person. Rejected with a reason while payments or classes are open. Accounting records are kept anonymously.
#[utoipa::path(delete, path = "/api/admin/people/{id}", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminPersonDeleted)))]
pub(super) async fn admin_delete_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPersonDeleted>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    privacy::delete(&ctx, Actor::Admin(&actor), id).await?;
    Ok(Json(AdminPersonDeleted { success: true }))
}
