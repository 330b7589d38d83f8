//! `POST /api/admin/ledger-check` (D18).

use crate::admin::access::Admin;
use crate::admin::ledger_check::view::LedgerCheck;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::ledger_check::{RECHECK_DELAY, claim_check, run_claimed_check};
use axum::extract::State;
use axum::http::StatusCode;
use tala_domain::admin::AdminArea;

/// Starts a ledger check in the background, unless one is running. It takes at least a minute if the payment provider's
/// records differ; poll `GET /api/admin/ledger-check` until `running` is false.
#[utoipa::path(post, path = "/api/admin/ledger-check", tag = "admin-system", security(("adminSession" = [])),
    responses((status = 202, body = LedgerCheck)))]
pub(super) async fn admin_run_ledger_check(
    State(ctx): State<Ctx>,
    admin: Admin,
) -> AppResult<(StatusCode, Json<LedgerCheck>)> {
    let actor = admin.authorize(AdminArea::Ledger)?;
    if claim_check(&ctx).await? {
        let ctx = ctx.clone();
        tokio::spawn(async move {
            if let Err(error) = run_claimed_check(&ctx, &actor, async { tokio::time::sleep(RECHECK_DELAY).await }).await
            {
                tracing::error!(%error, "ledger check failed");
            }
        });
    }
    Ok((StatusCode::ACCEPTED, Json(LedgerCheck::load_last(&ctx).await?)))
}
