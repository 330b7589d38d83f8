//! The server: configuration, wiring of all services, HTTP, backups and the demo.

pub mod backup;
pub mod config;
pub mod database;
pub mod demo;
mod host_header;
mod listener;
mod mail;
pub mod master_key;
mod monitoring;
pub mod oidc;
pub mod payments;
pub mod serve;
pub mod system;
pub mod web;
pub mod wiring;

/// Requests make many small allocations that another thread frees, which mimalloc handles better than glibc's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
