//! `POST /api/admin/coupons`.

use crate::admin::access::Admin;
use crate::admin::coupons::list_coupons::AdminCoupon;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::coupons::{NewCoupon, add_coupon_as};
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use tala_domain::error::ErrorCode;
use tala_store::coupons::{self};
use utoipa::ToSchema;

/// A new coupon.
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

/// Adds a coupon.
#[utoipa::path(post, path = "/api/admin/coupons", tag = "admin-coupons", security(("adminSession" = [])),
    request_body = AdminCouponRequest, responses((status = 200, body = AdminCoupon)))]
pub(super) async fn admin_create_coupon(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminCouponRequest>,
) -> AppResult<Json<AdminCoupon>> {
    let actor = admin.authorize(AdminArea::Coupons)?;
    let AdminCouponRequest { code, percent, from, until, limit, limit_per_student, currency, teacher_id, note } =
        request;
    let new_coupon = NewCoupon {
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
    let code = add_coupon_as(&ctx, Actor::Admin(&actor), &new_coupon).await?;
    let coupon = coupons::find_details(ctx.store.read(), &code).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminCoupon::from(coupon)))
}
