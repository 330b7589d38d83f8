//! Connections to external services: identity providers, mail, the payment provider and webhooks, and the cryptography of
//! the product. Apart from the built-in issuer, no other crate opens outbound connections.
//!
//! Business rules are in `tala-domain`. No function reads the clock: `now` is a parameter. Only timeouts and idle
//! connections use the monotonic clock of the machine.

pub mod form_webhook;
pub mod mail;
pub mod oidc;
pub mod passwords;
pub mod razorpay;
pub mod totp;
pub mod vault;
