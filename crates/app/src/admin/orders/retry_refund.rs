//! `POST /api/admin/refunds/{id}/retry`.

use crate::admin::access::Admin;
use crate::admin::orders::refund_view::AdminRefund;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::views::problem::Problem;
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::ids::RefundId;
use tala_store::Transaction;
use tala_store::refunds::{self};

/// Asks the provider once more, at once, for a refund that has failed. It would be asked in a few hours by itself.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/retry", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The refund")), request_body = AdminReason,
    responses((status = 200, body = AdminRefund), (status = "4XX", body = Problem)))]
pub(super) async fn admin_retry_refund(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<RefundId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminRefund>> {
    let act = admin.may_because(Area::Refunds, &request.reason)?;
    let write = async |tx: Transaction| {
        let refund = refunds::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !refunds::retry_failed(&tx, (id, refund.attempt), ctx.now()).await? {
            let stands = refunds::find_by_id(&tx, id).await?.map_or(refund.state, |refund| refund.state).as_str();
            return Err(AppError::new(ErrorCode::AlreadyDone)
                .with_detail(format!("This refund is {stands}; only one that has failed can be asked for again."))
                .with("state", stands));
        }
        // Where its order's history is read.
        let about = refund.order_id.map_or(id.0, |order| order.0);
        let deed = Deed::new("refund_retried", about)
            .detail(json!({ "refundId": id, "attempt": refund.attempt, "error": refund.last_error }))
            .change(json!({ "state": "failed" }), json!({ "state": "requested" }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let refund = refunds::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminRefund::from(&refund)))
}
