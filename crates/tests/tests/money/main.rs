//! Money: from the quote to the booking, the credits, or the money back, against a payment provider that speaks HTTP.

mod books;
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
mod own_orders;
mod packages;
mod paying;
mod prices;
mod promises;
mod reasons;
mod receipts;
mod refunds;
mod stuck;
mod support;
mod together;
mod unsent;
mod upkeep;
mod webhooks;
