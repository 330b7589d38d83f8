//! `POST /api/coupons/validate` (SPEC §7).

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
pub(super) struct ValidateCouponReply {
    success: bool,
    code: String,
    /// The discount in percent of the base price.
    discount: u32,
}

/// Checks whether the signed-in student can use a coupon code now.
#[utoipa::path(post, path = "/api/coupons/validate", tag = "payments", request_body = CouponRequest,
    responses((status = 200, body = ValidateCouponReply)))]
pub(super) async fn validate_coupon(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<CouponRequest>,
) -> AppResult<Json<ValidateCouponReply>> {
    let coupon = find_usable_coupon(&ctx, &student, &request).await?;
    Ok(Json(ValidateCouponReply { success: true, code: coupon.code, discount: coupon.terms.percent }))
}
