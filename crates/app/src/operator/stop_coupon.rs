//! `tala coupon stop`: from now on nobody can use the code. What was bought with it stays.

use serde_json::json;
use tala_domain::coupons::CouponCode;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_store::{Transaction, coupons};

use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};

/// Stops a coupon. Stopping one twice is no error.
pub async fn stop_coupon(ctx: &Ctx, code: &str) -> ApiResult<()> {
    let code = CouponCode::parse(code).map_err(|_| FieldErrors::one("code", "3 to 32 letters, digits, - and _"))?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let id = coupons::find_id(&tx, code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
        if coupons::stop(&tx, id, now).await? {
            let deed = Deed::new("coupon_stopped", id.0).detail(json!({ "code": code.as_str() }));
            Actor::Console.record(&tx, ctx, &deed).await?;
        }
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await
}
