//! `GET /api/admin/refunds`.

use crate::admin::access::Admin;
use crate::admin::orders::refund_view::AdminRefund;
use crate::admin::pagination::{Page, PageRequest};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::ids::RefundId;
use tala_domain::payments::RefundState;
use tala_store::refunds::{self};
use utoipa::IntoParams;

/// Filter of the refund list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RefundsQuery {
    /// `requested`, `started`, `done` or `failed`.
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists refunds, newest first.
#[utoipa::path(get, path = "/api/admin/refunds", tag = "admin-orders", security(("adminSession" = [])), params(RefundsQuery),
    responses((status = 200, body = Page<AdminRefund>)))]
pub(super) async fn admin_list_refunds(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<RefundsQuery>,
) -> AppResult<Json<Page<AdminRefund>>> {
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(text) => {
            let state = RefundState::parse(text);
            Some(state.ok_or_else(|| FieldErrors::one("state", "requested, started, done or failed"))?)
        }
    };
    let page: PageRequest<RefundId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let found = refunds::list_page(ctx.store.read_replica(), state, page.after, page.fetch_limit()).await?;
    Ok(Json(page.into_page(found, |refund| refund.id.to_string(), |refund| AdminRefund::from(&refund))))
}
