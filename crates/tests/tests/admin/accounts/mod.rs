//! Administrators' accounts, sessions and sign-in.

mod activation;
mod login_throttle;
mod management;
mod own_authenticator;
mod sessions;
