//! `GET /api/admin/payouts`.

use crate::admin::access::Admin;
use crate::admin::pagination::Page;
use crate::admin::payouts::view::AdminPayout;
use crate::admin::sorting::{SortField, SortedRequest};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::payouts::PayoutState;
use tala_store::payouts::{self, PayoutSort};
use utoipa::IntoParams;

impl SortField for PayoutSort {
    const FIELDS: &'static [(&'static str, Self)] = &[("createdAt", Self::Created), ("amount", Self::Amount)];
}

/// Filter and order of the payout list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PayoutsQuery {
    /// `prepared`, `paid` or `failed`.
    state: Option<String>,
    /// `createdAt` or `amount` (as a number, whatever the currency), with `-` in front for descending order. Default
    /// `-createdAt`.
    sort: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists payouts, by default newest first.
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
    let conn = ctx.store.read_replica();
    let page = SortedRequest::parse(query.sort.as_deref(), query.after.as_deref(), query.limit)?;
    let found = payouts::list_page(conn, state, &page.fetch()).await?;
    let total = page.count(payouts::count(conn, state)).await?;
    Ok(Json(page.into_page(found, PayoutSort::position, AdminPayout::from).with_total(total)))
}
