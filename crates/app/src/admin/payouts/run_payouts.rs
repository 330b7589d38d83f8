//! `POST /api/admin/payouts/run`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Act, Actor, Deed};
use crate::services::payout_runs::{PayoutRun, run_payouts_by};
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::FieldErrors;
use tala_domain::ids::PersonId;
use tala_domain::payouts::today;
use tala_store::{Transaction, payouts, people};
use utoipa::ToSchema;
use uuid::Uuid;

/// When.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminPayoutRunRequest {
    /// The payout day in India, such as 2026-12-01; today if absent.
    #[serde(default)]
    date: Option<String>,
    /// At most 500 characters; kept in the audit log.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// What the run has found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayoutRun {
    /// The payouts that this run has made; none when the day was run before.
    prepared: Vec<AdminPayout>,
    /// Those of earlier runs that are still to be paid.
    earlier: Vec<AdminPayout>,
    /// Teachers who have earned something and told no account yet.
    without_account: Vec<AdminUnpayable>,
    /// Teachers whose payout could not be made; the next run tries again, the log says why.
    failed: Vec<AdminUnpayable>,
}

/// A teacher who is not paid by this run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminUnpayable {
    teacher_id: String,
    name: String,
}

/// Makes the payouts that are due. Run twice, it makes each once.
#[utoipa::path(post, path = "/api/admin/payouts/run", tag = "admin", security(("adminSession" = [])),
    request_body = AdminPayoutRunRequest, responses((status = 200, body = AdminPayoutRun), (status = "4XX", body = Problem)))]
pub(super) async fn admin_run_payouts(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminPayoutRunRequest>,
) -> AppResult<Json<AdminPayoutRun>> {
    let act = admin.may_perhaps_because(Area::Payouts, request.reason.as_deref())?;
    let day: Option<Date> = match request.date.as_deref() {
        None | Some("") => None,
        Some(text) => {
            Some(text.parse().map_err(|_| FieldErrors::one("date", "Please give a day, such as 2026-12-01"))?)
        }
    };
    // In a task of its own: a run that takes longer than the request is finished all the same.
    let task = tokio::spawn({
        let ctx = ctx.clone();
        let admin = admin.id.0;
        async move {
            let run = run_payouts_by(&ctx, Actor::Admin(&act), day).await?;
            note_run(&ctx, &act, (admin, day), &run).await?;
            Ok::<_, AppError>(run)
        }
    });
    let run = task.await.map_err(AppError::internal)??;
    let mut earlier = payouts::list_prepared(ctx.store.read()).await?;
    earlier.retain(|payout| run.prepared.iter().all(|made| made.id != payout.id));
    Ok(Json(AdminPayoutRun {
        prepared: run.prepared.into_iter().map(AdminPayout::from).collect(),
        earlier: earlier.into_iter().map(AdminPayout::from).collect(),
        without_account: named(&ctx, &run.without_account).await?,
        failed: named(&ctx, &run.failed).await?,
    }))
}

/// A run stands in the audit log even when nothing was due.
async fn note_run(ctx: &Ctx, act: &Act, (admin, day): (Uuid, Option<Date>), run: &PayoutRun) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let detail = json!({
            "date": day.unwrap_or_else(|| today(ctx.now())), "prepared": run.prepared.len(),
            "withoutAccount": run.without_account.len(), "failed": run.failed.len(),
        });
        Actor::Admin(act).record(&tx, ctx, &Deed::new("payouts_run", admin).detail(detail)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

async fn named(ctx: &Ctx, teachers: &[PersonId]) -> AppResult<Vec<AdminUnpayable>> {
    let mut named = Vec::new();
    for id in teachers {
        let name = people::find_by_id(ctx.store.read(), *id).await?.map(|person| person.name).unwrap_or_default();
        named.push(AdminUnpayable { teacher_id: id.to_string(), name });
    }
    Ok(named)
}
