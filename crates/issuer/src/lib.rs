//! A small OpenID provider: sign-up and sign-in pages, authorization code flow with PKCE, rotating refresh tokens, and
//! automatic rotation of the signing keys. It lets the product run without an external identity provider (DECISIONS D6)
//! and speaks the same protocol as one (D5). It does not depend on the product.
//!
//! The host program supplies a database, a clock, randomness and a mailer ([`tala_db::Database`], [`Clock`], [`Entropy`],
//! [`Mailer`]), calls [`migrate`] at start-up, nests [`Issuer::router`] under the path of the issuer URL, and calls
//! [`Issuer::cleanup`] every few minutes. Serve it with connection info (`ConnectInfo<SocketAddr>`); without it all
//! clients share one rate limit.
//!
//! Design decisions:
//! - Refresh tokens are single-use and rotate (OAuth 2.0 Security BCP, RFC 9700 §4.14). A leeway of 30 seconds covers lost
//!   responses and concurrent tabs: the token exchanged last may be exchanged again while none of its successors has been
//!   used. The first successor used becomes the current token; the others become old. Reuse of an old token revokes
//!   the whole token family, so a stolen token stops working at the next exchange. The browser session stays, so a new
//!   authorization request succeeds without a form.
//! - A failed exchange invalidates the authorization code. Reuse of a code revokes the token family issued for it.
//! - Access tokens are valid until they expire. Only the userinfo endpoint also checks that the family is not revoked.
//! - No page, status, number of emails or response time reveals whether an email address has an account.

mod account_details;
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
mod rate_limits;
mod traits;

pub use config::{ClientConfig, IssuerConfig};
pub use db::migrations::{MIGRATIONS_TABLE, known_migrations, migrate};
pub use error::IssuerError;
pub use issuer::Issuer;
pub use oauth::signing::ReencryptedKeys;
pub use traits::{Clock, Entropy, Mailer};
