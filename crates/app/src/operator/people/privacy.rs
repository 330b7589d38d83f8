//! Exporting and deleting a person for them (D35).

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::Serialize;
use tala_domain::admin::Area;
use tala_domain::ids::PersonId;
use tala_store::Transaction;
use utoipa::ToSchema;

use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath};
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::coupons::Because;
use crate::privacy;

/// Everything that we know of a person, as a file. Each export is written down.
#[utoipa::path(get, path = "/api/admin/people/{id}/export", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")),
    responses((status = 200, body = Object), (status = "4XX", body = Problem)))]
pub(super) async fn admin_export_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
) -> ApiResult<impl IntoResponse> {
    let act = admin.may(Area::People)?;
    let all = privacy::export(&ctx, id).await?;
    let write = async |tx: Transaction| {
        Actor::Admin(&act).record(&tx, &ctx, &Deed::new("person_exported", id.0)).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    let name = format!("attachment; filename=\"person-{id}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], Json(all)))
}

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
) -> ApiResult<Json<Deleted>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    privacy::delete(&ctx, Actor::Admin(&act), id).await?;
    Ok(Json(Deleted { success: true }))
}
