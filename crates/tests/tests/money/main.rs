//! Money: from the quote to the booking, the credits or the refund, with a payment provider over HTTP.

mod callbacks;
mod cancellation;
mod cancellation_policy;
mod clock_jumps;
mod concurrency;
mod coupons;
mod holds;
mod interrupted_requests;
mod interrupted_workers;
mod late_payments;
mod ledger_check;
mod maintenance;
mod outages;
mod own_orders;
mod packages;
mod payments;
mod prices;
mod receipts;
mod refund_reasons;
mod refunds;
mod rescheduling;
mod restored_credits;
mod support;
mod unresolved_payments;
mod unsent_refunds;
mod webhooks;
