//! Sign-in.

mod login;
