//! The format of a token: a JWT, which we can verify, or an opaque token.

use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::Algorithm;
use serde_json::{Map, Value};

use super::OidcError;

/// The maximum length of a token. Tokens with many groups have about 10 kB.
pub(super) const MAX_TOKEN_BYTES: usize = 16 * 1024;

/// The format of a bearer token.
pub(super) enum TokenFormat<'a> {
    /// Three parts with a valid header.
    Jwt(Jwt<'a>),
    /// Any other token, including encrypted ones (five parts).
    Opaque,
}

/// A JWT whose signature is not verified yet.
pub(super) struct Jwt<'a> {
    /// The decoded header.
    pub(super) header: Map<String, Value>,
    /// The signing input: encoded header and payload.
    pub(super) signed: &'a str,
    /// The encoded payload. It must not be read before the signature is verified.
    payload: &'a str,
    /// The encoded signature.
    pub(super) signature: &'a str,
}

/// Detects the format of a bearer token. Rejects tokens of invalid length or with invalid characters (RFC 6750 §2.1).
pub(super) fn detect_format(bearer: &str) -> Result<TokenFormat<'_>, OidcError> {
    if bearer.is_empty() || bearer.len() > MAX_TOKEN_BYTES {
        return Err(OidcError::Invalid("length"));
    }
    if !bearer.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)) {
        return Err(OidcError::Invalid("characters"));
    }
    Ok(Jwt::parse(bearer).map_or(TokenFormat::Opaque, TokenFormat::Jwt))
}

impl<'a> Jwt<'a> {
    fn parse(bearer: &'a str) -> Option<Self> {
        let (signed, signature) = bearer.rsplit_once('.')?;
        let (header, payload) = signed.split_once('.')?;
        if payload.contains('.') {
            return None;
        }
        let header = decode_object(header)?;
        header.get("alg")?.as_str()?;
        Some(Self { header, signed, payload, signature })
    }

    /// Returns the algorithm if it is one of `allowed`.
    pub(super) fn algorithm(&self, allowed: &[Algorithm]) -> Result<Algorithm, OidcError> {
        let name = self.header.get("alg").and_then(Value::as_str).unwrap_or_default();
        let algorithm = Algorithm::from_str(name).map_err(|_| OidcError::Invalid("algorithm"))?;
        if self.header.contains_key("crit") {
            return Err(OidcError::Invalid("unknown critical header"));
        }
        if allowed.contains(&algorithm) { Ok(algorithm) } else { Err(OidcError::Invalid("algorithm")) }
    }

    /// Returns the key id, if the header has one.
    pub(super) fn key_id(&self) -> Option<&str> {
        self.header.get("kid").and_then(Value::as_str)
    }

    /// Decodes the claims. Call it only after the signature is verified.
    pub(super) fn claims(&self) -> Result<Map<String, Value>, OidcError> {
        decode_object(self.payload).ok_or(OidcError::Invalid("claims"))
    }
}

fn decode_object(encoded: &str) -> Option<Map<String, Value>> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}
