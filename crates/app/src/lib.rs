//! What Tala does: one folder for each feature, one file for each use case.
//!
//! A use case file holds the request and reply types, the HTTP handler, and `run`, which decides with `tala_domain`
//! and writes with `tala_store`. A feature never imports a sibling: shared rules live in the domain, shared queries in
//! the store, shared steps and answers in [`acts`], [`offer`], [`seats`], [`prices`], [`money_back`], [`cancelling`],
//! [`moving`], [`invite_codes`], `network` and [`views`], and later effects are jobs.

pub mod acts;
pub mod cancelling;
pub mod context;
pub mod error;
pub mod extract;
pub mod hours;
pub mod invite_codes;
pub mod jobs;
mod json;
pub mod money_back;
pub mod moving;
pub mod offer;
pub mod openapi;
pub mod operator;
pub mod prices;
pub mod privacy;
pub mod reminders;
pub mod router;
pub mod seats;
pub mod views;

mod account;
mod availability;
mod bookings;
mod classes;
mod coupons;
mod credits;
mod feeds;
mod identity;
mod network;
mod notifications;
mod onboarding;
mod payments;
mod payouts;
mod pricing;
mod referrals;
mod students;
mod support;
mod teachers;
mod waitlist;
