//! `POST /api/admin/payouts/run`.

use crate::admin::access::Admin;
use crate::admin::payouts::view::AdminPayout;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor, AuditEvent};
use crate::services::payout_runs::{PayoutRun, run_payouts_as};
use axum::extract::State;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::FieldErrors;
use tala_domain::ids::TeacherId;
use tala_domain::payouts::today_in_india;
use tala_store::{Transaction, payouts, people};
use utoipa::ToSchema;
use uuid::Uuid;

/// A payout run.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminPayoutRunRequest {
    /// Payout day in India, such as 2026-12-01; default today.
    #[serde(default)]
    date: Option<String>,
    /// At most 500 characters; kept in the audit log.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// Result of a payout run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPayoutRun {
    /// Payouts prepared by this run; empty if the day was run before.
    prepared: Vec<AdminPayout>,
    /// Unpaid payouts of earlier runs.
    earlier: Vec<AdminPayout>,
    /// Teachers with earnings but without a bank account.
    without_account: Vec<AdminUnpayable>,
    /// Teachers whose payout could not be prepared. The log has the reason; the next run retries.
    failed: Vec<AdminUnpayable>,
}

/// A teacher without a payout in this run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminUnpayable {
    teacher_id: String,
    name: String,
}

/// Prepares the payouts that are due. Idempotent: a second run for the same day prepares no payout twice.
#[utoipa::path(post, path = "/api/admin/payouts/run", tag = "admin-payouts", security(("adminSession" = [])),
    request_body = AdminPayoutRunRequest, responses((status = 200, body = AdminPayoutRun)))]
pub(super) async fn admin_run_payouts(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminPayoutRunRequest>,
) -> AppResult<Json<AdminPayoutRun>> {
    let actor = admin.authorize_with_optional_reason(AdminArea::Payouts, request.reason.as_deref())?;
    let day: Option<Date> = match request.date.as_deref() {
        None | Some("") => None,
        Some(text) => {
            Some(text.parse().map_err(|_| FieldErrors::one("date", "Please give a day, such as 2026-12-01"))?)
        }
    };
    // Spawned, so that a request timeout does not cancel the run.
    let task = tokio::spawn({
        let ctx = ctx.clone();
        let admin = admin.id.0;
        async move {
            let run = run_payouts_as(&ctx, Actor::Admin(&actor), day).await?;
            record_run(&ctx, &actor, admin, day, &run).await?;
            Ok::<_, AppError>(run)
        }
    });
    let run = task.await.map_err(AppError::internal)??;
    let mut earlier = payouts::list_prepared(ctx.store.read()).await?;
    earlier.retain(|payout| run.prepared.iter().all(|prepared| prepared.id != payout.id));
    Ok(Json(AdminPayoutRun {
        prepared: run.prepared.into_iter().map(AdminPayout::from).collect(),
        earlier: earlier.into_iter().map(AdminPayout::from).collect(),
        without_account: load_names(&ctx, &run.without_account).await?,
        failed: load_names(&ctx, &run.failed).await?,
    }))
}

/// Records the run in the audit log, even if nothing was due.
async fn record_run(
    ctx: &Ctx,
    actor: &AdminActor,
    admin_id: Uuid,
    day: Option<Date>,
    run: &PayoutRun,
) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let detail = json!({
            "date": day.unwrap_or_else(|| today_in_india(ctx.now())), "prepared": run.prepared.len(),
            "withoutAccount": run.without_account.len(), "failed": run.failed.len(),
        });
        Actor::Admin(actor)
            .record(&tx, ctx, &AuditEvent::new(AuditAction::PayoutRunStarted, admin_id).detail(detail))
            .await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

async fn load_names(ctx: &Ctx, teachers: &[TeacherId]) -> AppResult<Vec<AdminUnpayable>> {
    let mut unpayable = Vec::new();
    for id in teachers {
        let name =
            people::find_by_id(ctx.store.read(), (*id).into()).await?.map(|person| person.name).unwrap_or_default();
        unpayable.push(AdminUnpayable { teacher_id: id.to_string(), name });
    }
    Ok(unpayable)
}
