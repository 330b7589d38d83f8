//! `POST /api/coupons/apply` (SPEC §7).

use crate::context::Ctx;
use crate::coupons::request::{CouponRequest, find_usable_coupon};
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

/// The discount of a coupon.
#[derive(Serialize, ToSchema)]
pub(super) struct ApplyCouponReply {
    success: bool,
    coupon: Coupon,
    message: &'static str,
}

/// A coupon code and its discount.
#[derive(Serialize, ToSchema)]
pub(super) struct Coupon {
    code: String,
    /// The discount in percent of the base price.
    discount: u32,
}

/// Checks a coupon code, like `validate_coupon`, in another response format.
#[utoipa::path(post, path = "/api/coupons/apply", tag = "payments", request_body = CouponRequest,
    responses((status = 200, body = ApplyCouponReply)))]
pub(super) async fn apply_coupon(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CouponRequest>,
) -> AppResult<Json<ApplyCouponReply>> {
    let coupon = find_usable_coupon(&ctx, &student, &request).await?;
    let coupon = Coupon { code: coupon.code, discount: coupon.terms.percent };
    Ok(Json(ApplyCouponReply { success: true, coupon, message: "Discount applied!" }))
}
