//! `POST /api/apply-coupon`.

use crate::context::Ctx;
use crate::coupons::request::{CouponRequest, run};
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

/// What the code takes off, in the other shape of SPEC.
#[derive(Serialize, ToSchema)]
pub(super) struct ApplyCouponReply {
    success: bool,
    coupon: Coupon,
    message: &'static str,
}

/// A coupon.
#[derive(Serialize, ToSchema)]
pub(super) struct Coupon {
    code: String,
    /// In percent of the base price.
    discount: u32,
}

/// The same question under SPEC's other name.
#[utoipa::path(post, path = "/api/coupons/apply", tag = "payments", request_body = CouponRequest,
    responses((status = 200, body = ApplyCouponReply), (status = "4XX", body = Problem)))]
pub(super) async fn apply_coupon(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CouponRequest>,
) -> AppResult<Json<ApplyCouponReply>> {
    let coupon = run(&ctx, &student, &request).await?;
    let coupon = Coupon { code: coupon.code, discount: coupon.terms.percent };
    Ok(Json(ApplyCouponReply { success: true, coupon, message: "Discount applied!" }))
}
