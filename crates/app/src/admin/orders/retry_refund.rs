//! `POST /api/admin/refunds/{id}/retry`.

use crate::admin::access::Admin;
use crate::admin::orders::refund_view::AdminRefund;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::RefundId;
use tala_store::Transaction;
use tala_store::refunds::{self};

/// Retries a failed refund immediately. Without this call it is retried automatically within a few hours.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/retry", tag = "admin-orders", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The refund")), request_body = AdminReason,
    responses((status = 200, body = AdminRefund)))]
pub(super) async fn admin_retry_refund(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<RefundId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminRefund>> {
    let actor = admin.authorize_with_reason(AdminArea::Refunds, &request.reason)?;
    let write = async |tx: Transaction| {
        let refund = refunds::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !refunds::retry_failed(&tx, (id, refund.attempt), ctx.now()).await? {
            let state = refunds::find_by_id(&tx, id).await?.map_or(refund.state, |refund| refund.state).as_str();
            return Err(AppError::new(ErrorCode::AlreadyProcessed)
                .with_detail(format!("This refund is {state}; only one that has failed can be asked for again."))
                .with_extension("state", state));
        }
        // The order is the subject, so the event appears in the order's history.
        let subject = refund.order_id.map_or(id.0, |order| order.0);
        let event = AuditEvent::new(AuditAction::RefundRetried, subject)
            .detail(json!({ "refundId": id, "attempt": refund.attempt, "error": refund.last_error }))
            .change(json!({ "state": "failed" }), json!({ "state": "requested" }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let refund = refunds::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminRefund::from(&refund)))
}
