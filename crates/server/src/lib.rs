//! Putting Tala together: settings, the parts of the house, HTTP, the demo.

pub mod config;
pub mod demo;
pub mod parts;
pub mod payments;
pub mod serve;
pub mod system;
pub mod web;
