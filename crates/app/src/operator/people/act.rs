//! Suspending and restoring a person, and changing a student's currency (D19).

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::PersonId;
use tala_domain::money::Currency;
use tala_store::{Transaction, people, students};
use utoipa::ToSchema;

use super::look::{PersonDetails, load};
use crate::acts::{Act, Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath};
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::coupons::Because;

/// Keeps a person out: no call of theirs is answered any more, and nobody can book with a suspended teacher. Classes that
/// are booked stand, until somebody cancels them.
#[utoipa::path(post, path = "/api/admin/people/{id}/suspend", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = Because,
    responses((status = 200, body = PersonDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_suspend_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<Because>,
) -> ApiResult<Json<PersonDetails>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    set_suspended(&ctx, &act, id, true).await
}

/// Lets a suspended person in again.
#[utoipa::path(post, path = "/api/admin/people/{id}/restore", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = Because,
    responses((status = 200, body = PersonDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_restore_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<Because>,
) -> ApiResult<Json<PersonDetails>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    set_suspended(&ctx, &act, id, false).await
}

async fn set_suspended(ctx: &Ctx, act: &Act, id: PersonId, suspended: bool) -> ApiResult<Json<PersonDetails>> {
    let write = async |tx: Transaction| {
        people::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        people::lock_out(&tx, id).await?;
        if !people::set_suspended(&tx, id, suspended.then_some(ctx.now())).await? {
            let detail = if suspended { "This person is suspended already." } else { "This person is not suspended." };
            return Err(ApiError::new(ErrorCode::AlreadyDone).with_detail(detail));
        }
        let action = if suspended { "person_suspended" } else { "person_restored" };
        let deed =
            Deed::new(action, id.0).change(json!({ "suspended": !suspended }), json!({ "suspended": suspended }));
        Actor::Admin(act).record(&tx, ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(load(ctx, id).await?))
}

/// Which currency.
#[derive(Deserialize, ToSchema)]
#[schema(as = AdminCurrencyRequest)]
pub(super) struct ChangeCurrency {
    /// `INR` or `USD`.
    currency: String,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Changes the currency in which a student pays from now on. Credits keep what they were bought for.
#[utoipa::path(post, path = "/api/admin/people/{id}/currency", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The student")), request_body = ChangeCurrency,
    responses((status = 200, body = PersonDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_change_currency(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<ChangeCurrency>,
) -> ApiResult<Json<PersonDetails>> {
    let act = admin.may_because(Area::People, &request.reason)?;
    let to = Currency::parse(&request.currency).ok_or_else(|| FieldErrors::one("currency", "INR or USD"))?;
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !people::change_currency(&tx, id, to).await? {
            let detail = format!("This student pays in {} already.", to.code());
            return Err(ApiError::new(ErrorCode::AlreadyDone).with_detail(detail));
        }
        let deed = Deed::new("currency_changed", id.0)
            .change(json!({ "currency": student.currency.code() }), json!({ "currency": to.code() }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(load(&ctx, id).await?))
}
