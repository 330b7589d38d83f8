//! A small OpenID provider: sign-up and sign-in pages, authorization code with PKCE, rotating refresh tokens, and
//! signing keys that are rotated automatically. It lets a product run with nothing configured (DECISIONS D6) while speaking
//! the same protocol as any other provider (D5). It knows nothing of the product around it.
//!
//! The program around it supplies a database, time, randomness and mail ([`tala_db::Database`], [`Clock`], [`Entropy`],
//! [`Mailer`]), calls [`migrate`] at its start, nests [`Issuer::router`] under the path of the issuer URL, and calls
//! [`Issuer::cleanup`] every few minutes. The server must be started with connection info (`ConnectInfo<SocketAddr>`), or
//! all visitors share one rate limit.
//!
//! Choices worth knowing:
//! - Refresh tokens are for one use, with a leeway for answers that are lost on the way (a page reloaded in that moment)
//!   and for tabs that race: for 30 seconds the token that was traded last may be traded again, as long as nothing that
//!   came of it has been used. Of the siblings made so, the first one used counts, and the others are old. Any old token
//!   that comes back ends its whole family: a thief and the owner cannot both go on for longer than one trade. The
//!   person is still signed in here, so a new authorization is a redirect without a form.
//! - A code that comes back, or comes with a wrong verifier, is used up; a replay ends the family made from it.
//! - Access tokens cannot be called back before they expire, except here at userinfo, which asks for the family.
//! - Whether an address has an account is not revealed by any page, status, mail count or (by the same hashing work) time.

mod accounts;
mod config;
mod crypto;
mod db;
mod endpoints;
mod error;
mod flow;
mod http;
mod issuer;
mod oauth;
mod pages;
mod ports;
mod throttle;

pub use config::{ClientConfig, IssuerConfig};
pub use db::migrations::{STEP_HISTORY, known_steps, migrate};
pub use error::IssuerError;
pub use issuer::Issuer;
pub use oauth::signing::Resealed;
pub use ports::{Clock, Entropy, Mailer};
