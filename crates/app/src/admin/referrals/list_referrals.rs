//! `GET /api/admin/referrals`.

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, PageRequest};
use crate::admin::referrals::view::AdminReferral;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self};
use utoipa::IntoParams;

/// Page of the referral list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReferralsQuery {
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists referrals, newest first.
#[utoipa::path(get, path = "/api/admin/referrals", tag = "admin-referrals", security(("adminSession" = [])),
    params(ReferralsQuery), responses((status = 200, body = Page<AdminReferral>)))]
pub(super) async fn admin_list_referrals(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<ReferralsQuery>,
) -> AppResult<Json<Page<AdminReferral>>> {
    let page: PageRequest<ReferralId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let found = referrals::list_page(ctx.store.read(), page.after, page.fetch_limit()).await?;
    let total = page.count(referrals::count(ctx.store.read())).await?;
    Ok(Json(page.into_page(found, |referral| referral.id.to_string(), AdminReferral::from).with_total(total)))
}
