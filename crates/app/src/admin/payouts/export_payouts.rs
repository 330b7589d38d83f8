//! `POST /api/admin/payout-exports`.

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::services::audit::Actor;
use crate::services::payout_runs::{PayoutExport, export_payouts_as};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use utoipa::IntoParams;

/// Selection of payouts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankQuery {
    /// Only the payouts for the period that ends at this instant.
    #[param(value_type = Option<String>, format = DateTime)]
    cut_off: Option<Timestamp>,
    /// Include payouts that were exported before, with the time of that export, to replace a lost file.
    #[serde(default)]
    again: bool,
}

/// Exports prepared payouts that were not exported before as a CSV file for the bank. The file contains full account numbers;
/// it requires the role finance or owner, and each export is recorded in the audit log.
#[utoipa::path(post, path = "/api/admin/payout-exports", tag = "admin-payouts", security(("adminSession" = [])),
    params(BankQuery), responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_payouts(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<BankQuery>,
) -> AppResult<impl IntoResponse> {
    let actor = admin.authorize(AdminArea::Payouts)?;
    let which = if query.again { PayoutExport::All } else { PayoutExport::New };
    let table = export_payouts_as(&ctx, Actor::Admin(&actor), Some(admin.id.0), which, query.cut_off).await?;
    let name = "attachment; filename=\"payouts.csv\"";
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8"), (CONTENT_DISPOSITION, name)], table))
}
