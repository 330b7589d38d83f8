//! Gauges about waiting work. They are set when somebody reads the metrics, so they are true without a worker, too.

use jiff::{SignedDuration, Timestamp};
use metrics::gauge;
use tala_store::{StoreError, orders, outbox, payments as provider_events, refunds};

use crate::context::Ctx;
use crate::services::ledger_check::measure_findings;

/// A refund that is not sent within this time counts as waiting.
const REFUND_PATIENCE: SignedDuration = SignedDuration::from_hours(1);
/// An order whose payment is not clear within this time counts as unresolved.
const CHECKING_PATIENCE: SignedDuration = SignedDuration::from_hours(1);

/// Sets the gauges of the outbox, of refunds and unresolved orders, of the last webhook and of the last ledger check.
pub async fn measure_backlog(ctx: &Ctx) -> Result<(), StoreError> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let backlog = outbox::count_backlog(conn, now).await?;
    let waiting = refunds::count_waiting(conn, now, REFUND_PATIENCE).await?;
    let checking = orders::count_checking(conn, now, CHECKING_PATIENCE).await?;
    for (name, number) in [
        ("tala_outbox_due", backlog.due),
        ("tala_outbox_dead", backlog.dead),
        ("tala_refunds_waiting", waiting),
        ("tala_orders_checking", checking),
    ] {
        gauge!(name).set(f64::from(i32::try_from(number).unwrap_or(i32::MAX)));
    }
    if let Some(at) = provider_events::last_event_at(conn).await? {
        gauge!("tala_webhook_last_at").set(at.as_duration().as_secs_f64());
    }
    measure_findings(ctx).await
}

/// Sets the gauge of the last successful backup.
pub fn measure_copy(at: Timestamp) {
    gauge!("tala_backup_last_at").set(at.as_duration().as_secs_f64());
}
