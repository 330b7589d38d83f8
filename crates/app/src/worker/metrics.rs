//! Gauges about the backlog. They are set when the metrics are scraped, so they are correct even if no worker runs.

use jiff::{SignedDuration, Timestamp};
use metrics::gauge;
use tala_store::{StoreError, orders, outbox, provider_events, refunds};

use crate::context::Ctx;
use crate::services::ledger_check::report_metrics;

/// A refund that is not sent within this time counts as waiting.
const REFUND_GRACE_PERIOD: SignedDuration = SignedDuration::from_hours(1);
/// An order that stays in state `checking` longer than this counts as unresolved.
const CHECKING_GRACE_PERIOD: SignedDuration = SignedDuration::from_hours(1);

/// Sets the gauges for the outbox, waiting refunds, unresolved orders, the last webhook and the last ledger check.
///
/// # Errors
/// If the database cannot be read.
pub async fn record_backlog(ctx: &Ctx) -> Result<(), StoreError> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let backlog = outbox::count_backlog(conn, now).await?;
    let waiting = refunds::count_unprocessed(conn, now, REFUND_GRACE_PERIOD).await?;
    let checking = orders::count_checking(conn, now, CHECKING_GRACE_PERIOD).await?;
    gauge!("tala_outbox_jobs", "state" => "due").set(gauge_value(backlog.due));
    gauge!("tala_outbox_jobs", "state" => "dead").set(gauge_value(backlog.dead));
    gauge!("tala_refunds_waiting").set(gauge_value(waiting));
    gauge!("tala_orders_checking").set(gauge_value(checking));
    if let Some(at) = provider_events::find_last_received_at(conn).await? {
        gauge!("tala_webhook_last_received_timestamp_seconds").set(at.as_duration().as_secs_f64());
    }
    report_metrics(ctx).await
}

fn gauge_value(count: i64) -> f64 {
    f64::from(i32::try_from(count).unwrap_or(i32::MAX))
}

/// Sets the gauge of the last successful backup.
pub fn record_last_backup(at: Timestamp) {
    gauge!("tala_backup_last_success_timestamp_seconds").set(at.as_duration().as_secs_f64());
}
