//! Commands on payments, refunds, payouts, settings and faults.

use serde_json::Value;

use super::forced_payments::is_open;
use super::queries::{PaymentResult, not_found};
use crate::api::refunds::{self as refund_api, NewRefundRequest};
use crate::api::views::payment_with_card_json;
use crate::config::Error;
use crate::flow::{capture, failures, payments, payouts, refunds};
use crate::model::{Fault, FaultKind, FinalRefundStatus, Notes, PaymentStatus, RefundStatus, Settings};
use crate::sandbox::Sandbox;
use crate::state::State;
use crate::webhooks::events;

impl Sandbox {
    /// Authorizes a created or failed payment. The order's settings decide about the capture.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the payment does not exist or is neither created nor failed.
    pub fn authorize(&self, payment_id: &str) -> Result<PaymentResult, Error> {
        self.update_payment(payment_id, is_open, payments::authorize)
    }

    /// Captures an authorized payment like Razorpay's dashboard, also a second one of an order.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the payment does not exist or is not authorized.
    pub fn capture(&self, payment_id: &str) -> Result<PaymentResult, Error> {
        self.update_payment(payment_id, |status| status == PaymentStatus::Authorized, capture::capture)
    }

    /// Declines a created payment.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the payment does not exist or is not created.
    pub fn decline(&self, payment_id: &str) -> Result<PaymentResult, Error> {
        self.update_payment(
            payment_id,
            |status| status == PaymentStatus::Created,
            |state, id| {
                let method = state.payments.get(id).map(|payment| payment.instrument.method);
                method.into_iter().for_each(|method| payments::fail(state, id, failures::declined(method)));
            },
        )
    }

    /// Refunds a payment like Razorpay's dashboard; by default the remaining amount.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] with the API's error description if the payment cannot be refunded.
    pub fn refund_payment(&self, payment_id: &str, amount_minor: Option<i64>) -> Result<Value, Error> {
        let request = NewRefundRequest {
            payment_id: payment_id.to_owned(),
            amount: amount_minor,
            speed: "normal".to_owned(),
            notes: Notes::new(),
            receipt: None,
            idempotency: None,
        };
        self.update(|state| refund_api::insert(state, request))?
            .map_err(|error| Error::InvalidCommand(error.description))
    }

    /// Completes a pending refund.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the refund does not exist or is not pending.
    pub fn finish_refund(&self, refund_id: &str, end: FinalRefundStatus) -> Result<Value, Error> {
        self.update(|state| {
            let refund = state.refunds.get(refund_id).ok_or_else(|| not_found(refund_id))?;
            if refund.status != RefundStatus::Pending {
                return Err(Error::InvalidCommand(format!("refund {refund_id} is {}", refund.status.as_str())));
            }
            refunds::finish(state, refund_id, end);
            Ok(())
        })??;
        self.refund(refund_id)
    }

    /// Changes a pending instant refund to normal speed, as Razorpay does if the bank does not support instant refunds.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the refund does not exist or is not a pending instant refund.
    pub fn slow_down_refund(&self, refund_id: &str) -> Result<Value, Error> {
        self.update(|state| {
            let refund = state.refunds.get(refund_id).ok_or_else(|| not_found(refund_id))?;
            if refund.status != RefundStatus::Pending || refund.speed_processed != "instant" {
                return Err(Error::InvalidCommand(format!("refund {refund_id} is not a pending instant refund")));
            }
            refunds::change_to_normal_speed(state, refund_id);
            Ok(())
        })??;
        self.refund(refund_id)
    }

    /// Sets the status of a payout: `pending`, `queued`, `scheduled`, `processing`, `processed`, `reversed`, `rejected`,
    /// `failed` or `cancelled`.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the payout or the status does not exist.
    pub fn set_payout_status(&self, payout_id: &str, status: &str) -> Result<(), Error> {
        let is_set = self.update(|state| payouts::set_status(state, payout_id, status))?;
        if is_set {
            Ok(())
        } else {
            Err(Error::InvalidCommand(format!("unknown payout {payout_id} or status {status}")))
        }
    }

    /// Changes the settings and returns them.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn change_settings(&self, change: impl FnOnce(&mut Settings)) -> Result<Settings, Error> {
        self.update(|state| {
            let mut settings = state.settings.clone();
            change(&mut settings);
            state.upsert(settings.clone());
            settings
        })
    }

    /// Makes the next API calls fail without executing them.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn fail_next_calls(&self, calls: u32, kind: FaultKind) -> Result<(), Error> {
        self.add_fault(Fault::next(calls, kind))
    }

    /// Injects a fault. Faults are applied in the order in which they were added.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn add_fault(&self, fault: Fault) -> Result<(), Error> {
        self.update(|state| {
            let mut faults = state.faults.clone();
            faults.push(fault);
            faults.retain(|fault| fault.calls > 0);
            state.upsert(faults);
        })
    }

    /// Removes all faults.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn clear_faults(&self) -> Result<(), Error> {
        self.update(|state| state.upsert(Vec::<Fault>::new()))
    }

    /// Emits any event about a payment, for example `payment.dispute.created`. Returns the event id.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the payment does not exist.
    pub fn emit(&self, name: &str, payment_id: &str) -> Result<String, Error> {
        self.update(|state| {
            let payment = state.payments.get(payment_id).map(payment_with_card_json);
            payment.map(|payment| events::emit(state, name, &[("payment", payment)]))
        })?
        .ok_or_else(|| not_found(payment_id))
    }

    fn update_payment(
        &self,
        id: &str,
        is_allowed: impl FnOnce(PaymentStatus) -> bool,
        update: impl FnOnce(&mut State, &str),
    ) -> Result<PaymentResult, Error> {
        self.update(|state| {
            let status = state.payments.get(id).ok_or_else(|| not_found(id))?.status;
            if !is_allowed(status) {
                return Err(Error::InvalidCommand(format!("payment {id} is {}", status.as_str())));
            }
            update(state, id);
            self.payment_result(state, id)
        })?
    }
}
