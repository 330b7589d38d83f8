//! The admin API: access, and administrators' tasks, each test on both databases.

mod account_deletion;
mod accounts;
mod approvals;
mod audit;
mod bookings;
mod coupons;
mod credits;
mod ledger_check;
mod login_throttle;
mod mails;
mod master_key;
mod messages;
mod orders;
mod outbox;
mod payout_mails;
mod payouts;
mod people;
mod privacy;
mod query_plans;
mod query_plans_of_people;
mod referrals;
mod support;
mod waitlist;
