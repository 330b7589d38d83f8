//! Tests of the key cache: rotation, outages, and tokens with forged key ids.

use std::time::Duration;

use serde_json::json;

use super::signing::Key;
use super::{Provider, after, claims, header, now, provider_with, rejection, settings, with};
use crate::oidc::{OidcError, OidcSettings, Verifier};
use tala_domain::error::ErrorCode;

fn unavailable<T: std::fmt::Debug>(outcome: Result<T, OidcError>) -> String {
    match outcome {
        Err(error @ OidcError::Unavailable(_)) => {
            assert_eq!(error.code(), ErrorCode::SignInUnavailable);
            error.to_string()
        }
        other => panic!("expected an outage, got {other:?}"),
    }
}

#[tokio::test]
async fn new_key_is_fetched_when_its_id_is_unknown() {
    let (old, new) = (Key::rsa(), Key::ec());
    let (provider, verifier) = provider_with(&old, "old").await;
    let first = old.token(&header("RS256", "old"), &claims(&provider));
    assert!(verifier.verify(&first, now()).await.is_ok());
    provider.set(|script| script.keys = vec![new.jwk("new"), old.jwk("old")]);
    let second = new.token(&header("ES256", "new"), &claims(&provider));
    assert!(verifier.verify(&second, after(11)).await.is_ok());
    assert_eq!(provider.requests("/jwks"), 2);
    let third = old.token(&header("RS256", "old"), &with(claims(&provider), "jti", json!("3")));
    assert!(verifier.verify(&third, after(11)).await.is_ok(), "both keys are valid while they overlap");
    assert_eq!(provider.requests("/jwks"), 2, "known keys cost nothing");
}

#[tokio::test]
async fn request_with_slightly_earlier_clock_uses_cached_keys() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let (first, second) = (
        key.token(&header("ES256", "k1"), &claims(&provider)),
        key.token(&header("ES256", "k1"), &with(claims(&provider), "jti", json!("2"))),
    );
    assert!(verifier.verify(&first, after(1)).await.is_ok());
    assert!(verifier.verify(&second, now()).await.is_ok(), "its clock reading is one second older");
}

#[tokio::test]
async fn forged_key_ids_do_not_flood_the_provider() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let tokens: Vec<String> =
        (0..100).map(|n| key.token(&header("ES256", &format!("fake-{n}")), &claims(&provider))).collect();
    let outcomes = futures_util::future::join_all(tokens.iter().map(|token| verifier.verify(token, now()))).await;
    for outcome in outcomes {
        assert_eq!(rejection(outcome), "signing key");
    }
    assert_eq!(provider.requests("/jwks"), 1, "one fetch for a hundred concurrent tokens");
    for second in 1..=30 {
        let token = key.token(&header("ES256", &format!("late-{second}")), &claims(&provider));
        assert_eq!(rejection(verifier.verify(&token, after(second)).await), "signing key");
    }
    assert_eq!(provider.requests("/jwks"), 4, "one more fetch every ten seconds");
}

#[tokio::test]
async fn revoked_key_stops_working_after_refresh() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = key.token(&header("ES256", "k1"), &claims(&provider));
    assert!(verifier.verify(&token, now()).await.is_ok());
    provider.set(|script| script.keys = vec![Key::ec().jwk("k2")]);
    assert!(verifier.verify(&token, after(299)).await.is_ok(), "the verified token is cached");
    assert_eq!(rejection(verifier.verify(&token, after(600)).await), "signing key");
}

