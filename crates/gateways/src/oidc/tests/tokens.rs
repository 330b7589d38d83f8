//! Tests of accepted and rejected tokens.

use aws_lc_rs::hmac;
use serde_json::{Value, json};

use super::signing::{Key, encode};
use super::{NOW_SECONDS, Provider, after, claims, header, now, provider_with, rejection, settings, with, without};
use crate::oidc::{OidcSettings, Verifier};

#[tokio::test]
async fn valid_token_is_verified_with_every_algorithm() {
    for (key, algorithm) in [(Key::rsa(), "RS256"), (Key::rsa(), "PS256"), (Key::ec(), "ES256"), (Key::ed(), "EdDSA")] {
        let (provider, verifier) = provider_with(&key, "k1").await;
        let token = key.token(&header(algorithm, "k1"), &claims(&provider));
        let verified = verifier.verify(&token, now()).await.unwrap();
        assert_eq!(verified.issuer, provider.issuer(), "{algorithm}");
        assert_eq!(verified.subject, "user-1");
        assert_eq!(verified.email.as_deref(), Some("asha@example.com"));
        assert!(verified.email_verified);
        assert_eq!(verified.name.as_deref(), Some("Asha Rao"));
        assert_eq!(verified.expires_at, after(3600));
        assert_eq!(provider.requests("/userinfo"), 0, "the token has all claims");
    }
}

#[tokio::test]
async fn issuer_with_trailing_slash_is_compared_exactly() {
    let key = Key::ec();
    let provider = Provider::start("/").await;
    provider.set(|script| script.keys = vec![key.jwk("k1")]);
    let verifier = Verifier::over_http(settings(&provider)).unwrap();
    let valid = key.token(&header("ES256", "k1"), &claims(&provider));
    assert_eq!(verifier.verify(&valid, now()).await.unwrap().issuer, format!("{}/", provider.base));
    let without_slash = key.token(&header("ES256", "k1"), &with(claims(&provider), "iss", json!(provider.base)));
    assert_eq!(rejection(verifier.verify(&without_slash, now()).await), "issuer");
    assert_eq!(provider.requests("/.well-known/openid-configuration"), 1, "no double slash in the URL");
}

#[tokio::test]
async fn unsigned_foreign_and_altered_tokens_are_rejected() {
    let (key, foreign_key) = (Key::rsa(), Key::rsa());
    let (provider, verifier) = provider_with(&key, "k1").await;
    let valid_claims = claims(&provider);

    let unsigned = format!("{}.{}.", encode(header("none", "k1").to_string()), encode(valid_claims.to_string()));
    assert_eq!(rejection(verifier.verify(&unsigned, now()).await), "algorithm");

    let signed = format!("{}.{}", encode(header("HS256", "k1").to_string()), encode(valid_claims.to_string()));
    let secret = hmac::Key::new(hmac::HMAC_SHA256, &key.public_der());
    let confused = format!("{signed}.{}", encode(hmac::sign(&secret, signed.as_bytes())));
    assert_eq!(rejection(verifier.verify(&confused, now()).await), "algorithm");

    let foreign = foreign_key.token(&header("RS256", "k1"), &valid_claims);
    assert_eq!(rejection(verifier.verify(&foreign, now()).await), "signature");

    let valid = key.token(&header("RS256", "k1"), &valid_claims);
    let (_, signature) = valid.rsplit_once('.').unwrap();
    let altered = encode(with(valid_claims, "sub", json!("user-2")).to_string());
    let changed = format!("{}.{altered}.{signature}", encode(header("RS256", "k1").to_string()));
    assert_eq!(rejection(verifier.verify(&changed, now()).await), "signature");
    assert!(verifier.verify(&valid, now()).await.is_ok());
}

