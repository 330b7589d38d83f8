//! `GET /api/admin/overview`: the few figures that matter.

use axum::extract::State;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tala_domain::money::Money;
use tala_store::{ledger_checks, outbox, overview, teachers, waitlist};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::views::problem::Problem;
use crate::worker::find_last_round;

/// Where the place is run, and its day begins (D25).
const HOME_ZONE: &str = "Asia/Kolkata";
pub(super) const A_DAY: SignedDuration = SignedDuration::from_hours(24);
/// A round comes every two seconds, and takes so long only when something is wrong.
const SILENCE: SignedDuration = SignedDuration::from_mins(2);
const A_MONTH: SignedDuration = SignedDuration::from_hours(24 * 30);

/// How the place is doing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminOverview {
    /// Of the present day in India.
    classes_today: i64,
    /// What students paid in 30 days and did not get back, fees included.
    #[serde(rename = "revenue30d")]
    revenue: Vec<AdminMoney>,
    #[serde(rename = "failedPayments24h")]
    failed_payments: i64,
    unanswered_messages: i64,
    pending_teachers: i64,
    /// Who waits and has not been invited.
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

/// Mails and other work.
#[derive(Serialize, ToSchema)]
pub(super) struct OutboxFigures {
    /// Waiting and due.
    due: i64,
    /// Given up.
    dead: i64,
}

/// Whoever sends mails and lets time do its part: one of possibly several workers is enough.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminWorkerFigures {
    /// Since one of them began a round last, to about ten seconds; null when none ever has.
    #[schema(required)]
    seconds_ago: Option<i64>,
    /// For more than two minutes, or ever since the beginning.
    silent: bool,
}

impl AdminWorkerFigures {
    fn of(last: Option<Timestamp>, now: Timestamp) -> Self {
        let ago = last.map(|last| now.duration_since(last).max(SignedDuration::ZERO));
        Self { seconds_ago: ago.map(|ago| ago.as_secs()), silent: ago.is_none_or(|ago| ago > SILENCE) }
    }
}

/// The last check of the books.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerFigures {
    #[schema(required, value_type = Option<String>, format = DateTime)]
    checked_at: Option<Timestamp>,
    findings: u32,
    /// The payment provider's records are among what was checked, if there is a provider.
    compared: bool,
}

/// How the place is doing.
#[utoipa::path(get, path = "/api/admin/overview", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = AdminOverview), (status = "4XX", body = Problem)))]
pub(super) async fn admin_overview(State(ctx): State<Ctx>, _admin: Admin) -> AppResult<Json<AdminOverview>> {
    let (conn, now) = (ctx.store.read_replica(), ctx.now());
    let ago = |by: SignedDuration| now.saturating_sub(by).unwrap_or(Timestamp::MIN);
    let figures = overview::count_figures(conn, today(now)?, ago(A_DAY)).await?;
    let revenue = overview::sum_revenue(conn, ago(A_MONTH)).await?;
    let standing = teachers::count_standing(conn).await?;
    let backlog = outbox::count_backlog(conn, now).await?;
    let check = ledger_checks::find_last(conn).await?;
    Ok(Json(AdminOverview {
        classes_today: figures.classes,
        revenue: revenue.into_iter().map(AdminMoney::from).collect(),
        failed_payments: figures.failed_payments,
        unanswered_messages: figures.unanswered,
        pending_teachers: standing.pending,
        waitlist: waitlist::count_open(conn).await?,
        outbox: OutboxFigures { due: backlog.due, dead: backlog.dead },
        worker: AdminWorkerFigures::of(find_last_round(&ctx).await?, now),
        ledger: LedgerFigures {
            checked_at: check.as_ref().map(|check| check.checked_at),
            findings: check.as_ref().map_or(0, |check| check.findings),
            compared: ctx.payments.is_none() || check.is_none_or(|check| check.not_compared.is_none()),
        },
    }))
}

fn today(now: Timestamp) -> AppResult<(Timestamp, Timestamp)> {
    let zone = TimeZone::get(HOME_ZONE).map_err(AppError::internal)?;
    let start = now.to_zoned(zone).start_of_day().map_err(AppError::internal)?;
    let end = start.tomorrow().map_err(AppError::internal)?;
    Ok((start.timestamp(), end.timestamp()))
}
