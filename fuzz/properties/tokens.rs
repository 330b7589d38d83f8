//! Access tokens: unsigned or altered tokens are rejected, and signed claims are validated.

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};
use tala_domain::time::Timestamp;
use tala_gateways::oidc::{KeySource, OidcError, OidcSettings, Verifier};

use super::texts;

const ISSUER: &str = "https://id.test";
const AUDIENCE: &str = "tala-api";
const NOW: i64 = 1_790_000_000;

struct Provider(EcdsaKeyPair);

static PROVIDER: LazyLock<Arc<Provider>> =
    LazyLock::new(|| Arc::new(Provider(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key"))));
static VERIFIER: LazyLock<Verifier> = LazyLock::new(|| {
    let settings =
        OidcSettings { client_id: Some("tala-web".to_owned()), ..OidcSettings::new(ISSUER, Some(AUDIENCE.to_owned())) };
    Verifier::new(settings, Arc::<Provider>::clone(&PROVIDER), None).expect("settings")
});
static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime"));

#[async_trait]
impl KeySource for Provider {
    async fn jwks(&self) -> Result<Value, OidcError> {
        let point = self.0.public_key().as_ref();
        let (x, y) = (encode(&point[1..33]), encode(&point[33..]));
        Ok(
            json!({ "keys": [{ "kty": "EC", "crv": "P-256", "kid": "one", "use": "sig", "alg": "ES256", "x": x, "y": y }] }),
        )
    }
}

pub(super) fn only_signed_tokens_are_accepted(input: &[u8]) {
    let now = Timestamp::from_second(NOW).expect("a time");
    let verify = |bearer: &str| RUNTIME.block_on(VERIFIER.verify(bearer, now));
    let [header, payload, other] = texts(input);
    assert!(verify(&header).is_err(), "unsigned token");
    let unsigned = format!("{}.{}", encode(&header), encode(&payload));
    for signature in [String::new(), encode(&other), other.clone()] {
        assert!(verify(&format!("{unsigned}.{signature}")).is_err(), "unsigned token");
    }

    // The input chooses the claims of a signed token.
    let mut claims: Map<String, Value> = serde_json::from_str(&payload).unwrap_or_default();
    for (name, value) in
        [("iss", json!(ISSUER)), ("aud", json!(AUDIENCE)), ("exp", json!(NOW + 60)), ("sub", json!(other))]
    {
        claims.entry(name).or_insert(value);
    }
    claims.entry("email").or_insert_with(|| json!(header));
    claims.entry("email_verified").or_insert(json!(true));
    claims.entry("name").or_insert_with(|| json!(payload));
    let head: Map<String, Value> = serde_json::from_str(&header).unwrap_or_default();
    let (algorithm, kind) = (head.get("alg").cloned(), head.get("typ").cloned());
    let head = json!({ "alg": algorithm.clone().unwrap_or(json!("ES256")), "typ": kind.unwrap_or(json!("at+jwt")), "kid": "one" });
    let token = sign(&head, &claims);
    let Ok(known) = verify(&token) else { return };
    assert!(algorithm.is_none_or(|name| name == "ES256"));
    assert_eq!((known.issuer.as_str(), claims["iss"].as_str()), (ISSUER, Some(ISSUER)));
    let audience = &claims["aud"];
    let meant = audience == AUDIENCE || audience.as_array().is_some_and(|many| many.iter().any(|one| one == AUDIENCE));
    assert!(meant, "{audience}");
    assert!(claims["exp"].as_f64().expect("an end") > (NOW - 300) as f64);
    assert_eq!(Some(known.subject.as_str()), claims["sub"].as_str());
    assert!((1..=255).contains(&known.subject.len()) && !known.subject.contains(char::is_control));
    assert_eq!(known.email.is_some(), known.email_verified);
    if let Some(email) = &known.email {
        assert!(email.len() <= 254 && !email.contains(|c: char| c.is_control() || c.is_whitespace()));
        assert!(claims["email_verified"] == true || claims["email_verified"] == "true");
    }
    assert!(known.name.is_none_or(|name| name.chars().count() <= 200 && !name.contains(char::is_control)));

    let (signed, signature) = token.rsplit_once('.').expect("three parts");
    let other_claims = format!("{}.{}", signed.split_once('.').expect("two parts").0, encode(format!("{payload} ")));
    assert!(verify(&format!("{other_claims}.{signature}")).is_err(), "a signature is valid for its own claims only");
}

fn sign(header: &Value, claims: &Map<String, Value>) -> String {
    let signed = format!("{}.{}", encode(header.to_string()), encode(Value::from(claims.clone()).to_string()));
    let signature = PROVIDER.0.sign(&SystemRandom::new(), signed.as_bytes()).expect("a signature");
    format!("{signed}.{}", encode(signature))
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
