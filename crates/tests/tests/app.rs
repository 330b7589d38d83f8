//! Behaviour of the application over HTTP, each test on both databases.
//!
//! The folders beside this file have the names of those in `crates/app/src`; tests of the admin API are in `admin`.

mod account;
mod availability;
mod bookings;
mod classes;
mod common;
mod coupons;
mod credits;
mod feeds;
mod http;
mod identity;
mod learners;
mod mail;
mod notifications;
mod onboarding;
mod payments;
mod payouts;
mod pricing;
mod referrals;
mod services;
mod support;
mod teachers;
mod waitlist;
mod worker;
