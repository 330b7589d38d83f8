//! The shape of a token: a JWT that we can check, or something that only the provider can read.

use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::Algorithm;
use serde_json::{Map, Value};

use super::OidcError;

/// Longer tokens are refused unread. Providers that put many groups into a token reach about 10 kB.
pub(super) const MAX_TOKEN_BYTES: usize = 16 * 1024;

/// What a bearer token looks like.
pub(super) enum Shape<'a> {
    /// Three parts with a readable header.
    Jwt(Jwt<'a>),
    /// Anything else that may be sent as a bearer token, encrypted tokens (five parts) included.
    Opaque,
}

/// A JWT whose signature has not been checked.
pub(super) struct Jwt<'a> {
    /// The header, decoded.
    pub(super) header: Map<String, Value>,
    /// Header and payload as they were signed.
    pub(super) signed: &'a str,
    /// The payload, still encoded: nothing reads it before the signature holds.
    payload: &'a str,
    /// The signature, encoded.
    pub(super) signature: &'a str,
}

/// Tells the shape of `bearer`, and refuses what cannot be a token at all (RFC 6750 §2.1).
pub(super) fn shape(bearer: &str) -> Result<Shape<'_>, OidcError> {
    if bearer.is_empty() || bearer.len() > MAX_TOKEN_BYTES {
        return Err(OidcError::Invalid("length"));
    }
    if !bearer.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)) {
        return Err(OidcError::Invalid("characters"));
    }
    Ok(Jwt::parse(bearer).map_or(Shape::Opaque, Shape::Jwt))
}

impl<'a> Jwt<'a> {
    fn parse(bearer: &'a str) -> Option<Self> {
        let (signed, signature) = bearer.rsplit_once('.')?;
        let (header, payload) = signed.split_once('.')?;
        if payload.contains('.') {
            return None;
        }
        let header = object(header)?;
        header.get("alg")?.as_str()?;
        Some(Self { header, signed, payload, signature })
    }

    /// The algorithm, when it is one of `allowed`.
    pub(super) fn algorithm(&self, allowed: &[Algorithm]) -> Result<Algorithm, OidcError> {
        let name = self.header.get("alg").and_then(Value::as_str).unwrap_or_default();
        let algorithm = Algorithm::from_str(name).map_err(|_| OidcError::Invalid("algorithm"))?;
        if self.header.contains_key("crit") {
            return Err(OidcError::Invalid("critical header that we do not know"));
        }
        if allowed.contains(&algorithm) { Ok(algorithm) } else { Err(OidcError::Invalid("algorithm")) }
    }

    /// The key's name, when the header gives one.
    pub(super) fn key_id(&self) -> Option<&str> {
        self.header.get("kid").and_then(Value::as_str)
    }

    /// The claims. Call this only after the signature has been checked.
    pub(super) fn claims(&self) -> Result<Map<String, Value>, OidcError> {
        object(self.payload).ok_or(OidcError::Invalid("claims"))
    }
}

fn object(encoded: &str) -> Option<Map<String, Value>> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}
