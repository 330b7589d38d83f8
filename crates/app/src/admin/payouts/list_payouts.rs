//! `GET /api/admin/payouts`.

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, PageRequest};
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::ids::PayoutId;
use tala_domain::payouts::PayoutState;
use tala_store::payouts::{self};
use utoipa::IntoParams;

/// Filter of the payout list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PayoutsQuery {
    /// `prepared`, `paid` or `failed`.
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists payouts, newest first.
#[utoipa::path(get, path = "/api/admin/payouts", tag = "admin-payouts", security(("adminSession" = [])), params(PayoutsQuery),
    responses((status = 200, body = Page<AdminPayout>)))]
pub(super) async fn admin_list_payouts(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<PayoutsQuery>,
) -> AppResult<Json<Page<AdminPayout>>> {
    let state = match query.state.as_deref() {
        None => None,
        Some(text) => {
            Some(PayoutState::parse(text).ok_or_else(|| FieldErrors::one("state", "prepared, paid or failed"))?)
        }
    };
    let page: PageRequest<PayoutId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let found = payouts::list_page(ctx.store.read_replica(), state, page.after, page.fetch_limit()).await?;
    Ok(Json(page.into_page(found, |payout| payout.id.to_string(), AdminPayout::from)))
}
