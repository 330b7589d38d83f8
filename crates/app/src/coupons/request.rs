//! A coupon code that a student tries.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Student;
use crate::services::quotes::find_coupon;
use serde::Deserialize;
use tala_domain::error::ErrorCode;
use tala_store::coupons::Coupon;
use tala_store::students;
use utoipa::ToSchema;

/// A code to try.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct CouponRequest {
    #[serde(default)]
    pub(super) code: String,
}

pub(super) async fn run(ctx: &Ctx, student: &Student, request: &CouponRequest) -> AppResult<Coupon> {
    let record = students::find_by_id(ctx.store.read(), student.person.id).await?;
    Ok(find_coupon(ctx, student, record.ok_or(ErrorCode::RoleNotAllowed)?.currency, &request.code).await?)
}
