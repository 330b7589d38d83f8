//! `DELETE /api/admin/people/{id}` (D35).

use crate::admin::access::Admin;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::privacy;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Serialize;
use tala_domain::admin::Area;
use tala_domain::ids::PersonId;
use utoipa::ToSchema;

/// The person is gone.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminPersonDeleted {
    success: bool,
}

/// Deletes a person. Refused with the reason while money or classes are open; what money needs stays, under no name.
#[utoipa::path(delete, path = "/api/admin/people/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminPersonDeleted), (status = "4XX", body = Problem)))]
pub(super) async fn admin_delete_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPersonDeleted>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    privacy::delete(&ctx, Actor::Admin(&act), id).await?;
    Ok(Json(AdminPersonDeleted { success: true }))
}
