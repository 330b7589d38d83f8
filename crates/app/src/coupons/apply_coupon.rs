//! `POST /api/apply-coupon`.

use crate::context::Ctx;
use crate::coupons::request::{Try, run};
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::http::problem::Problem;
use crate::services::current_user::Student;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

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

/// The same question under SPEC's other name.
#[utoipa::path(post, path = "/api/coupons/apply", tag = "payments", request_body = Try,
    responses((status = 200, body = AppliedCoupon), (status = "4XX", body = Problem)))]
pub(super) async fn apply_coupon(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<Try>,
) -> AppResult<Json<AppliedCoupon>> {
    let coupon = run(&ctx, &student, &request).await?;
    let coupon = CouponView { code: coupon.code, discount: coupon.terms.percent };
    Ok(Json(AppliedCoupon { success: true, coupon, message: "Discount applied!" }))
}
