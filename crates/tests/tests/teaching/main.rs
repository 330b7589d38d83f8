//! The teacher's side: from the application to the payout, through the whole house on both databases.

mod account;
mod analytics;
mod application;
mod availability;
mod classes;
mod drafts;
mod feed;
mod large;
mod messages;
mod payout_trouble;
mod payouts;
mod profile;
mod published;
mod statement;
mod students;
mod support;
mod together;
mod wizard_hours;
