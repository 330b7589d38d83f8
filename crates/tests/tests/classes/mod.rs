//! Classes that a teacher publishes.

mod concurrency;
mod published_classes;
mod seats;
