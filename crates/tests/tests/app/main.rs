//! What the API promises, as sentences about the product, each on both databases.

mod availability;
mod booking;
mod booking_refusals;
mod calendars;
mod classes;
mod edges;
mod full_disk;
mod groups;
mod lists;
mod login;
mod mails;
mod onboarding;
mod operator;
mod reminders;
mod roles;
mod slots;
mod waitlist;
