//! Money: from the quote to the booking, the credits, or the money back, against a payment provider that speaks HTTP.

mod callbacks;
mod cancelling;
mod clocks;
mod coupons;
mod credits_back;
mod holds;
mod killed;
mod killed_workers;
mod late;
mod moving;
mod outages;
mod packages;
mod paying;
mod prices;
mod receipts;
mod refunds;
mod support;
mod together;
mod webhooks;
