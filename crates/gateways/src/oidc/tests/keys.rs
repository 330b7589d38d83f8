//! Rotation, outages, and what tokens with made-up keys cost the provider.

use std::time::Duration;

use serde_json::json;

use super::sign::Key;
use super::{Provider, after, claims, header, now, provider_with, refusal, settings, with};
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
async fn a_new_key_is_found_by_reading_again() {
    let (old, new) = (Key::rsa(), Key::ec());
    let (provider, verifier) = provider_with(&old, "old").await;
    let first = old.token(&header("RS256", "old"), &claims(&provider));
    assert!(verifier.verify(&first, now()).await.is_ok());
    provider.set(|answers| answers.keys = vec![new.jwk("new"), old.jwk("old")]);
    let second = new.token(&header("ES256", "new"), &claims(&provider));
    assert!(verifier.verify(&second, after(11)).await.is_ok());
    assert_eq!(provider.requests("/jwks"), 2);
    let third = old.token(&header("RS256", "old"), &with(claims(&provider), "jti", json!("3")));
    assert!(verifier.verify(&third, after(11)).await.is_ok(), "both keys count while they overlap");
    assert_eq!(provider.requests("/jwks"), 2, "known keys cost nothing");
}

#[tokio::test]
async fn a_request_that_another_overtook_in_reading_the_keys_is_answered_as_well() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let (first, second) = (
        key.token(&header("ES256", "k1"), &claims(&provider)),
        key.token(&header("ES256", "k1"), &with(claims(&provider), "jti", json!("2"))),
    );
    assert!(verifier.verify(&first, after(1)).await.is_ok());
    assert!(verifier.verify(&second, now()).await.is_ok(), "it looked at the clock a moment earlier");
}

#[tokio::test]
async fn made_up_key_names_do_not_flood_the_provider() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let tokens: Vec<String> =
        (0..100).map(|n| key.token(&header("ES256", &format!("fake-{n}")), &claims(&provider))).collect();
    let storm = futures_util::future::join_all(tokens.iter().map(|token| verifier.verify(token, now()))).await;
    for outcome in storm {
        assert_eq!(refusal(outcome), "signing key");
    }
    assert_eq!(provider.requests("/jwks"), 1, "a hundred at once");
    for second in 1..=30 {
        let token = key.token(&header("ES256", &format!("late-{second}")), &claims(&provider));
        assert_eq!(refusal(verifier.verify(&token, after(second)).await), "signing key");
    }
    assert_eq!(provider.requests("/jwks"), 4, "one more in each ten seconds");
}

#[tokio::test]
async fn a_withdrawn_key_stops_working_when_the_keys_are_read_again() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = key.token(&header("ES256", "k1"), &claims(&provider));
    assert!(verifier.verify(&token, now()).await.is_ok());
    provider.set(|answers| answers.keys = vec![Key::ec().jwk("k2")]);
    assert!(verifier.verify(&token, after(299)).await.is_ok(), "remembered");
    assert_eq!(refusal(verifier.verify(&token, after(600)).await), "signing key");
}

#[tokio::test]
async fn known_keys_outlive_an_outage_for_a_day() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let day = 24 * 3600;
    let claims = with(claims(&provider), "exp", json!(super::NOW_SECONDS + 3 * day));
    let token = key.token(&header("ES256", "k1"), &claims);
    assert!(verifier.verify(&token, now()).await.is_ok());
    provider.set(|answers| answers.broken = true);
    assert!(verifier.verify(&token, after(3600)).await.is_ok());
    assert!(verifier.verify(&token, after(day - 1)).await.is_ok());
    let unknown = key.token(&header("ES256", "k9"), &claims);
    assert!(unavailable(verifier.verify(&unknown, after(day - 1)).await).contains("502"));
    let later = day + 5 * 60;
    unavailable(verifier.verify(&token, after(later)).await);
    provider.set(|answers| answers.broken = false);
    assert!(verifier.verify(&token, after(later + 10)).await.is_ok());
}

#[tokio::test]
async fn a_provider_that_cannot_be_used_is_an_outage_and_no_refusal() {
    let key = Key::ec();
    let (mut provider, _) = provider_with(&key, "k1").await;
    let token = key.token(&header("ES256", "k1"), &claims(&provider));
    let patient = settings(&provider);
    let verdict = async || unavailable(Verifier::over_http(patient.clone()).unwrap().verify(&token, now()).await);

    provider.set(|answers| answers.silent = true);
    let quick = OidcSettings { request_timeout: Duration::from_millis(100), ..patient.clone() };
    unavailable(Verifier::over_http(quick).unwrap().verify(&token, now()).await);
    provider.set(|answers| (answers.silent, answers.broken) = (false, true));
    assert!(verdict().await.contains("502"));
    provider.set(|answers| (answers.broken, answers.padding) = (false, 600 * 1024));
    assert!(verdict().await.contains("too large"));
    let elsewhere = Provider::start("").await;
    provider.set(|answers| (answers.padding, answers.redirect) = (0, Some(elsewhere.base.clone())));
    assert!(verdict().await.contains("302"));
    assert_eq!(elsewhere.requests("/.well-known/openid-configuration"), 0, "redirects are not followed");
    let wrong = format!("{}/", provider.issuer());
    provider.set(|answers| (answers.redirect, answers.issuer) = (None, wrong));
    assert!(verdict().await.contains("slash at the end"));
    provider.stop().await;
    verdict().await;
}

#[tokio::test]
async fn a_failing_provider_is_not_asked_again_at_once() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    provider.set(|answers| answers.broken = true);
    let token = key.token(&header("ES256", "k1"), &claims(&provider));
    for second in [0, 1, 9] {
        unavailable(verifier.verify(&token, after(second)).await);
    }
    assert_eq!(provider.requests("/.well-known/openid-configuration"), 1);
    provider.set(|answers| answers.broken = false);
    assert!(verifier.verify(&token, after(10)).await.is_ok(), "an outage is not remembered as a refusal");
}

#[tokio::test]
async fn keys_that_are_not_for_signatures_are_left_out() {
    let key = Key::rsa();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let encryption = with(key.jwk("k1"), "use", json!("enc"));
    let other = with(key.jwk("k1"), "alg", json!("RS512"));
    let secret = json!({ "kty": "oct", "kid": "k1", "k": "c2VjcmV0" });
    let unknown = json!({ "kty": "AKP", "kid": "k1", "alg": "ML-DSA-44" });
    provider.set(|answers| answers.keys = vec![json!("odd"), encryption, other, secret, unknown]);
    let token = key.token(&header("RS256", "k1"), &claims(&provider));
    assert_eq!(refusal(verifier.verify(&token, now()).await), "signing key");
}

#[tokio::test]
async fn a_token_without_a_key_name_needs_the_only_fitting_key() {
    let (key, other) = (Key::ec(), Key::ec());
    let (provider, verifier) = provider_with(&key, "k1").await;
    provider.set(|answers| answers.keys.push(Key::rsa().jwk("k2")));
    let token = key.token(&json!({ "alg": "ES256" }), &claims(&provider));
    assert!(verifier.verify(&token, now()).await.is_ok());
    provider.set(|answers| answers.keys.push(other.jwk("k3")));
    assert_eq!(refusal(verifier.verify(&token, after(600)).await), "signing key");
}
