//! OAuth 2.0 and OpenID Connect: requests, tokens, signing keys, errors.

pub(crate) mod authorization_request;
pub(crate) mod claims;
pub(crate) mod errors;
pub(crate) mod params;
pub(crate) mod scope;
pub(crate) mod signing;
pub(crate) mod tokens;