#[tokio::test]
async fn cached_keys_are_used_for_a_day_during_an_outage() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let day = 24 * 3600;
    let claims = with(claims(&provider), "exp", json!(super::NOW_SECONDS + 3 * day));
    let token = key.token(&header("ES256", "k1"), &claims);
    assert!(verifier.verify(&token, now()).await.is_ok());
    provider.set(|script| script.failing = true);
    assert!(verifier.verify(&token, after(3600)).await.is_ok());
    assert!(verifier.verify(&token, after(day - 1)).await.is_ok());
    let unknown = key.token(&header("ES256", "k9"), &claims);
    assert!(unavailable(verifier.verify(&unknown, after(day - 1)).await).contains("502"));
    let later = day + 5 * 60;
    unavailable(verifier.verify(&token, after(later)).await);
    provider.set(|script| script.failing = false);
    assert!(verifier.verify(&token, after(later + 10)).await.is_ok());
}

#[tokio::test]
async fn unusable_provider_is_unavailable_and_not_a_rejection() {
    let key = Key::ec();
    let (mut provider, _) = provider_with(&key, "k1").await;
    let token = key.token(&header("ES256", "k1"), &claims(&provider));
    let default_settings = settings(&provider);
    let outcome =
        async || unavailable(Verifier::over_http(default_settings.clone()).unwrap().verify(&token, now()).await);

    provider.set(|script| script.silent = true);
    let short_timeout = OidcSettings { request_timeout: Duration::from_millis(100), ..default_settings.clone() };
    unavailable(Verifier::over_http(short_timeout).unwrap().verify(&token, now()).await);
    provider.set(|script| (script.silent, script.failing) = (false, true));
    assert!(outcome().await.contains("502"));
    provider.set(|script| (script.failing, script.padding) = (false, 600 * 1024));
    assert!(outcome().await.contains("too large"));
    let elsewhere = Provider::start("").await;
    provider.set(|script| (script.padding, script.redirect) = (0, Some(elsewhere.base.clone())));
    assert!(outcome().await.contains("302"));
    assert_eq!(elsewhere.requests("/.well-known/openid-configuration"), 0, "redirects are not followed");
    let with_slash = format!("{}/", provider.issuer());
    provider.set(|script| (script.redirect, script.issuer) = (None, with_slash));
    assert!(outcome().await.contains("trailing slash"));
    provider.stop().await;
    outcome().await;
}

#[tokio::test]
async fn failed_fetch_is_not_retried_within_ten_seconds() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    provider.set(|script| script.failing = true);
    let token = key.token(&header("ES256", "k1"), &claims(&provider));
    for second in [0, 1, 9] {
        unavailable(verifier.verify(&token, after(second)).await);
    }
    assert_eq!(provider.requests("/.well-known/openid-configuration"), 1);
    provider.set(|script| script.failing = false);
    assert!(verifier.verify(&token, after(10)).await.is_ok(), "an outage is not cached as a rejection");
}

#[tokio::test]
async fn keys_that_are_not_for_signatures_are_ignored() {
    let key = Key::rsa();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let encryption = with(key.jwk("k1"), "use", json!("enc"));
    let other = with(key.jwk("k1"), "alg", json!("RS512"));
    let secret = json!({ "kty": "oct", "kid": "k1", "k": "c2VjcmV0" });
    let unknown = json!({ "kty": "AKP", "kid": "k1", "alg": "ML-DSA-44" });
    provider.set(|script| script.keys = vec![json!("odd"), encryption, other, secret, unknown]);
    let token = key.token(&header("RS256", "k1"), &claims(&provider));
    assert_eq!(rejection(verifier.verify(&token, now()).await), "signing key");
}

#[tokio::test]
async fn token_without_key_id_requires_exactly_one_matching_key() {
    let (key, other) = (Key::ec(), Key::ec());
    let (provider, verifier) = provider_with(&key, "k1").await;
    provider.set(|script| script.keys.push(Key::rsa().jwk("k2")));
    let token = key.token(&json!({ "alg": "ES256" }), &claims(&provider));
    assert!(verifier.verify(&token, now()).await.is_ok());
    provider.set(|script| script.keys.push(other.jwk("k3")));
    assert_eq!(rejection(verifier.verify(&token, after(600)).await), "signing key");
}
