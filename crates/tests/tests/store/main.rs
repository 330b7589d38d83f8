//! Tests of the store without the application, each on both databases.

mod constraints;
mod idempotency;
mod ledger;
mod lookup;
mod migrations;
mod outbox;
mod payouts;
mod people;
mod retry;
mod transactions;
