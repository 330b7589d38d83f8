//! What Tala does: one folder for each feature, one file for each use case.
//!
//! A use case file holds the request and reply types, the HTTP handler, and `run`, which decides with `tala_domain`
//! and writes with `tala_store`. A feature never imports a sibling: shared rules live in the domain, shared queries in
//! the store, shared steps and answers in [`offer`], [`seats`], [`prices`], [`money_back`] and [`views`], and later effects are jobs.

pub mod context;
pub mod error;
pub mod extract;
pub mod jobs;
pub mod money_back;
pub mod offer;
pub mod openapi;
pub mod operator;
pub mod prices;
pub mod router;
pub mod seats;
pub mod views;

mod availability;
mod bookings;
mod coupons;
mod credits;
mod identity;
mod notifications;
mod onboarding;
mod payments;
mod pricing;
mod students;
