//! Tests of opaque tokens, and of email addresses from userinfo.

use serde_json::{Value, json};

use super::signing::Key;
use super::{Provider, after, claims, header, now, provider_with, rejection, settings, without};
use crate::oidc::{OidcError, OidcSettings, Verifier};

async fn opaque_provider() -> (Provider, Verifier) {
    let provider = Provider::start("").await;
    let verifier = Verifier::over_http(OidcSettings { userinfo_fallback: true, ..settings(&provider) }).unwrap();
    (provider, verifier)
}

fn userinfo_claims(verified: Value) -> Value {
    json!({ "sub": "user-1", "name": "Asha", "email": "asha@example.com", "email_verified": verified })
}

#[tokio::test]
async fn opaque_token_is_verified_by_userinfo_and_cached_for_a_minute() {
    let (provider, verifier) = opaque_provider().await;
    provider.set(|script| drop(script.userinfo.insert("opaque-1".to_owned(), (200, userinfo_claims(json!(true))))));
    let calls = (0..20).map(|_| verifier.verify("opaque-1", now()));
    for outcome in futures_util::future::join_all(calls).await {
        let verified = outcome.unwrap();
        assert_eq!((verified.subject.as_str(), verified.email.as_deref()), ("user-1", Some("asha@example.com")));
        assert_eq!((verified.issuer, verified.expires_at), (provider.issuer(), after(60)));
    }
    assert_eq!(provider.requests("/userinfo"), 1, "concurrent calls share one request");
    assert!(verifier.verify("opaque-1", after(59)).await.is_ok());
    assert_eq!(provider.requests("/userinfo"), 1);
    provider.set(|script| script.userinfo.clear());
    assert_eq!(rejection(verifier.verify("opaque-1", after(60)).await), "rejected by userinfo");
}

#[tokio::test]
async fn encrypted_token_counts_as_opaque() {
    let (provider, verifier) = opaque_provider().await;
    let jwe = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..aXY.Y2lwaGVydGV4dA.dGFn";
    provider.set(|script| drop(script.userinfo.insert(jwe.to_owned(), (200, userinfo_claims(json!("true"))))));
    assert!(verifier.verify(jwe, now()).await.unwrap().email_verified);
}

#[tokio::test]
async fn rejection_by_userinfo_is_cached_for_five_seconds() {
    let (provider, verifier) = opaque_provider().await;
    for second in 0..5 {
        assert_eq!(rejection(verifier.verify("unknown", after(second)).await), "rejected by userinfo");
    }
    assert_eq!(provider.requests("/userinfo"), 1);
    provider.set(|script| drop(script.userinfo.insert("unknown".to_owned(), (200, userinfo_claims(json!(true))))));
    assert!(verifier.verify("unknown", after(5)).await.is_ok());
}

#[tokio::test]
async fn opaque_token_is_rejected_unless_enabled() {
    let provider = Provider::start("").await;
    provider.set(|script| drop(script.userinfo.insert("opaque-1".to_owned(), (200, userinfo_claims(json!(true))))));
    let verifier = Verifier::over_http(settings(&provider)).unwrap();
    assert_eq!(rejection(verifier.verify("opaque-1", now()).await), "not a JWT");
    assert_eq!(provider.requests("/userinfo"), 0);
}

#[tokio::test]
async fn invalid_jwt_is_not_sent_to_userinfo() {
    let key = Key::ec();
    let (provider, verifier) = opaque_provider().await;
    provider.set(|script| script.keys = vec![key.jwk("k1")]);
    let token = key.token(&header("ES256", "k1"), &super::with(claims(&provider), "aud", json!("other-api")));
    provider.set(|script| drop(script.userinfo.insert(token.clone(), (200, userinfo_claims(json!(true))))));
    assert_eq!(rejection(verifier.verify(&token, now()).await), "audience");
    assert_eq!(provider.requests("/userinfo"), 0);
}

