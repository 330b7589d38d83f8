//! Mails: one file of texts for each subject, and their delivery (D30, D32).

mod admin;
mod booking;
pub mod deliver;
mod format;
mod layout;
mod money;
mod payout;
mod people;
mod reminder;
mod waitlist;
