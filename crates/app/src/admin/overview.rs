//! `GET /api/admin/overview`: key figures.

use axum::extract::State;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tala_domain::money::Money;
use tala_domain::payouts::today_in_india;
use tala_store::{ledger_checks, outbox, overview, teachers, waitlist};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::worker::find_last_heartbeat;

/// Zone whose calendar days the figures use (D25).
const REPORTING_ZONE: &str = "Asia/Kolkata";
/// Period in which failed payments are counted.
pub(super) const FAILED_PAYMENT_WINDOW: SignedDuration = SignedDuration::from_hours(24);
/// Without a heartbeat for this long, the worker counts as silent. Rounds normally start every two seconds.
const WORKER_SILENCE: SignedDuration = SignedDuration::from_mins(2);
const REVENUE_WINDOW: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Key figures.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminOverview {
    /// The current day in India, by the server's clock.
    #[schema(value_type = String, format = Date)]
    today: jiff::civil::Date,
    /// Classes on the current day in India.
    classes_today: i64,
    /// Payments of the last 30 days minus refunds, including fees.
    #[serde(rename = "revenue30d")]
    revenue: Vec<AdminMoney>,
    #[serde(rename = "failedPayments24h")]
    failed_payments: i64,
    unanswered_messages: i64,
    /// Refunds that the provider rejected and that wait for the next attempt.
    failed_refunds: i64,
    /// Prepared payouts, to be paid by the bank.
    payouts_to_pay: i64,
    /// Their sums by currency.
    payouts_sum: Vec<AdminMoney>,
    pending_teachers: i64,
    /// Waitlist entries without an invitation.
    waitlist: i64,
    outbox: OutboxFigures,
    worker: AdminWorkerFigures,
    ledger: LedgerFigures,
}

/// An amount in one currency.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminMoney {
    pub(super) currency: &'static str,
    /// In major units.
    pub(super) amount: f64,
}

impl From<Money> for AdminMoney {
    fn from(money: Money) -> Self {
        Self { currency: money.currency.code(), amount: money.to_major() }
    }
}

/// Jobs in the outbox.
#[derive(Serialize, ToSchema)]
pub(super) struct OutboxFigures {
    /// Jobs that are due.
    due: i64,
    /// Dead letters.
    dead: i64,
}

/// Heartbeat of the workers; with several workers, the latest one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminWorkerFigures {
    /// Seconds since the last heartbeat, accurate to ten seconds; null if there was none.
    #[schema(required)]
    seconds_ago: Option<i64>,
    /// No heartbeat for more than two minutes, or none at all.
    silent: bool,
}

impl AdminWorkerFigures {
    fn of(last: Option<Timestamp>, now: Timestamp) -> Self {
        let ago = last.map(|last| now.duration_since(last).max(SignedDuration::ZERO));
        Self { seconds_ago: ago.map(|ago| ago.as_secs()), silent: ago.is_none_or(|ago| ago > WORKER_SILENCE) }
    }
}

/// The last ledger check.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerFigures {
    #[schema(required, value_type = Option<String>, format = DateTime)]
    checked_at: Option<Timestamp>,
    findings: u32,
    /// The check included the payment provider's records, or no provider is configured.
    compared: bool,
}

/// Key figures.
#[utoipa::path(get, path = "/api/admin/overview", tag = "admin-system", security(("adminSession" = [])),
    responses((status = 200, body = AdminOverview)))]
pub(super) async fn admin_get_overview(State(ctx): State<Ctx>, _admin: Admin) -> AppResult<Json<AdminOverview>> {
    let (conn, now) = (ctx.store.read_replica(), ctx.now());
    let ago = |by: SignedDuration| now.saturating_sub(by).unwrap_or(Timestamp::MIN);
    let figures = overview::count(conn, today(now)?, ago(FAILED_PAYMENT_WINDOW)).await?;
    let revenue = overview::sum_revenue(conn, ago(REVENUE_WINDOW)).await?;
    let prepared = overview::sum_prepared_payouts(conn).await?;
    let counts = teachers::count_by_status(conn).await?;
    let backlog = outbox::count_backlog(conn, now).await?;
    let check = ledger_checks::find_latest(conn).await?;
    Ok(Json(AdminOverview {
        today: today_in_india(now),
        classes_today: figures.classes,
        revenue: revenue.into_iter().map(AdminMoney::from).collect(),
        failed_payments: figures.failed_payments,
        unanswered_messages: figures.unanswered,
        failed_refunds: figures.failed_refunds,
        payouts_to_pay: prepared.iter().map(|(count, _)| count).sum(),
        payouts_sum: prepared.into_iter().map(|(_, sum)| AdminMoney::from(sum)).collect(),
        pending_teachers: counts.pending,
        waitlist: waitlist::count_open(conn).await?,
        outbox: OutboxFigures { due: backlog.due, dead: backlog.dead },
        worker: AdminWorkerFigures::of(find_last_heartbeat(&ctx).await?, now),
        ledger: LedgerFigures {
            checked_at: check.as_ref().map(|check| check.checked_at),
            findings: check.as_ref().map_or(0, |check| check.findings),
            compared: ctx.payments.is_none() || check.is_none_or(|check| check.not_compared.is_none()),
        },
    }))
}

/// Returns the start and the end of the current day.
fn today(now: Timestamp) -> AppResult<(Timestamp, Timestamp)> {
    let zone = TimeZone::get(REPORTING_ZONE).map_err(AppError::internal)?;
    let start = now.to_zoned(zone).start_of_day().map_err(AppError::internal)?;
    let end = start.tomorrow().map_err(AppError::internal)?;
    Ok((start.timestamp(), end.timestamp()))
}
