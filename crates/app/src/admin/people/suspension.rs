//! `POST /api/admin/people/{id}/suspend` and `/restore`.

use crate::admin::access::Admin;
use crate::admin::people::details::{AdminPersonDetails, load};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Act, Actor, Deed};
use crate::views::problem::Problem;
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::{Transaction, people};

/// Keeps a person out: no call of theirs is answered any more, and nobody can book with a suspended teacher. Classes that
/// are booked stand, until somebody cancels them.
#[utoipa::path(post, path = "/api/admin/people/{id}/suspend", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminPersonDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_suspend_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPersonDetails>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    set_suspended(&ctx, &act, id, true).await
}

/// Lets a suspended person in again.
#[utoipa::path(post, path = "/api/admin/people/{id}/restore", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminPersonDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_restore_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPersonDetails>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    set_suspended(&ctx, &act, id, false).await
}

async fn set_suspended(ctx: &Ctx, act: &Act, id: PersonId, suspended: bool) -> AppResult<Json<AdminPersonDetails>> {
    let write = async |tx: Transaction| {
        people::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        people::lock_out(&tx, id).await?;
        if !people::set_suspended(&tx, id, suspended.then_some(ctx.now())).await? {
            let detail = if suspended { "This person is suspended already." } else { "This person is not suspended." };
            return Err(AppError::new(ErrorCode::AlreadyDone).with_detail(detail));
        }
        let action = if suspended { "person_suspended" } else { "person_restored" };
        let deed =
            Deed::new(action, id.0).change(json!({ "suspended": !suspended }), json!({ "suspended": suspended }));
        Actor::Admin(act).record(&tx, ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(load(ctx, id).await?))
}
