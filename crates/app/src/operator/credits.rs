//! Giving a student credits, and letting a lot live longer (D17).

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{LotId, PersonId};
use tala_store::credits::{self, FoundLot};
use tala_store::{Transaction, students};
use utoipa::ToSchema;

use super::access::Admin;
use super::grant_credits::{Gift, give};
use super::twice::refuse_twice;
use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath};
use crate::json::Json;

const MOST_CLASSES: u32 = 20;
const MOST_DAYS: i64 = 365;

/// Credits to be given.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminGrantRequest)]
pub(super) struct Grant {
    /// With whom they can be spent.
    teacher_id: String,
    /// 1 to 20.
    #[schema(minimum = 1, maximum = 20)]
    count: u32,
    /// 1 to 365.
    #[schema(minimum = 1, maximum = 365)]
    days: i64,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Meant, though this student was given credits within the last minute.
    #[serde(default)]
    again: bool,
}

/// A lot as it stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminLotReply)]
pub(super) struct LotReply {
    success: bool,
    #[serde(rename = "_id")]
    id: String,
    remaining: u32,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

impl From<FoundLot> for LotReply {
    fn from(lot: FoundLot) -> Self {
        Self { success: true, id: lot.id.to_string(), remaining: lot.remaining, expires_at: lot.expires_at }
    }
}

/// Gives a student class credits.
#[utoipa::path(post, path = "/api/admin/people/{id}/credits", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The student")), request_body = Grant,
    responses((status = 200, body = LotReply), (status = "4XX", body = Problem)))]
pub(super) async fn admin_grant_credits(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<Grant>,
) -> ApiResult<Json<LotReply>> {
    let act = admin.may_because(Area::Credits, &request.reason)?;
    let teacher_id =
        request.teacher_id.parse().map_err(|_| FieldErrors::one("teacherId", "Please choose a teacher"))?;
    if !(1..=MOST_CLASSES).contains(&request.count) {
        return Err(FieldErrors::one("count", "1 to 20").into());
    }
    check_days(request.days)?;
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        refuse_twice(&tx, &ctx, id, ("credits_granted", id.0), request.again).await?;
        let gift = Gift {
            student_id: id,
            teacher_id,
            currency: student.currency,
            classes: request.count,
            days: request.days,
            detail: json!({}),
        };
        let lot = give(&tx, &ctx, Actor::Admin(&act), &gift).await?;
        Ok::<_, ApiError>(lot)
    };
    let lot = ctx.store.transaction(write).await?;
    Ok(Json(credits::find_lot(ctx.store.read(), lot).await?.ok_or(ErrorCode::NotFound)?.into()))
}

fn check_days(days: i64) -> ApiResult<()> {
    if (1..=MOST_DAYS).contains(&days) { Ok(()) } else { Err(FieldErrors::one("days", "1 to 365").into()) }
}

/// How much longer.
#[derive(Deserialize, ToSchema)]
#[schema(as = AdminExtendRequest)]
pub(super) struct Extend {
    /// 1 to 365, from the present expiry.
    #[schema(minimum = 1, maximum = 365)]
    days: i64,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Meant, though this lot was extended within the last minute.
    #[serde(default)]
    again: bool,
}

/// Lets a lot live longer that has credits left and was not closed.
#[utoipa::path(post, path = "/api/admin/credit-lots/{id}/extend", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The lot")), request_body = Extend,
    responses((status = 200, body = LotReply), (status = "4XX", body = Problem)))]
pub(super) async fn admin_extend_lot(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<LotId>,
    Body(request): Body<Extend>,
) -> ApiResult<Json<LotReply>> {
    let act = admin.may_because(Area::Credits, &request.reason)?;
    check_days(request.days)?;
    let write = async |tx: Transaction| {
        let owner = credits::find_lot(&tx, id).await?.ok_or(ErrorCode::NotFound)?.student_id;
        refuse_twice(&tx, &ctx, owner, ("credits_extended", id.0), request.again).await?;
        // Read again behind the lock.
        let lot = credits::find_lot(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let longer = SignedDuration::from_hours(24 * request.days);
        let to = lot.expires_at.max(ctx.now()).saturating_add(longer).unwrap_or(lot.expires_at);
        if !credits::extend(&tx, id, lot.expires_at, to).await? {
            let detail =
                if lot.closed { "These credits have expired. Grant new ones instead." } else { "Nothing is left." };
            return Err(ApiError::new(ErrorCode::VersionConflict).with_detail(detail));
        }
        let deed = Deed::new("credits_extended", id.0)
            .detail(json!({ "studentId": owner, "days": request.days }))
            .change(json!({ "expiresAt": lot.expires_at }), json!({ "expiresAt": to }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(credits::find_lot(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?.into()))
}
