//! Administrators' accounts, sessions and sign-in.

mod login_throttle;
mod management;
mod sessions;
