//! What Tala does, in layers. Each may use those below it only; `crates/tests/tests/architecture` enforces it.
//!
//! - [`router`], [`worker`]: what the server mounts and runs.
//! - Feature folders, one file for each endpoint, and [`admin`], the same for administrators. A feature imports no other.
//! - [`services`]: steps that several endpoints, the worker or the command line share. [`mail`]: texts and delivery.
//! - [`views`]: replies that several endpoints share. [`http`]: extractors, problem JSON, the OpenAPI description.
//! - [`context`]: what every function needs: database, clock, randomness, gateways, settings.

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
mod identity;
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
