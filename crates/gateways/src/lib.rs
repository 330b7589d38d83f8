//! The outside world: sign-in providers and mail. Apart from the issuer, the only crate that opens connections to others.
//!
//! Nothing here decides a rule of the product and nothing here reads a clock: `now` is a parameter everywhere.

pub mod mail;
pub mod oidc;
