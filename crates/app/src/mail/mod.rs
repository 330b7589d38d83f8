//! Mails: templates by subject, and their delivery by the worker (D30, D32).

mod account;
mod application;
mod booking;
mod booking_context;
mod booking_text;
mod booking_text_hindi;
mod calendar_entry;
mod compose;
mod compose_account;
mod compose_payment;
mod credits_granted;
pub mod deliver;
mod format;
mod hand_over;
mod identity;
pub mod job_outcome;
mod payment;
mod payout;
mod recipient;
mod reminder;
mod seat_text;
mod shared_refund;
mod staff;
mod support;
mod teacher_suspended;
mod template;
mod waitlist;
