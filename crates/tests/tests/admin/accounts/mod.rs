//! Administrators' accounts, sessions and sign-in.

mod login_throttle;
mod sessions;
