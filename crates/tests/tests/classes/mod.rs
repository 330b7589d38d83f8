//! Classes that a teacher publishes.

mod cancel_day;
mod concurrency;
mod published_classes;
mod seats;
