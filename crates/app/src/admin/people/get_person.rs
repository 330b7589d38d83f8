//! `GET /api/admin/people/{id}`.

use crate::admin::access::Admin;
use crate::admin::people::details::{AdminPersonDetails, load_details};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use axum::extract::State;
use tala_domain::ids::PersonId;

/// Returns a person with all related records.
#[utoipa::path(get, path = "/api/admin/people/{id}", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")),
    responses((status = 200, body = AdminPersonDetails)))]
pub(super) async fn admin_get_person(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<PersonId>,
) -> AppResult<Json<AdminPersonDetails>> {
    Ok(Json(load_details(&ctx, id).await?))
}
