//! An identity provider in the test process: one signing key and arbitrary claims.

use async_trait::async_trait;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde_json::{Value, json};
use tala_gateways::oidc::{KeySource, OidcError, OidcSettings, Verifier};

/// Issuer of the tokens.
pub const ISSUER: &str = "https://id.test";
/// Audience of the tokens.
pub const AUDIENCE: &str = "tala-api";

/// Signs access tokens and serves their key.
pub struct IdentityProvider {
    key: EcdsaKeyPair,
}

impl Default for IdentityProvider {
    fn default() -> Self {
        Self { key: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap() }
    }
}

impl IdentityProvider {
    /// A verifier that trusts this provider.
    pub fn verifier(self: &std::sync::Arc<Self>) -> Verifier {
        let settings = OidcSettings {
            client_id: Some("tala-web".to_owned()),
            ..OidcSettings::new(ISSUER, Some(AUDIENCE.to_owned()))
        };
        let source = std::sync::Arc::<Self>::clone(self);
        Verifier::new(settings, source, None).unwrap()
    }

    /// Signs a token issued at `now`.
    pub fn mint(&self, token: &Token, now: Timestamp) -> String {
        let claims = json!({
            "iss": token.issuer, "sub": token.subject, "aud": token.audience, "scope": "openid profile email",
            "iat": now.as_second(), "exp": now.as_second() + token.expires_in_seconds,
            "name": token.name, "email": token.email, "email_verified": token.email.is_some() && token.verified,
        });
        let header = json!({ "alg": "ES256", "typ": "at+jwt", "kid": "one" });
        let signed = format!("{}.{}", encode(header.to_string()), encode(claims.to_string()));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", encode(signature))
    }
}

#[async_trait]
impl KeySource for IdentityProvider {
    async fn jwks(&self) -> Result<Value, OidcError> {
        let point = self.key.public_key().as_ref();
        let (x, y) = (encode(&point[1..33]), encode(&point[33..]));
        Ok(
            json!({ "keys": [{ "kty": "EC", "crv": "P-256", "kid": "one", "use": "sig", "alg": "ES256", "x": x, "y": y }] }),
        )
    }
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Claims of an access token.
#[derive(Clone, Debug)]
pub struct Token {
    issuer: String,
    subject: String,
    audience: String,
    expires_in_seconds: i64,
    name: Option<String>,
    email: Option<String>,
    verified: bool,
}

impl Token {
    /// A valid token for this subject, without an email address.
    pub fn of(subject: &str) -> Self {
        Self {
            issuer: ISSUER.to_owned(),
            subject: subject.to_owned(),
            audience: AUDIENCE.to_owned(),
            expires_in_seconds: 3600,
            name: None,
            email: None,
            verified: false,
        }
    }

    /// Sets a verified email address.
    #[must_use]
    pub fn email(self, address: &str) -> Self {
        Self { email: Some(address.to_owned()), verified: true, ..self }
    }

    /// Sets an unverified email address.
    #[must_use]
    pub fn unverified_email(self, address: &str) -> Self {
        Self { email: Some(address.to_owned()), verified: false, ..self }
    }

    /// Sets the name.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// Sets another issuer.
    #[must_use]
    pub fn issuer(self, issuer: &str) -> Self {
        Self { issuer: issuer.to_owned(), ..self }
    }

    /// Sets the audience of another API.
    #[must_use]
    pub fn audience(self, audience: &str) -> Self {
        Self { audience: audience.to_owned(), ..self }
    }

    /// Sets the lifetime in seconds; negative for an expired token.
    #[must_use]
    pub fn expires_in_seconds(self, expires_in_seconds: i64) -> Self {
        Self { expires_in_seconds, ..self }
    }
}
