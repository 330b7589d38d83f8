//! `/api/admin/coupons`: making coupons, seeing how they are used, ending them (D20).

use axum::extract::{Path, State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::coupons::CouponCode;
use tala_domain::error::ErrorCode;
use tala_domain::ids::CouponId;
use tala_domain::money::Currency;
use tala_store::Transaction;
use tala_store::coupons::{self, Listed};
use utoipa::{IntoParams, ToSchema};

use super::access::Admin;
use super::add_coupon::{AddCoupon, add_coupon_by};
use super::page::{Cut, Page};
use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, Params};
use crate::json::Json;

/// Which coupons.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CouponsQuery {
    limit: Option<u32>,
    after: Option<String>,
}

/// A coupon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCoupon)]
pub(super) struct CouponView {
    #[serde(rename = "_id")]
    id: String,
    code: String,
    percent: u32,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
    #[schema(required)]
    limit: Option<u32>,
    #[schema(required)]
    limit_per_student: Option<u32>,
    #[schema(required)]
    currency: Option<&'static str>,
    #[schema(required)]
    teacher_id: Option<String>,
    #[schema(required)]
    teacher_name: Option<String>,
    note: String,
    /// Uses so far, those that are being paid for among them.
    used: u32,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    stopped_at: Option<Timestamp>,
}

impl From<Listed> for CouponView {
    fn from(coupon: Listed) -> Self {
        let terms = coupon.terms;
        Self {
            id: coupon.id.to_string(),
            code: coupon.code,
            percent: terms.percent,
            from: terms.starts_at,
            until: terms.ends_at,
            limit: terms.limit,
            limit_per_student: terms.limit_per_student,
            currency: terms.currency.map(Currency::code),
            teacher_id: terms.teacher.map(|teacher| teacher.to_string()),
            teacher_name: coupon.teacher_name,
            note: coupon.note,
            used: coupon.used,
            created_at: coupon.created_at,
            stopped_at: coupon.stopped_at,
        }
    }
}

/// Coupons, newest first.
#[utoipa::path(get, path = "/api/admin/coupons", tag = "admin", security(("adminSession" = [])), params(CouponsQuery),
    responses((status = 200, body = Page<CouponView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_coupons(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<CouponsQuery>,
) -> ApiResult<Json<Page<CouponView>>> {
    let cut: Cut<CouponId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = coupons::list_page(ctx.store.read_replica(), cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |coupon| coupon.id.to_string(), CouponView::from)))
}

/// A coupon to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminCouponRequest)]
pub(super) struct NewCoupon {
    /// 3 to 32 letters, digits, `-`, `_`; any case.
    #[schema(min_length = 3, max_length = 32)]
    code: String,
    /// 1 to 100.
    #[schema(minimum = 1, maximum = 100)]
    percent: u32,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
    #[serde(default)]
    #[schema(minimum = 1)]
    limit: Option<u32>,
    #[serde(default)]
    #[schema(minimum = 1)]
    limit_per_student: Option<u32>,
    #[serde(default)]
    currency: Option<String>,
    #[serde(default)]
    teacher_id: Option<String>,
    #[serde(default)]
    note: String,
}

/// Makes a coupon.
#[utoipa::path(post, path = "/api/admin/coupons", tag = "admin", security(("adminSession" = [])),
    request_body = NewCoupon, responses((status = 200, body = CouponView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_add_coupon(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<NewCoupon>,
) -> ApiResult<Json<CouponView>> {
    let act = admin.may(Area::Coupons)?;
    let NewCoupon { code, percent, from, until, limit, limit_per_student, currency, teacher_id, note } = request;
    let wanted = AddCoupon {
        code,
        percent,
        starts_at: from,
        ends_at: until,
        limit,
        limit_per_student,
        currency,
        teacher: teacher_id,
        note: note.chars().take(500).collect(),
    };
    let code = add_coupon_by(&ctx, Actor::Admin(&act), &wanted).await?;
    let made = coupons::find_listed(ctx.store.read(), &code).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(CouponView::from(made)))
}

/// Why.
#[derive(Deserialize, ToSchema)]
#[schema(as = AdminReason)]
pub(super) struct Because {
    /// 1 to 500 characters; kept in the audit log.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
}

/// Why, where the act explains itself.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = AdminOptionalReason)]
pub(super) struct PerhapsBecause {
    /// At most 500 characters; kept in the audit log.
    #[schema(max_length = 500)]
    pub(super) reason: Option<String>,
}

impl PerhapsBecause {
    /// The reason of a request that may have no body at all.
    pub(super) fn of(request: Option<&Body<Self>>) -> Option<&str> {
        request.and_then(|Body(request)| request.reason.as_deref())
    }
}

/// Ends a coupon. Who is paying with it may finish.
#[utoipa::path(post, path = "/api/admin/coupons/{code}/stop", tag = "admin", security(("adminSession" = [])),
    params(("code" = String, Path, description = "The coupon's code")), request_body = Because,
    responses((status = 200, body = CouponView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_stop_coupon(
    State(ctx): State<Ctx>,
    admin: Admin,
    Path(code): Path<String>,
    Body(request): Body<Because>,
) -> ApiResult<Json<CouponView>> {
    let act = admin.may_because(Area::Coupons, &request.reason)?;
    let code = CouponCode::parse(&code).map_err(|_| ErrorCode::NotFound)?;
    let write = async |tx: Transaction| {
        let coupon = coupons::find_listed(&tx, code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
        if !coupons::stop(&tx, coupon.id, ctx.now()).await? {
            return Err(ApiError::new(ErrorCode::AlreadyDone).with_detail("This coupon has been stopped already."));
        }
        let deed = Deed::new("coupon_stopped", coupon.id.0)
            .detail(json!({ "code": coupon.code, "used": coupon.used }))
            .change(json!({ "stopped": false }), json!({ "stopped": true }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    let stopped = coupons::find_listed(ctx.store.read(), code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(CouponView::from(stopped)))
}
