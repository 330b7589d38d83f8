//! `POST /api/admin/payouts/bank.csv`.

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::services::audit::Actor;
use crate::services::payout_runs::{BankTable, bank_csv_by};
use crate::views::problem::Problem;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::admin::Area;
use utoipa::IntoParams;

/// Which day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankQuery {
    /// Only the payouts of this cut-off.
    #[param(value_type = Option<String>, format = DateTime)]
    cut_off: Option<Timestamp>,
    /// For a table that was lost: those handed over before as well, with the time.
    #[serde(default)]
    again: bool,
}

/// The payouts that were in no such table yet, as a table for the bank: it is asked once for each. It holds whole account
/// numbers, so it is for finance only, and each is written down.
#[utoipa::path(post, path = "/api/admin/payouts/bank.csv", tag = "admin", security(("adminSession" = [])),
    params(BankQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Problem)))]
pub(super) async fn admin_make_bank_table(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<BankQuery>,
) -> AppResult<impl IntoResponse> {
    let act = admin.may(Area::Payouts)?;
    let which = if query.again { BankTable::Again } else { BankTable::New };
    let table = bank_csv_by(&ctx, (Actor::Admin(&act), Some(admin.id.0)), which, query.cut_off).await?;
    let name = "attachment; filename=\"payouts.csv\"";
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8"), (CONTENT_DISPOSITION, name)], table))
}
