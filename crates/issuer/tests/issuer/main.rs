//! Tests of the issuer over HTTP, on SQLite and, if `TALA_TEST_POSTGRES` is set, on PostgreSQL.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

mod account_deletion;
mod authorize;
mod browser;
mod codes_and_passwords;
mod discovery_and_cors;
mod enumeration;
mod logout;
mod pages;
mod rate_limits;
mod refresh_token_reuse;
mod sign_up;
mod signing_keys;
mod storage;
mod test_server;
mod tokens;
