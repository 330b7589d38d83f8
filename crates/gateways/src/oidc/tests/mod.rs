//! Tests of token verification against a test provider over HTTP.

mod keys;
mod provider;
mod signing;
mod tokens;
mod userinfo;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use self::provider::Provider;
use self::signing::Key;
use super::{OidcError, OidcSettings, Verifier};

/// 2026-03-01T10:00:00Z.
const NOW_SECONDS: i64 = 1_772_359_200;

fn now() -> Timestamp {
    Timestamp::from_second(NOW_SECONDS).unwrap()
}

fn after(seconds: i64) -> Timestamp {
    now() + SignedDuration::from_secs(seconds)
}

fn settings(provider: &Provider) -> OidcSettings {
    OidcSettings {
        client_id: Some("tala-web".to_owned()),
        ..OidcSettings::new(provider.issuer(), Some("tala-api".to_owned()))
    }
}

/// Returns the claims of a valid access token; tests change one at a time.
fn claims(provider: &Provider) -> Value {
    json!({
        "iss": provider.issuer(), "sub": "user-1", "aud": "tala-api", "scope": "openid",
        "exp": NOW_SECONDS + 3600, "iat": NOW_SECONDS, "name": "Asha Rao",
        "email": "asha@example.com", "email_verified": true,
    })
}

fn with(mut claims: Value, name: &str, value: Value) -> Value {
    claims[name] = value;
    claims
}

fn without(mut claims: Value, name: &str) -> Value {
    claims.as_object_mut().unwrap().remove(name);
    claims
}

/// Starts a provider with one key, and creates a verifier for it.
async fn provider_with(key: &Key, id: &str) -> (Provider, Verifier) {
    let provider = Provider::start("").await;
    provider.set(|script| script.keys = vec![key.jwk(id)]);
    let verifier = Verifier::over_http(settings(&provider)).unwrap();
    (provider, verifier)
}

fn header(algorithm: &str, id: &str) -> Value {
    json!({ "alg": algorithm, "typ": "JWT", "kid": id })
}

fn rejection<T: std::fmt::Debug>(outcome: Result<T, OidcError>) -> &'static str {
    match outcome {
        Err(OidcError::Invalid(reason)) => reason,
        other => panic!("expected a rejection, got {other:?}"),
    }
}