#[tokio::test]
async fn algorithm_must_match_the_key_and_be_allowed() {
    let key = Key::rsa();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let es256 = key.token(&header("ES256", "k1"), &claims(&provider));
    assert_eq!(rejection(verifier.verify(&es256, now()).await), "signing key");

    let narrow = OidcSettings { algorithms: vec!["ES256".to_owned()], ..settings(&provider) };
    let verifier = Verifier::over_http(narrow).unwrap();
    let rs256 = key.token(&header("RS256", "k1"), &claims(&provider));
    assert_eq!(rejection(verifier.verify(&rs256, now()).await), "algorithm");

    for algorithm in ["none", "HS256", "hs512", "ROT13"] {
        let wrong = OidcSettings { algorithms: vec![algorithm.to_owned()], ..settings(&provider) };
        assert_eq!(Verifier::over_http(wrong).err().unwrap().field, "algorithms", "{algorithm}");
    }
}

#[tokio::test]
async fn key_in_token_header_is_ignored() {
    let (key, own) = (Key::ec(), Key::ec());
    let (provider, verifier) = provider_with(&key, "k1").await;
    let head = json!({ "alg": "ES256", "typ": "JWT", "kid": "k1", "jwk": own.jwk("k1"), "jku": provider.base });
    assert_eq!(rejection(verifier.verify(&own.token(&head, &claims(&provider)), now()).await), "signature");
    let critical = with(header("ES256", "k1"), "crit", json!(["b64"]));
    let token = key.token(&critical, &claims(&provider));
    assert_eq!(rejection(verifier.verify(&token, now()).await), "unknown critical header");
}

#[tokio::test]
async fn invalid_claims_are_rejected() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let good = claims(&provider);
    let slash = format!("{}/", provider.issuer());
    let cases: Vec<(&str, Value)> = vec![
        ("issuer", with(good.clone(), "iss", json!(slash))),
        ("issuer", with(good.clone(), "iss", json!([provider.issuer()]))),
        ("issuer", without(good.clone(), "iss")),
        ("audience", with(good.clone(), "aud", json!("other-api"))),
        ("audience", with(good.clone(), "aud", json!(["other-api", "tala-api2"]))),
        ("audience", with(good.clone(), "aud", json!({ "tala-api": true }))),
        ("audience", without(good.clone(), "aud")),
        ("expired", with(good.clone(), "exp", json!(NOW_SECONDS - 60))),
        ("no expiry", without(good.clone(), "exp")),
        ("time claim", with(good.clone(), "exp", json!("tomorrow"))),
        ("time claim", with(good.clone(), "exp", json!(1e30))),
        ("time claim", with(good.clone(), "exp", Value::Null)),
        ("not valid yet", with(good.clone(), "nbf", json!(NOW_SECONDS + 61))),
        ("subject", without(good.clone(), "sub")),
        ("subject", with(good.clone(), "sub", json!(" "))),
        ("subject", with(good.clone(), "sub", json!(7))),
        ("subject", with(good.clone(), "sub", json!("a\nb"))),
        ("subject", with(good.clone(), "sub", json!("x".repeat(256)))),
        ("type (token_use)", with(good.clone(), "token_use", json!("id"))),
        ("type (claim typ)", with(good.clone(), "typ", json!("Refresh"))),
        ("type (ID token)", with(good.clone(), "nonce", json!("n"))),
        ("type (ID token)", with(good.clone(), "at_hash", json!("h"))),
        ("type (event)", with(good.clone(), "events", json!({}))),
        ("sender-constrained token", with(good.clone(), "cnf", json!({ "jkt": "x" }))),
        ("claims", json!(["not", "an", "object"])),
    ];
    for (reason, claims) in cases {
        let token = key.token(&header("ES256", "k1"), &claims);
        assert_eq!(rejection(verifier.verify(&token, now()).await), reason, "{claims}");
    }
}

