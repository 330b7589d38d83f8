//! Tokens that only the provider can read, and addresses that only userinfo knows.

use serde_json::{Value, json};

use super::sign::Key;
use super::{Provider, after, claims, header, now, provider_with, refusal, settings, without};
use crate::oidc::{OidcError, OidcSettings, Verifier};

async fn opaque_provider() -> (Provider, Verifier) {
    let provider = Provider::start("").await;
    let verifier = Verifier::over_http(OidcSettings { userinfo_fallback: true, ..settings(&provider) }).unwrap();
    (provider, verifier)
}

fn holder(verified: Value) -> Value {
    json!({ "sub": "user-1", "name": "Asha", "email": "asha@example.com", "email_verified": verified })
}

#[tokio::test]
async fn an_opaque_token_is_shown_to_userinfo_once_a_minute() {
    let (provider, verifier) = opaque_provider().await;
    provider.set(|answers| drop(answers.userinfo.insert("opaque-1".to_owned(), (200, holder(json!(true))))));
    let asked = (0..20).map(|_| verifier.verify("opaque-1", now()));
    for outcome in futures_util::future::join_all(asked).await {
        let verified = outcome.unwrap();
        assert_eq!((verified.subject.as_str(), verified.email.as_deref()), ("user-1", Some("asha@example.com")));
        assert_eq!((verified.issuer, verified.expires_at), (provider.issuer(), after(60)));
    }
    assert_eq!(provider.requests("/userinfo"), 1, "asked together, asked once");
    assert!(verifier.verify("opaque-1", after(59)).await.is_ok());
    assert_eq!(provider.requests("/userinfo"), 1);
    provider.set(|answers| answers.userinfo.clear());
    assert_eq!(refusal(verifier.verify("opaque-1", after(60)).await), "refused by userinfo");
}

#[tokio::test]
async fn an_encrypted_token_counts_as_opaque() {
    let (provider, verifier) = opaque_provider().await;
    let jwe = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..aXY.Y2lwaGVydGV4dA.dGFn";
    provider.set(|answers| drop(answers.userinfo.insert(jwe.to_owned(), (200, holder(json!("true"))))));
    assert!(verifier.verify(jwe, now()).await.unwrap().email_verified);
}

#[tokio::test]
async fn a_refusal_is_remembered_for_seconds_only() {
    let (provider, verifier) = opaque_provider().await;
    for second in 0..5 {
        assert_eq!(refusal(verifier.verify("unknown", after(second)).await), "refused by userinfo");
    }
    assert_eq!(provider.requests("/userinfo"), 1);
    provider.set(|answers| drop(answers.userinfo.insert("unknown".to_owned(), (200, holder(json!(true))))));
    assert!(verifier.verify("unknown", after(5)).await.is_ok());
}

#[tokio::test]
async fn an_opaque_token_is_refused_unless_it_is_switched_on() {
    let provider = Provider::start("").await;
    provider.set(|answers| drop(answers.userinfo.insert("opaque-1".to_owned(), (200, holder(json!(true))))));
    let verifier = Verifier::over_http(settings(&provider)).unwrap();
    assert_eq!(refusal(verifier.verify("opaque-1", now()).await), "not a JWT");
    assert_eq!(provider.requests("/userinfo"), 0);
}

#[tokio::test]
async fn a_bad_jwt_gets_no_second_chance_at_userinfo() {
    let key = Key::ec();
    let (provider, verifier) = opaque_provider().await;
    provider.set(|answers| answers.keys = vec![key.jwk("k1")]);
    let token = key.token(&header("ES256", "k1"), &super::with(claims(&provider), "aud", json!("other-api")));
    provider.set(|answers| drop(answers.userinfo.insert(token.clone(), (200, holder(json!(true))))));
    assert_eq!(refusal(verifier.verify(&token, now()).await), "audience");
    assert_eq!(provider.requests("/userinfo"), 0);
}

