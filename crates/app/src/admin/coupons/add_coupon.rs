//! `POST /api/admin/coupons`.

use crate::admin::access::Admin;
use crate::admin::coupons::list_coupons::AdminCoupon;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::coupons::{AddCoupon, add_coupon_by};
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_store::coupons::{self};
use utoipa::ToSchema;

/// A coupon to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminCouponRequest {
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
    request_body = AdminCouponRequest, responses((status = 200, body = AdminCoupon), (status = "4XX", body = Problem)))]
pub(super) async fn admin_add_coupon(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminCouponRequest>,
) -> AppResult<Json<AdminCoupon>> {
    let act = admin.may(Area::Coupons)?;
    let AdminCouponRequest { code, percent, from, until, limit, limit_per_student, currency, teacher_id, note } =
        request;
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
    Ok(Json(AdminCoupon::from(made)))
}
