//! What Tala does: one folder for each feature, one file for each use case.
//!
//! A use case file holds the request and reply types, the HTTP handler, and `run`, which decides with `tala_domain`
//! and writes with `tala_store`. A feature never imports a sibling: shared rules live in the domain, shared queries in
//! the store, shared answers in [`offer`] and [`views`], and later effects are jobs.

pub mod context;
pub mod error;
pub mod extract;
pub mod jobs;
pub mod offer;
pub mod openapi;
pub mod operator;
pub mod router;
pub mod views;

mod availability;
mod bookings;
mod credits;
mod identity;
mod notifications;
mod onboarding;
mod students;
