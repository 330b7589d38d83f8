//! The whole issuer over HTTP on loopback, on SQLite and, when `TALA_TEST_POSTGRES` names a server, on PostgreSQL.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

mod accounts;
mod authorize;
mod browser;
mod enumeration;
mod forgotten;
mod keys;
mod leeway;
mod limits;
mod logout;
mod pages;
mod programs;
mod sign_up;
mod storage;
mod tokens;
mod world;
