//! The end of a life: all is well with the provider, every news arrives, time goes on, and the worker works until nothing is
//! left to do. Then everything must have found its end.

use razorpay_sandbox::{RefundEnd, RefundOutcome, ReleaseOrder, WebhookSwitches};
use serde_json::Value;
use tala_tests::{days, hours, raw};

use crate::world::World;
use crate::{audit, payday};

/// Longer than a hold, a payment that is being checked, a bank that is late, and a refund that hangs.
const DAYS_OF_PEACE: i64 = 8;
/// The provider gives back what nobody has taken for five days.
const DAYS_IN_REACH: i64 = 4;
const MOST_ROUNDS: usize = 60;

impl World<'_> {
    /// Makes peace, and lets the auditor look; then lets all classes end and all credits expire, and lets him look again.
    pub(crate) async fn make_peace(&mut self) {
        self.diary.write("peace is made");
        self.alone.set(true);
        self.soothe_provider();
        self.note_what_can_be_taken().await;
        self.settle().await;
        for _ in 0..DAYS_OF_PEACE * 2 {
            self.desk().advance(hours(12));
            self.settle().await;
        }
        audit::in_peace(self).await;
        self.diary.write("a year passes");
        self.desk().advance(days(400));
        self.settle().await;
        let mut random = self.random.fork();
        payday::pay_everybody(self, &mut random).await;
        self.settle().await;
        audit::a_year_later(self).await;
    }

    fn soothe_provider(&self) {
        let provider = &self.desk().provider;
        provider.clear_faults().unwrap();
        provider.switch_webhooks(WebhookSwitches::default()).unwrap();
        provider.enable_webhook().unwrap();
        provider
            .change_settings(|settings| {
                settings.refunds = RefundOutcome::Processed;
                settings.refund_seconds = 0;
                settings.refuse_refunds = false;
            })
            .unwrap();
        provider.release(ReleaseOrder::AsMade).unwrap();
    }

    /// Of an order that is not looked after any more, and so late that the provider gives it back at once, nobody takes money.
    async fn note_what_can_be_taken(&self) {
        let oldest = self.desk().now().as_second() - DAYS_IN_REACH * 86_400;
        let payments = audit::list_at_provider(self, "payments").await;
        let confirmed = payments.iter().filter(|payment| payment["status"] == "authorized");
        let timely = confirmed.filter(|payment| whole(&payment["created_at"]) > oldest && payment["currency"] != "EUR");
        self.within_reach.borrow_mut().extend(timely.map(|payment| payment["id"].as_str().unwrap().to_owned()));
    }

    /// News are delivered and the worker works, until neither has anything to do.
    async fn settle(&self) {
        let desk = self.desk();
        for _ in 0..MOST_ROUNDS {
            for refund in self.pending_refunds().await {
                desk.provider.finish_refund(&refund, RefundEnd::Processed).unwrap();
            }
            let sent = desk.provider.deliver_due().await;
            let tried = desk.work().await;
            let now = desk.now().as_microsecond();
            let due = format!(
                "SELECT (SELECT count(*) FROM orders WHERE next_check_at <= {now})
                      + (SELECT count(*) FROM refunds WHERE next_check_at <= {now})"
            );
            if sent == 0 && tried == 0 && raw::number(&desk.ctx.store, &due).await == 0 {
                return;
            }
        }
        panic!("the worker finds no end");
    }

    async fn pending_refunds(&self) -> Vec<String> {
        let refunds = audit::list_at_provider(self, "refunds").await;
        let pending = refunds.iter().filter(|refund| refund["status"] == "pending");
        pending.map(|refund| refund["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    }
}

/// A whole number of the provider's.
pub(crate) fn whole(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no whole number"))
}
