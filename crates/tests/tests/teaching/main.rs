//! The teacher's side: from the application to the payout, over HTTP on both databases.

mod account;
mod analytics;
mod application;
mod availability;
mod classes;
mod concurrency;
mod drafts;
mod feed;
mod messages;
mod payout_errors;
mod payouts;
mod profile;
mod published_classes;
mod query_plans;
mod statement;
mod students;
mod support;
mod wizard_hours;
