//! Behaviour of the API for students, visitors and people who sign in, each test on both databases.

mod availability;
mod booking;
mod booking_refusals;
mod calendars;
mod classes;
mod full_disk;
mod groups;
mod http_errors;
mod lists;
mod login;
mod mails;
mod onboarding;
mod operator_commands;
mod reminders;
mod roles;
mod slots;
mod waitlist;
