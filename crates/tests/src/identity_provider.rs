//! A sign-in provider in the test's own process: one key, and any token that a test can think of.

use async_trait::async_trait;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde_json::{Value, json};
use tala_gateways::oidc::{KeySource, OidcError, OidcSettings, Verifier};

/// Who signs.
pub const ISSUER: &str = "https://id.test";
/// For whom.
pub const AUDIENCE: &str = "tala-api";

/// The provider.
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

    /// Signs a token as of `now`.
    pub fn mint(&self, token: &Token, now: Timestamp) -> String {
        let claims = json!({
            "iss": token.issuer, "sub": token.subject, "aud": token.audience, "scope": "openid profile email",
            "iat": now.as_second(), "exp": now.as_second() + token.lives_seconds,
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

/// What an access token says.
#[derive(Clone, Debug)]
pub struct Token {
    issuer: String,
    subject: String,
    audience: String,
    lives_seconds: i64,
    name: Option<String>,
    email: Option<String>,
    verified: bool,
}

impl Token {
    /// A good token of our provider about this subject, with no e-mail address.
    pub fn of(subject: &str) -> Self {
        Self {
            issuer: ISSUER.to_owned(),
            subject: subject.to_owned(),
            audience: AUDIENCE.to_owned(),
            lives_seconds: 3600,
            name: None,
            email: None,
            verified: false,
        }
    }

    /// With an address that the provider has verified.
    #[must_use]
    pub fn email(self, address: &str) -> Self {
        Self { email: Some(address.to_owned()), verified: true, ..self }
    }

    /// With an address that anybody may have typed.
    #[must_use]
    pub fn unverified_email(self, address: &str) -> Self {
        Self { email: Some(address.to_owned()), verified: false, ..self }
    }

    /// With a name.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// Signed in another provider's name.
    #[must_use]
    pub fn issuer(self, issuer: &str) -> Self {
        Self { issuer: issuer.to_owned(), ..self }
    }

    /// Made for somebody else's API.
    #[must_use]
    pub fn audience(self, audience: &str) -> Self {
        Self { audience: audience.to_owned(), ..self }
    }

    /// Ends so many seconds after it is minted; negative for one that has ended.
    #[must_use]
    pub fn lives_seconds(self, lives_seconds: i64) -> Self {
        Self { lives_seconds, ..self }
    }
}
