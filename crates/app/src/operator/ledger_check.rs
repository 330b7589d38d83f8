//! `GET` and `POST /api/admin/ledger-check`: what the last check of the books has found, and another one (D18).

use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use tala_domain::admin::Area;
use tala_store::Transaction;
use tala_store::ledger_checks::{self, Check};
use utoipa::ToSchema;

use super::access::Admin;
use super::check_books::{SECOND_LOOK, begin_check, check_and_keep, end_check, is_checking};
use crate::acts::{Act, Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::json::Json;

/// The last check.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerCheck)]
pub(super) struct CheckView {
    /// Another check is under way.
    running: bool,
    /// Missing when the books were never checked.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    checked_at: Option<Timestamp>,
    /// How many differences.
    findings: u32,
    /// Why the provider's records could not be compared.
    #[schema(required)]
    not_compared: Option<String>,
    /// The first 200 differences: rule, meaning, subject, commodity, stored, ledger.
    #[schema(value_type = Vec<Object>)]
    differences: Value,
}

impl CheckView {
    async fn last(ctx: &Ctx) -> ApiResult<Self> {
        // Before the result: of one that ends in between, the result is there.
        let running = is_checking(ctx).await?;
        Ok(match ledger_checks::find_last(ctx.store.read()).await? {
            None => Self { running, checked_at: None, findings: 0, not_compared: None, differences: json!([]) },
            Some(check) => Self {
                running,
                checked_at: Some(check.checked_at),
                findings: check.findings,
                not_compared: check.not_compared,
                differences: check.detail,
            },
        })
    }
}

/// What the last check of the books has found.
#[utoipa::path(get, path = "/api/admin/ledger-check", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = CheckView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_ledger_check(State(ctx): State<Ctx>, _admin: Admin) -> ApiResult<Json<CheckView>> {
    Ok(Json(CheckView::last(&ctx).await?))
}

/// Checks the books now, unless a check is under way. It takes a minute where the provider's records differ, so the reply
/// does not wait for it: `running` says when it is done.
#[utoipa::path(post, path = "/api/admin/ledger-check", tag = "admin", security(("adminSession" = [])),
    responses((status = 202, body = CheckView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_run_ledger_check(
    State(ctx): State<Ctx>,
    admin: Admin,
) -> ApiResult<(StatusCode, Json<CheckView>)> {
    let act = admin.may(Area::Ledger)?;
    if begin_check(&ctx).await? {
        let ctx = ctx.clone();
        tokio::spawn(async move {
            if let Err(error) = finish(&ctx, &act, async { tokio::time::sleep(SECOND_LOOK).await }).await {
                tracing::error!(%error, "the books could not be checked");
            }
        });
    }
    Ok((StatusCode::ACCEPTED, Json(CheckView::last(&ctx).await?)))
}

/// Checks the books for an administrator; `None` while another check is under way. Payments that differ from the
/// provider's are looked at once more after `pause`.
pub async fn check_now(ctx: &Ctx, act: &Act, pause: impl Future<Output = ()>) -> ApiResult<Option<Check>> {
    if begin_check(ctx).await? { finish(ctx, act, pause).await.map(Some) } else { Ok(None) }
}

async fn finish(ctx: &Ctx, act: &Act, pause: impl Future<Output = ()>) -> ApiResult<Check> {
    let kept = check_for(ctx, act, pause).await;
    end_check(ctx).await?;
    kept
}

async fn check_for(ctx: &Ctx, act: &Act, pause: impl Future<Output = ()>) -> ApiResult<Check> {
    let check = check_and_keep(ctx, pause).await?;
    let write = async |tx: Transaction| {
        let deed = Deed::new("books_checked", check.id.0).detail(json!({ "findings": check.findings }));
        Actor::Admin(act).record(&tx, ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(check)
}
