//! Teachers' earnings, bank accounts and payouts.

mod analytics;
mod bank_account;
mod errors;
mod runs;
mod statement;
