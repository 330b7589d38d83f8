//! The rules of Tala, and nothing else: no async, no I/O, no clock.
//!
//! Every function takes `now` and plain values and returns a decision. An area (a module below) imports only
//! `money`, `ids`, `time`, `error` and `jobs`, never a sibling; what two areas share moves into one of those.

#[macro_use]
mod words;

pub mod admin;
pub mod availability;
pub mod booking;
pub mod calendar;
pub mod coupons;
pub mod credits;
pub mod csv;
pub mod deeds;
pub mod error;
pub mod identity;
pub mod ids;
pub mod jobs;
pub mod money;
pub mod onboarding;
pub mod payments;
pub mod payouts;
pub mod pricing;
pub mod searching;
pub mod support;
pub mod time;
pub mod waitlist;
