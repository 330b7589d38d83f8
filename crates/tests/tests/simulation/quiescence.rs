//! The end of a life: the provider has no faults, every webhook is delivered, the clock advances, and the worker runs
//! until nothing is due. Then no record may be unfinished.

use razorpay_sandbox::{FinalRefundStatus, RefundOutcome, ReleaseOrder, WebhookSwitches};
use serde_json::Value;
use tala_tests::{days, hours, raw};

use crate::world::World;
use crate::{audit, payday};

/// Longer than a hold, the reconciliation of an order in state `checking`, a late bank, and a refund that hangs.
const DAYS_WITHOUT_FAULTS: i64 = 8;
/// The provider refunds what was not captured for five days.
const CAPTURABLE_DAYS: i64 = 4;
const MAX_ROUNDS: usize = 60;

impl World<'_> {
    /// Switches faults off and audits; then lets all classes end and all credits expire, and audits again.
    pub(crate) async fn switch_faults_off_and_audit(&mut self) {
        self.trace.write("faults are switched off");
        self.alone.set(true);
        self.clear_provider_faults();
        self.record_capturable_payments().await;
        self.settle().await;
        for _ in 0..DAYS_WITHOUT_FAULTS * 2 {
            self.app().advance(hours(12));
            self.settle().await;
        }
        audit::after_faults_end(self).await;
        self.trace.write("a year passes");
        self.app().advance(days(400));
        self.settle().await;
        let mut random = self.random.fork();
        payday::pay_everybody(self, &mut random).await;
        self.settle().await;
        audit::a_year_later(self).await;
    }

    fn clear_provider_faults(&self) {
        let provider = &self.app().provider;
        provider.clear_faults().unwrap();
        provider.set_webhook_switches(WebhookSwitches::default()).unwrap();
        provider.enable_webhook().unwrap();
        provider
            .change_settings(|settings| {
                settings.refunds = RefundOutcome::Processed;
                settings.refund_seconds = 0;
                settings.refuse_refunds = false;
            })
            .unwrap();
        provider.release_events(ReleaseOrder::OldestFirst).unwrap();
    }

    /// Reconciliation has stopped for this order, so a payment so late that the provider refunds it immediately is not
    /// captured.
    async fn record_capturable_payments(&self) {
        let oldest = self.app().now().as_second() - CAPTURABLE_DAYS * 86_400;
        let payments = audit::list_at_provider(self, "payments").await;
        let confirmed = payments.iter().filter(|payment| payment["status"] == "authorized");
        let timely = confirmed.filter(|payment| whole(&payment["created_at"]) > oldest && payment["currency"] != "EUR");
        self.within_reach.borrow_mut().extend(timely.map(|payment| payment["id"].as_str().unwrap().to_owned()));
    }

    /// Delivers webhooks and runs jobs until there are none.
    async fn settle(&self) {
        let app = self.app();
        for _ in 0..MAX_ROUNDS {
            for refund in self.pending_refunds().await {
                app.provider.finish_refund(&refund, FinalRefundStatus::Processed).unwrap();
            }
            let sent = app.provider.deliver_due().await;
            let tried = app.work().await;
            let now = app.now().as_microsecond();
            let due = format!(
                "SELECT (SELECT count(*) FROM orders WHERE next_check_at <= {now})
                      + (SELECT count(*) FROM refunds WHERE next_check_at <= {now})"
            );
            if sent == 0 && tried == 0 && raw::number(&app.ctx.store, &due).await == 0 {
                return;
            }
        }
        panic!("the worker does not finish");
    }

    async fn pending_refunds(&self) -> Vec<String> {
        let refunds = audit::list_at_provider(self, "refunds").await;
        let pending = refunds.iter().filter(|refund| refund["status"] == "pending");
        pending.map(|refund| refund["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    }
}

/// An integer in a record of the provider.
pub(crate) fn whole(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is not an integer"))
}
