//! Jobs, maintenance and reminders.

mod interrupted_workers;
mod maintenance;
mod reminders;