#[tokio::test]
async fn userinfo_that_is_away_is_an_outage() {
    let (provider, verifier) = opaque_provider().await;
    for status in [500, 429, 404] {
        let token = format!("opaque-{status}");
        provider.set(|answers| drop(answers.userinfo.insert(token.clone(), (status, json!({})))));
        let outcome = verifier.verify(&token, now()).await;
        assert!(matches!(outcome, Err(OidcError::Unavailable(_))), "{status}: {outcome:?}");
    }
    provider.set(|answers| drop(answers.userinfo.insert("no-sub".to_owned(), (200, json!({ "email": "a@b.c" })))));
    assert_eq!(refusal(verifier.verify("no-sub", now()).await), "subject");
}

#[tokio::test]
async fn two_subjects_with_one_address_stay_two_and_the_unverified_one_has_none() {
    let (provider, verifier) = opaque_provider().await;
    let second = json!({ "sub": "user-2", "email": "asha@example.com", "email_verified": false });
    provider.set(|answers| drop(answers.userinfo.insert("first".to_owned(), (200, holder(json!(true))))));
    provider.set(|answers| drop(answers.userinfo.insert("second".to_owned(), (200, second))));
    let first = verifier.verify("first", now()).await.unwrap();
    let second = verifier.verify("second", now()).await.unwrap();
    assert_eq!((first.subject.as_str(), first.email.as_deref()), ("user-1", Some("asha@example.com")));
    assert_eq!((second.subject.as_str(), second.email), ("user-2", None));
}

/// A JWT that says nothing about the address, as Cognito's and oidc-provider's do.
fn silent_jwt(key: &Key, provider: &Provider) -> String {
    let said = without(without(claims(provider), "email"), "email_verified");
    key.token(&header("ES256", "k1"), &without(said, "name"))
}

#[tokio::test]
async fn a_jwt_without_an_address_is_completed_by_userinfo() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = silent_jwt(&key, &provider);
    provider.set(|answers| drop(answers.userinfo.insert(token.clone(), (200, holder(json!(true))))));
    for second in [0, 1, 59] {
        let verified = verifier.verify(&token, after(second)).await.unwrap();
        assert_eq!(verified.email.as_deref(), Some("asha@example.com"));
        assert_eq!((verified.name.as_deref(), verified.expires_at), (Some("Asha"), after(3600)));
    }
    assert_eq!(provider.requests("/userinfo"), 1);
}

#[tokio::test]
async fn a_userinfo_that_refuses_leaves_the_jwt_good_without_an_address() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = silent_jwt(&key, &provider);
    for second in [0, 200] {
        let verified = verifier.verify(&token, after(second)).await.unwrap();
        assert_eq!((verified.subject.as_str(), verified.email, verified.email_verified), ("user-1", None, false));
    }
    assert_eq!(provider.requests("/userinfo"), 1, "a refusal is remembered with the token");
}

#[tokio::test]
async fn a_userinfo_that_is_away_leaves_the_jwt_good_and_is_asked_again_soon() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = silent_jwt(&key, &provider);
    provider.set(|answers| drop(answers.userinfo.insert(token.clone(), (503, json!({})))));
    assert_eq!(verifier.verify(&token, now()).await.unwrap().email, None);
    provider.set(|answers| drop(answers.userinfo.insert(token.clone(), (200, holder(json!(true))))));
    assert!(verifier.verify(&token, after(5)).await.unwrap().email_verified);
}

#[tokio::test]
async fn userinfo_about_somebody_else_is_not_used() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = silent_jwt(&key, &provider);
    let other = json!({ "sub": "user-2", "email": "other@example.com", "email_verified": true, "name": "Other" });
    provider.set(|answers| drop(answers.userinfo.insert(token.clone(), (200, other))));
    let verified = verifier.verify(&token, now()).await.unwrap();
    assert_eq!((verified.email, verified.name), (None, None));
}
