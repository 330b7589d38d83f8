//! The body of both coupon endpoints, and the lookup that they share.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Student;
use crate::services::quotes::find_coupon;
use serde::Deserialize;
use tala_domain::error::ErrorCode;
use tala_store::coupons::Coupon;
use tala_store::students;
use utoipa::ToSchema;

/// A coupon code.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct CouponRequest {
    /// The code, in any case.
    #[serde(default)]
    pub(super) code: String,
}

/// Finds the coupon if the student can use it now.
pub(super) async fn find_usable_coupon(ctx: &Ctx, student: &Student, request: &CouponRequest) -> AppResult<Coupon> {
    let record = students::find_by_id(ctx.store.read(), student.id()).await?;
    Ok(find_coupon(ctx, student, record.ok_or(ErrorCode::RoleNotAllowed)?.currency, &request.code).await?)
}
