//! The business rules of Tala: no async, no I/O, no clock.
//!
//! Every function takes `now` and plain values and returns a decision. An area (a module below) imports only
//! `money`, `ids`, `time`, `level`, `error` and `jobs`, never a sibling; code that two areas share moves into one of those.

#[macro_use]
mod string_enum;

pub mod admin;
pub mod audit_actions;
pub mod availability;
pub mod booking;
pub mod calendar;
pub mod coupons;
pub mod credits;
pub mod csv;
pub mod error;
pub mod identity;
pub mod ids;
pub mod jobs;
pub mod level;
pub mod money;
pub mod onboarding;
pub mod payments;
pub mod payouts;
pub mod pricing;
pub mod support;
pub mod text_search;
pub mod time;
pub mod waitlist;
