//! The use cases of Tala, in layers. A module imports only itself and lower layers; the tests in
//! `crates/tests/tests/architecture` enforce this.
//!
//! - [`router`], [`worker`]: the entry points of the server.
//! - Feature folders with one file for each endpoint; [`admin`] has the same structure for the endpoints of administrators.
//!   Features do not import each other.
//! - [`services`]: operations shared by endpoints, the worker and the command line. [`mail`]: mail texts and delivery.
//! - [`views`]: response bodies shared by several endpoints. [`http`]: extractors, problem JSON, the OpenAPI description.
//! - [`context`], [`error`]: dependencies and the error type of all use cases.

pub mod admin;
pub mod context;
pub mod error;
pub mod http;
pub mod mail;
pub mod router;
pub mod services;
pub mod views;
pub mod worker;

mod account;
mod availability;
mod bookings;
mod classes;
mod coupons;
mod credits;
mod feeds;
mod guardians;
mod identity;
mod learners;
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
