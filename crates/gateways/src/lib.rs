//! The outside world: sign-in providers, mail, payments and form endpoints. Apart from the issuer, the only crate that opens connections to others.
//!
//! Nothing here decides a rule of the product and no decision reads a clock: `now` is a parameter
//! everywhere. Only time-outs and idle connections are measured by the machine's own monotonic clock.

pub mod forms;
pub mod mail;
pub mod oidc;
pub mod passwords;
pub mod razorpay;
pub mod totp;
pub mod vault;
