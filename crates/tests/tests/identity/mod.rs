//! Sign-in.

mod linking;
mod login;
