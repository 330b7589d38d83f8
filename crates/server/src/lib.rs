//! Putting Tala together: settings, the parts of the house, HTTP, the demo.

pub mod backup;
pub mod config;
mod connections;
pub mod demo;
pub mod parts;
pub mod payments;
pub mod serve;
pub mod system;
pub mod web;

/// Many small pieces for each request, made on one thread and freed on another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