#[tokio::test]
async fn failing_userinfo_is_unavailable() {
    let (provider, verifier) = opaque_provider().await;
    for status in [500, 429, 404] {
        let token = format!("opaque-{status}");
        provider.set(|script| drop(script.userinfo.insert(token.clone(), (status, json!({})))));
        let outcome = verifier.verify(&token, now()).await;
        assert!(matches!(outcome, Err(OidcError::Unavailable(_))), "{status}: {outcome:?}");
    }
    provider.set(|script| drop(script.userinfo.insert("no-sub".to_owned(), (200, json!({ "email": "a@b.c" })))));
    assert_eq!(rejection(verifier.verify("no-sub", now()).await), "subject");
}

#[tokio::test]
async fn subjects_with_the_same_email_stay_separate_and_unverified_email_is_dropped() {
    let (provider, verifier) = opaque_provider().await;
    let second = json!({ "sub": "user-2", "email": "asha@example.com", "email_verified": false });
    provider.set(|script| drop(script.userinfo.insert("first".to_owned(), (200, userinfo_claims(json!(true))))));
    provider.set(|script| drop(script.userinfo.insert("second".to_owned(), (200, second))));
    let first = verifier.verify("first", now()).await.unwrap();
    let second = verifier.verify("second", now()).await.unwrap();
    assert_eq!((first.subject.as_str(), first.email.as_deref()), ("user-1", Some("asha@example.com")));
    assert_eq!((second.subject.as_str(), second.email), ("user-2", None));
}

/// Returns a JWT without email claims, like those of Cognito and oidc-provider.
fn jwt_without_email(key: &Key, provider: &Provider) -> String {
    let claims = without(without(claims(provider), "email"), "email_verified");
    key.token(&header("ES256", "k1"), &without(claims, "name"))
}

#[tokio::test]
async fn missing_email_is_fetched_from_userinfo() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = jwt_without_email(&key, &provider);
    provider.set(|script| drop(script.userinfo.insert(token.clone(), (200, userinfo_claims(json!(true))))));
    for second in [0, 1, 59] {
        let verified = verifier.verify(&token, after(second)).await.unwrap();
        assert_eq!(verified.email.as_deref(), Some("asha@example.com"));
        assert_eq!((verified.name.as_deref(), verified.expires_at), (Some("Asha"), after(3600)));
    }
    assert_eq!(provider.requests("/userinfo"), 1);
}

#[tokio::test]
async fn jwt_stays_valid_without_email_when_userinfo_rejects_it() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = jwt_without_email(&key, &provider);
    for second in [0, 200] {
        let verified = verifier.verify(&token, after(second)).await.unwrap();
        assert_eq!((verified.subject.as_str(), verified.email, verified.email_verified), ("user-1", None, false));
    }
    assert_eq!(provider.requests("/userinfo"), 1, "the rejection is cached with the token");
}

#[tokio::test]
async fn jwt_stays_valid_when_userinfo_fails_and_email_is_fetched_later() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = jwt_without_email(&key, &provider);
    provider.set(|script| drop(script.userinfo.insert(token.clone(), (503, json!({})))));
    assert_eq!(verifier.verify(&token, now()).await.unwrap().email, None);
    provider.set(|script| drop(script.userinfo.insert(token.clone(), (200, userinfo_claims(json!(true))))));
    assert!(verifier.verify(&token, after(5)).await.unwrap().email_verified);
}

#[tokio::test]
async fn userinfo_of_another_subject_is_ignored() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = jwt_without_email(&key, &provider);
    let other = json!({ "sub": "user-2", "email": "other@example.com", "email_verified": true, "name": "Other" });
    provider.set(|script| drop(script.userinfo.insert(token.clone(), (200, other))));
    let verified = verifier.verify(&token, now()).await.unwrap();
    assert_eq!((verified.email, verified.name), (None, None));
}
