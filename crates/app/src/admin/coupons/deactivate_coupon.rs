//! `POST /api/admin/coupons/{code}/deactivate`.

use crate::admin::access::Admin;
use crate::admin::coupons::list_coupons::AdminCoupon;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::{Path, State};
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::coupons::CouponCode;
use tala_domain::error::ErrorCode;
use tala_store::Transaction;
use tala_store::coupons::{self};

/// Deactivates a coupon. Orders that have already reserved a use can still be paid.
#[utoipa::path(post, path = "/api/admin/coupons/{code}/deactivate", tag = "admin-coupons", security(("adminSession" = [])),
    params(("code" = String, Path, description = "The coupon's code")), request_body = AdminReason,
    responses((status = 200, body = AdminCoupon)))]
pub(super) async fn admin_deactivate_coupon(
    State(ctx): State<Ctx>,
    admin: Admin,
    Path(code): Path<String>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminCoupon>> {
    let actor = admin.authorize_with_reason(AdminArea::Coupons, &request.reason)?;
    let code = CouponCode::parse(&code).map_err(|_| ErrorCode::NotFound)?;
    let write = async |tx: Transaction| {
        let coupon = coupons::find_details(&tx, code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
        if !coupons::deactivate(&tx, coupon.id, ctx.now()).await? {
            return Err(AppError::new(ErrorCode::AlreadyProcessed).with_detail("This coupon has been stopped already."));
        }
        let event = AuditEvent::new(AuditAction::CouponDeactivated, coupon.id.0)
            .detail(json!({ "code": coupon.code, "used": coupon.used }))
            .change(json!({ "stopped": false }), json!({ "stopped": true }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let deactivated = coupons::find_details(ctx.store.read(), code.as_str()).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminCoupon::from(deactivated)))
}
