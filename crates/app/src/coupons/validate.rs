//! `POST /api/coupons/validate` and `/api/coupons/apply`: may this student use this code now (SPEC §7, §8; D2)? Nothing is
//! used up by asking.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use tala_store::coupons::Coupon;
use tala_store::students;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{Body, Student};
use crate::json::Json;
use crate::prices::find_coupon;

/// A code to try.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CouponRequest)]
pub(super) struct Try {
    #[serde(default)]
    code: String,
}

/// What the code takes off.
#[derive(Serialize, ToSchema)]
#[schema(as = ValidateCouponReply)]
pub(super) struct Valid {
    success: bool,
    code: String,
    /// In percent of the base price.
    discount: u32,
}

/// What the code takes off, in the other shape of SPEC.
#[derive(Serialize, ToSchema)]
#[schema(as = ApplyCouponReply)]
pub(super) struct AppliedCoupon {
    success: bool,
    coupon: CouponView,
    message: &'static str,
}

/// A coupon.
#[derive(Serialize, ToSchema)]
#[schema(as = Coupon)]
pub(super) struct CouponView {
    code: String,
    /// In percent of the base price.
    discount: u32,
}

/// Whether this student may use the code now.
#[utoipa::path(post, path = "/api/coupons/validate", tag = "payments", request_body = Try,
    responses((status = 200, body = Valid), (status = "4XX", body = Problem)))]
pub(super) async fn validate_coupon(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<Try>,
) -> ApiResult<Json<Valid>> {
    let coupon = run(&ctx, &student, &request).await?;
    Ok(Json(Valid { success: true, code: coupon.code, discount: coupon.terms.percent }))
}

/// The same question under SPEC's other name.
#[utoipa::path(post, path = "/api/coupons/apply", tag = "payments", request_body = Try,
    responses((status = 200, body = AppliedCoupon), (status = "4XX", body = Problem)))]
pub(super) async fn apply_coupon(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<Try>,
) -> ApiResult<Json<AppliedCoupon>> {
    let coupon = run(&ctx, &student, &request).await?;
    let coupon = CouponView { code: coupon.code, discount: coupon.terms.percent };
    Ok(Json(AppliedCoupon { success: true, coupon, message: "Discount applied!" }))
}

async fn run(ctx: &Ctx, student: &Student, request: &Try) -> ApiResult<Coupon> {
    let record = students::find_by_id(ctx.store.read(), student.person.id).await?;
    find_coupon(ctx, student, record.ok_or(ErrorCode::RoleNotAllowed)?.currency, &request.code).await
}