#[tokio::test]
async fn claims_at_the_limits_are_accepted() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let good = claims(&provider);
    let userinfo = format!("{}/userinfo", provider.base);
    for claims in [
        with(good.clone(), "aud", json!(["tala-api", userinfo])),
        with(good.clone(), "exp", json!(NOW_SECONDS - 59)),
        with(good.clone(), "exp", json!(f64::from(1_772_359_200) + 0.5)),
        with(good.clone(), "nbf", json!(NOW_SECONDS + 60)),
        with(with(good.clone(), "nonce", json!("n")), "typ", json!("Bearer")),
        without(good.clone(), "scope"),
    ] {
        let token = key.token(&header("ES256", "k1"), &claims);
        let verified = verifier.verify(&token, now()).await;
        assert!(verified.is_ok(), "{verified:?} {claims}");
    }
    for head in [json!({ "alg": "ES256", "kid": "k1" }), json!({ "alg": "ES256", "typ": "at+jwt", "kid": "k1" })] {
        assert!(verifier.verify(&key.token(&head, &good), now()).await.is_ok(), "{head}");
    }
    let logout = key.token(&json!({ "alg": "ES256", "typ": "logout+jwt", "kid": "k1" }), &good);
    assert_eq!(rejection(verifier.verify(&logout, now()).await), "type (header typ)");
}

#[tokio::test]
async fn id_token_is_rejected_even_when_the_audience_is_the_client() {
    let key = Key::ec();
    let (provider, _) = provider_with(&key, "k1").await;
    let same = OidcSettings { audience: Some("tala-web".to_owned()), ..settings(&provider) };
    let verifier = Verifier::over_http(same).unwrap();
    let id_token = without(with(claims(&provider), "aud", json!("tala-web")), "scope");
    let token = key.token(&header("ES256", "k1"), &id_token);
    assert_eq!(rejection(verifier.verify(&token, now()).await), "type (ID token: audience is the client)");
    let access = key.token(&header("ES256", "k1"), &with(id_token, "scp", json!("api.access")));
    assert!(verifier.verify(&access, now()).await.is_ok());
}

#[tokio::test]
async fn client_id_is_checked_without_an_audience() {
    let key = Key::rsa();
    let (provider, _) = provider_with(&key, "k1").await;
    let cognito = OidcSettings { audience: None, userinfo_email: false, ..settings(&provider) };
    let verifier = Verifier::over_http(cognito).unwrap();
    let claims = json!({
        "iss": provider.issuer(), "sub": "user-1", "client_id": "tala-web", "token_use": "access",
        "exp": NOW_SECONDS + 3600, "scope": "openid email",
    });
    let verify = async |claims: Value| verifier.verify(&key.token(&header("RS256", "k1"), &claims), now()).await;
    assert!(verify(claims.clone()).await.is_ok());
    assert_eq!(rejection(verify(with(claims.clone(), "client_id", json!("other-app"))).await), "client");
    assert_eq!(rejection(verify(without(claims.clone(), "client_id")).await), "client");
    assert_eq!(rejection(verify(with(claims.clone(), "token_use", json!("id"))).await), "type (token_use)");
    let unmarked = json!({ "iss": provider.issuer(), "sub": "u", "azp": "tala-web", "exp": NOW_SECONDS + 3600 });
    assert_eq!(rejection(verify(unmarked).await), "type (not marked as an access token)");
}

#[tokio::test]
async fn cached_token_is_rejected_after_its_expiry() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = key.token(&header("ES256", "k1"), &with(claims(&provider), "exp", json!(NOW_SECONDS + 100)));
    assert!(verifier.verify(&token, now()).await.is_ok());
    assert!(verifier.verify(&token, after(159)).await.is_ok());
    assert_eq!(rejection(verifier.verify(&token, after(160)).await), "expired");
    assert!(verifier.verify(&token, now()).await.is_ok(), "a clock that was set back is tolerated");
}

#[tokio::test]
async fn email_is_used_only_when_verified_and_well_formed() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let good = claims(&provider);
    for (flag, expected) in [
        (json!(true), true),
        (json!("true"), true),
        (json!(false), false),
        (json!("false"), false),
        (json!(1), false),
        (Value::Null, false),
    ] {
        let token = key.token(&header("ES256", "k1"), &with(good.clone(), "email_verified", flag.clone()));
        let verified = verifier.verify(&token, now()).await.unwrap();
        assert_eq!(verified.email.is_some(), expected, "{flag}");
        assert_eq!(verified.email_verified, expected, "{flag}");
    }
    for email in [
        "asha",
        "@example.com",
        "asha@",
        "a b@example.com",
        "a\n@example.com",
        &format!("{}@example.com", "x".repeat(250)),
    ] {
        let token = key.token(&header("ES256", "k1"), &with(good.clone(), "email", json!(email)));
        assert_eq!(verifier.verify(&token, now()).await.unwrap().email, None, "{email:?}");
    }
}

