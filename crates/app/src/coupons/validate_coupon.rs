//! `POST /api/validate-coupon`.

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

/// What the code takes off.
#[derive(Serialize, ToSchema)]
#[schema(as = ValidateCouponReply)]
pub(super) struct Valid {
    success: bool,
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
) -> AppResult<Json<Valid>> {
    let coupon = run(&ctx, &student, &request).await?;
    Ok(Json(Valid { success: true, code: coupon.code, discount: coupon.terms.percent }))
}
