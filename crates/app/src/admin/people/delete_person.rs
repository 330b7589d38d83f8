//! `DELETE /api/admin/people/{id}` (D35).

use crate::admin::access::Admin;
use crate::admin::reason::Because;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::services::audit::Actor;
use crate::services::privacy;
use axum::extract::State;
use serde::Serialize;
use tala_domain::admin::Area;
use tala_domain::ids::PersonId;
use utoipa::ToSchema;

/// The person is gone.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminPersonDeleted)]
pub(super) struct Deleted {
    success: bool,
}

/// Deletes a person. Refused with the reason while money or classes are open; what money needs stays, under no name.
#[utoipa::path(delete, path = "/api/admin/people/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = Because,
    responses((status = 200, body = Deleted), (status = "4XX", body = Problem)))]
pub(super) async fn admin_delete_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<Because>,
) -> AppResult<Json<Deleted>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    privacy::delete(&ctx, Actor::Admin(&act), id).await?;
    Ok(Json(Deleted { success: true }))
}
