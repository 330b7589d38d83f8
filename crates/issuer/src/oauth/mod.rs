//! The protocol's own pieces: tokens, signing keys, parameters, errors.

pub(crate) mod ask;
pub(crate) mod claims;
pub(crate) mod errors;
pub(crate) mod params;
pub(crate) mod scope;
pub(crate) mod signing;
pub(crate) mod tokens;
