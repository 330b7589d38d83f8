//! What the operator does to payments, refunds and the API.

use serde_json::Value;

use super::look::{Paid, missing};
use super::pay::is_open;
use crate::api::{RefundWish, create_refund};
use crate::config::Error;
use crate::flow::{capture, failures, payments, payouts, refunds};
use crate::model::{Fault, FaultKind, Notes, PaymentStatus, RefundEnd, RefundStatus, Settings};
use crate::sandbox::Sandbox;
use crate::state::State;
use crate::webhooks::events;

impl Sandbox {
    /// The bank says yes now, also to a payment that has failed. The order's settings decide about the capture.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such payment, or it is neither created nor failed.
    pub fn authorize(&self, payment_id: &str) -> Result<Paid, Error> {
        self.on_payment(payment_id, is_open, payments::authorize)
    }

    /// Captures an authorised payment as the dashboard does; also a second one of an order.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such payment, or it is not authorised.
    pub fn capture(&self, payment_id: &str) -> Result<Paid, Error> {
        self.on_payment(payment_id, |status| status == PaymentStatus::Authorized, capture::capture)
    }

    /// The bank says no to a payment that is under way.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such payment, or it is not under way.
    pub fn decline(&self, payment_id: &str) -> Result<Paid, Error> {
        self.on_payment(
            payment_id,
            |status| status == PaymentStatus::Created,
            |state, id| {
                let method = state.payments.get(id).map(|payment| payment.instrument.method);
                method.into_iter().for_each(|method| payments::fail(state, id, failures::declined(method)));
            },
        )
    }

    /// Refunds as the dashboard does; without an amount, all that is left.
    ///
    /// # Errors
    /// [`Error::Refused`] with Razorpay's words, when the API would refuse it.
    pub fn refund_payment(&self, payment_id: &str, amount_minor: Option<i64>) -> Result<Value, Error> {
        let wish = RefundWish {
            payment_id: payment_id.to_owned(),
            amount: amount_minor,
            speed: "normal".to_owned(),
            notes: Notes::new(),
            receipt: None,
            key: None,
        };
        self.with(|state| create_refund(state, wish))?.map_err(|error| Error::Refused(error.description))
    }

    /// Ends a pending refund.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such refund, or it has ended.
    pub fn finish_refund(&self, refund_id: &str, end: RefundEnd) -> Result<Value, Error> {
        self.with(|state| {
            let refund = state.refunds.get(refund_id).ok_or_else(|| missing(refund_id))?;
            if refund.status != RefundStatus::Pending {
                return Err(Error::Refused(format!("{refund_id} is {} already", refund.status.word())));
            }
            refunds::finish(state, refund_id, end);
            Ok(())
        })??;
        self.refund(refund_id)
    }

    /// Makes a normal refund of a pending instant one, as happens when the bank cannot do it at once.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such refund, or it has ended or is a normal one.
    pub fn slow_down_refund(&self, refund_id: &str) -> Result<Value, Error> {
        self.with(|state| {
            let refund = state.refunds.get(refund_id).ok_or_else(|| missing(refund_id))?;
            if refund.status != RefundStatus::Pending || refund.speed_processed != "instant" {
                return Err(Error::Refused(format!("{refund_id} is not a pending instant refund")));
            }
            refunds::slow_down(state, refund_id);
            Ok(())
        })??;
        self.refund(refund_id)
    }

    /// Puts a payout into another state: `pending`, `queued`, `scheduled`, `processing`, `processed`, `reversed`, `rejected`,
    /// `failed` or `cancelled`.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such payout or state.
    pub fn move_payout(&self, payout_id: &str, status: &str) -> Result<(), Error> {
        let moved = self.with(|state| payouts::become_status(state, payout_id, status))?;
        if moved { Ok(()) } else { Err(Error::Refused(format!("there is no {payout_id}, or no state {status}"))) }
    }

    /// Changes how it behaves.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn change_settings(&self, change: impl FnOnce(&mut Settings)) -> Result<Settings, Error> {
        self.with(|state| {
            let mut settings = state.settings.clone();
            change(&mut settings);
            state.put(settings.clone());
            settings
        })
    }

    /// The next `calls` API calls fail, and nothing is carried out.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn fail_next(&self, calls: u32, kind: FaultKind) -> Result<(), Error> {
        self.add_fault(Fault::next(calls, kind))
    }

    /// Some of the next API calls fail; several faults add up, the oldest first.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn add_fault(&self, fault: Fault) -> Result<(), Error> {
        self.with(|state| {
            let mut faults = state.faults.clone();
            faults.push(fault);
            faults.retain(|fault| fault.calls > 0);
            state.put(faults);
        })
    }

    /// All goes well again.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn clear_faults(&self) -> Result<(), Error> {
        self.with(|state| state.put(Vec::<Fault>::new()))
    }

    /// Sends an event about a payment that the sandbox has no rules for (`payment.dispute.created`). Returns its id.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such payment.
    pub fn emit(&self, name: &str, payment_id: &str) -> Result<String, Error> {
        self.with(|state| {
            let payment = state.payments.get(payment_id).map(crate::api::views::payment_json);
            payment.map(|payment| events::emit(state, name, &[("payment", payment)]))
        })?
        .ok_or_else(|| missing(payment_id))
    }

    fn on_payment(
        &self,
        id: &str,
        may: impl FnOnce(PaymentStatus) -> bool,
        act: impl FnOnce(&mut State, &str),
    ) -> Result<Paid, Error> {
        self.with(|state| {
            let status = state.payments.get(id).ok_or_else(|| missing(id))?.status;
            if !may(status) {
                return Err(Error::Refused(format!("{id} is {}", status.word())));
            }
            act(state, id);
            self.paid(state, id)
        })?
    }
}
