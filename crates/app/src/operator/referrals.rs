//! Rewards for friends (D29): when a named friend has taken a first class, whoever named them gets a free one, by an
//! administrator's click or by the daily job, once for each friend.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self, Referral};
use tala_store::{StoreError, Transaction, counters, students};
use utoipa::{IntoParams, ToSchema};

use super::access::Admin;
use super::coupons::PerhapsBecause;
use super::grant_credits::{Gift, give};
use super::page::{Cut, Page};
use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath, Params};
use crate::json::Json;

const REWARD_DAYS: i64 = 60;
const A_DAY: SignedDuration = SignedDuration::from_hours(24);
const AT_ONCE: u32 = 500;

/// Which friends.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReferralsQuery {
    limit: Option<u32>,
    after: Option<String>,
}

/// A friend whom a student has named.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminReferral)]
pub(super) struct ReferralView {
    #[serde(rename = "_id")]
    id: String,
    student_id: String,
    student_name: String,
    friend_name: String,
    friend_email: String,
    /// `named`, `joined`, `ready` (a first class was taken) or `granted`.
    state: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    granted_at: Option<Timestamp>,
}

impl From<Referral> for ReferralView {
    fn from(referral: Referral) -> Self {
        let state = match (referral.granted_at, referral.taken, referral.joined) {
            (Some(_), ..) => "granted",
            (None, true, _) => "ready",
            (None, false, true) => "joined",
            (None, false, false) => "named",
        };
        Self {
            id: referral.id.to_string(),
            student_id: referral.student_id.to_string(),
            student_name: referral.student_name,
            friend_name: referral.name,
            friend_email: referral.email,
            state,
            created_at: referral.created_at,
            granted_at: referral.granted_at,
        }
    }
}

/// Friends, newest first.
#[utoipa::path(get, path = "/api/admin/referrals", tag = "admin", security(("adminSession" = [])),
    params(ReferralsQuery), responses((status = 200, body = Page<ReferralView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_referrals(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<ReferralsQuery>,
) -> ApiResult<Json<Page<ReferralView>>> {
    let cut: Cut<ReferralId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = referrals::list_page(ctx.store.read(), cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |referral| referral.id.to_string(), ReferralView::from)))
}

/// Gives the free class for a friend who has taken a first one.
#[utoipa::path(post, path = "/api/admin/referrals/{id}/grant", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The referral")), request_body = Option<PerhapsBecause>,
    responses((status = 200, body = ReferralView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_grant_referral(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<ReferralId>,
    request: Option<Body<PerhapsBecause>>,
) -> ApiResult<Json<ReferralView>> {
    let act = admin.may_perhaps_because(Area::Credits, PerhapsBecause::of(request.as_ref()))?;
    let referral = referrals::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if !referral.taken {
        return Err(ApiError::new(ErrorCode::TooEarly).with_detail("This friend has not taken a class yet."));
    }
    if !reward(&ctx, Actor::Admin(&act), &referral).await? {
        return Err(
            ApiError::new(ErrorCode::AlreadyDone).with_detail("The free class for this friend is given already.")
        );
    }
    let referral = referrals::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(ReferralView::from(referral)))
}

/// Once a day for all servers: everybody is thanked whose friends have taken a first class.
pub(crate) async fn reward_referrals(ctx: &Ctx) -> ApiResult<()> {
    let claim = async |tx: Transaction| {
        let due = counters::claim_interval(&tx, "referral_rewards", ctx.now(), A_DAY).await?;
        Ok::<_, StoreError>(due)
    };
    if !ctx.store.transaction(claim).await? {
        return Ok(());
    }
    for referral in referrals::list_ready(ctx.store.read(), AT_ONCE).await? {
        // Nobody waits for somebody else's.
        if let Err(error) = reward(ctx, Actor::Console, &referral).await {
            tracing::error!(%error, referral = %referral.id, "a friend could not be thanked for");
        }
    }
    Ok(())
}

/// One free class, once. False when it was given before.
async fn reward(ctx: &Ctx, actor: Actor<'_>, referral: &Referral) -> ApiResult<bool> {
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, referral.student_id).await?.ok_or(ErrorCode::NotFound)?;
        if !referrals::mark_granted(&tx, referral.id, ctx.now()).await? {
            return Ok(false);
        }
        let gift = Gift {
            student_id: student.id,
            teacher_id: student.teacher_id,
            currency: student.currency,
            classes: 1,
            days: REWARD_DAYS,
            detail: json!({ "referralId": referral.id }),
        };
        let lot = give(&tx, ctx, actor, &gift).await?;
        referrals::set_lot(&tx, referral.id, lot).await?;
        let deed = Deed::new("referral_granted", referral.id.0)
            .detail(json!({ "studentId": student.id, "lotId": lot }))
            .change(json!({ "granted": false }), json!({ "granted": true }));
        actor.record(&tx, ctx, &deed).await?;
        Ok::<_, ApiError>(true)
    };
    ctx.store.transaction(write).await
}