#[tokio::test]
async fn configured_claim_names_are_used() {
    let key = Key::ec();
    let (provider, _) = provider_with(&key, "k1").await;
    let verifier = Verifier::over_http(OidcSettings {
        email_claim: "https://tala.example/email".to_owned(),
        email_verified_claim: "https://tala.example/email_verified".to_owned(),
        ..settings(&provider)
    });
    let custom = with(claims(&provider), "https://tala.example/email", json!("new@example.com"));
    let custom = with(custom, "https://tala.example/email_verified", json!(true));
    let token = key.token(&header("ES256", "k1"), &with(custom, "name", json!("A\u{0}\r\nsha")));
    let verified = verifier.unwrap().verify(&token, now()).await.unwrap();
    assert_eq!(verified.email.as_deref(), Some("new@example.com"));
    assert_eq!(verified.name.as_deref(), Some("Asha"));
}

#[tokio::test]
async fn malformed_token_is_rejected_without_a_request() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let long = "a".repeat(100_000);
    let long_jwt = key.token(&header("ES256", "k1"), &with(claims(&provider), "padding", json!(long)));
    for (token, reason) in [
        ("", "length"),
        (long.as_str(), "length"),
        (long_jwt.as_str(), "length"),
        ("a b", "characters"),
        ("a\r\nb", "characters"),
        ("tökén", "characters"),
        ("a\0", "characters"),
        ("..", "not a JWT"),
        ("a.b.c", "not a JWT"),
        ("e30.e30.", "not a JWT"),
        ("W10.e30.e30", "not a JWT"),
        ("eyJhbGciOjF9.e30.e30", "not a JWT"),
        ("plain", "not a JWT"),
        ("a.b.c.d.e", "not a JWT"),
    ] {
        assert_eq!(rejection(verifier.verify(token, now()).await), reason, "{token:.20}");
    }
    for path in ["/.well-known/openid-configuration", "/jwks", "/userinfo"] {
        assert_eq!(provider.requests(path), 0, "{path}");
    }
}

#[test]
fn insecure_settings_are_rejected() {
    let good = OidcSettings::new("https://id.example.com", Some("tala-api".to_owned()));
    assert_eq!(good.check(), Ok(()));
    let cases = [
        ("issuer", OidcSettings { issuer: "http://id.example.com".to_owned(), ..good.clone() }),
        ("issuer", OidcSettings { issuer: "id.example.com".to_owned(), ..good.clone() }),
        ("issuer", OidcSettings { issuer: "https://id.example.com/?tenant=1".to_owned(), ..good.clone() }),
        ("issuer", OidcSettings { issuer: "http://127.0.0.1.example.com".to_owned(), ..good.clone() }),
        ("audience", OidcSettings { audience: None, ..good.clone() }),
        ("audience", OidcSettings { audience: Some(" ".to_owned()), ..good.clone() }),
        ("client_id", OidcSettings { client_id: Some(String::new()), ..good.clone() }),
        ("clock_skew_seconds", OidcSettings { clock_skew_seconds: 601, ..good.clone() }),
        ("algorithms", OidcSettings { algorithms: vec![], ..good.clone() }),
        (
            "userinfo_fallback",
            OidcSettings { issuer: "https://accounts.google.com".to_owned(), userinfo_fallback: true, ..good.clone() },
        ),
    ];
    for (field, settings) in cases {
        assert_eq!(settings.check().unwrap_err().field, field, "{settings:?}");
    }
    for local in ["http://localhost:3000", "http://127.0.0.1:80/id", "http://[::1]:80"] {
        assert_eq!(OidcSettings { issuer: local.to_owned(), ..good.clone() }.check(), Ok(()), "{local}");
    }
    let inside =
        OidcSettings { issuer: "http://keycloak:8080/realms/tala".to_owned(), allow_insecure_http: true, ..good };
    assert_eq!(inside.check(), Ok(()));
}
