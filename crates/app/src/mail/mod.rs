//! Mails: templates by subject, and their delivery by the worker (D30, D32).

mod application;
mod booking;
mod compose;
pub mod deliver;
mod format;
mod identity;
pub mod job_outcome;
mod payment;
mod payout;
mod reminder;
mod support;
mod template;
mod waitlist;
