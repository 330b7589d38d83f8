//! Orders, payments and refunds, with a payment provider over HTTP.

mod cancelled_classes;
mod clock_jumps;
mod concurrency;
mod holds;
mod interrupted_requests;
mod late_payments;
mod outages;
mod own_orders;
mod packages;
mod partial_refund_mails;
mod partial_refund_sending;
mod partial_refunds;
mod payment_success;
mod receipts;
mod refund_reasons;
mod refunded_orders;
mod refunds;
mod settlement;
mod unresolved_payments;
mod unsent_refunds;
mod webhooks;
