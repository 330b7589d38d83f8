//! `GET /api/admin/refunds`, and asking for one that has failed once more.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::RefundId;
use tala_domain::payments::RefundState;
use tala_store::Transaction;
use tala_store::refunds::{self, Refund};
use utoipa::{IntoParams, ToSchema};

use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath, Params};
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::coupons::Because;
use crate::operator::page::{Cut, Page};
use crate::views::major_of;

/// Which refunds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RefundsQuery {
    /// `requested`, `started`, `done` or `failed`.
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Money on its way back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminRefund)]
pub(super) struct AdminRefundView {
    #[serde(rename = "_id")]
    id: String,
    #[schema(required)]
    order_id: Option<String>,
    #[schema(required)]
    booking_id: Option<String>,
    /// In major units.
    amount: f64,
    currency: String,
    state: &'static str,
    reason: &'static str,
    #[schema(required)]
    provider_refund_id: Option<String>,
    /// Which attempt at the provider this is, from 1.
    attempt: u32,
    /// What went wrong last at the provider.
    #[schema(required)]
    error: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
}

impl From<&Refund> for AdminRefundView {
    fn from(refund: &Refund) -> Self {
        Self {
            id: refund.id.to_string(),
            order_id: refund.order_id.map(|id| id.to_string()),
            booking_id: refund.booking_id.map(|id| id.to_string()),
            amount: major_of(refund.amount_minor, &refund.currency),
            currency: refund.currency.clone(),
            state: refund.state.as_str(),
            reason: refund.reason.as_str(),
            provider_refund_id: refund.provider_refund_id.clone(),
            attempt: refund.attempt,
            error: refund.last_error.clone(),
            created_at: refund.created_at,
            finished_at: refund.finished_at,
        }
    }
}

/// Refunds, newest first.
#[utoipa::path(get, path = "/api/admin/refunds", tag = "admin", security(("adminSession" = [])), params(RefundsQuery),
    responses((status = 200, body = Page<AdminRefundView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_refunds(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<RefundsQuery>,
) -> ApiResult<Json<Page<AdminRefundView>>> {
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(text) => {
            let state = RefundState::parse(text);
            Some(state.ok_or_else(|| FieldErrors::one("state", "requested, started, done or failed"))?)
        }
    };
    let cut: Cut<RefundId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = refunds::list_page(ctx.store.read_replica(), state, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |refund| refund.id.to_string(), |refund| AdminRefundView::from(&refund))))
}

/// Asks the provider once more, at once, for a refund that has failed. It would be asked in a few hours by itself.
#[utoipa::path(post, path = "/api/admin/refunds/{id}/retry", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The refund")), request_body = Because,
    responses((status = 200, body = AdminRefundView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_retry_refund(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<RefundId>,
    Body(request): Body<Because>,
) -> ApiResult<Json<AdminRefundView>> {
    let act = admin.may_because(Area::Refunds, &request.reason)?;
    let write = async |tx: Transaction| {
        let refund = refunds::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !refunds::retry_failed(&tx, (id, refund.attempt), ctx.now()).await? {
            let stands = refunds::find_by_id(&tx, id).await?.map_or(refund.state, |refund| refund.state).as_str();
            return Err(ApiError::new(ErrorCode::AlreadyDone)
                .with_detail(format!("This refund is {stands}; only one that has failed can be asked for again."))
                .with("state", stands));
        }
        // Where its order's history is read.
        let about = refund.order_id.map_or(id.0, |order| order.0);
        let deed = Deed::new("refund_retried", about)
            .detail(json!({ "refundId": id, "attempt": refund.attempt, "error": refund.last_error }))
            .change(json!({ "state": "failed" }), json!({ "state": "requested" }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let refund = refunds::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminRefundView::from(&refund)))
}
