//! Administrators' accounts, sessions and sign-in.

mod activation;
mod login_throttle;
mod management;
mod sessions;
