//! `POST /api/admin/ledger-check` (D18).

use crate::admin::access::Admin;
use crate::admin::ledger_check::view::LedgerCheck;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::ledger_check::{SECOND_LOOK, begin_check, run_claimed_check};
use crate::views::problem::Problem;
use axum::extract::State;
use axum::http::StatusCode;
use tala_domain::admin::Area;

/// Checks the books now, unless a check is under way. It takes a minute where the provider's records differ, so the reply
/// does not wait for it: `running` says when it is done.
#[utoipa::path(post, path = "/api/admin/ledger-check", tag = "admin", security(("adminSession" = [])),
    responses((status = 202, body = LedgerCheck), (status = "4XX", body = Problem)))]
pub(super) async fn admin_run_ledger_check(
    State(ctx): State<Ctx>,
    admin: Admin,
) -> AppResult<(StatusCode, Json<LedgerCheck>)> {
    let act = admin.may(Area::Ledger)?;
    if begin_check(&ctx).await? {
        let ctx = ctx.clone();
        tokio::spawn(async move {
            if let Err(error) = run_claimed_check(&ctx, &act, async { tokio::time::sleep(SECOND_LOOK).await }).await {
                tracing::error!(%error, "the books could not be checked");
            }
        });
    }
    Ok((StatusCode::ACCEPTED, Json(LedgerCheck::last(&ctx).await?)))
}
