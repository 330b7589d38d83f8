//! Which tokens are taken and which are not.

use aws_lc_rs::hmac;
use serde_json::{Value, json};

use super::sign::{Key, encode};
use super::{NOW_SECONDS, Provider, after, claims, header, now, provider_with, refusal, settings, with, without};
use crate::oidc::{OidcSettings, Verifier};

#[tokio::test]
async fn a_good_token_names_its_holder() {
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
        assert_eq!(provider.requests("/userinfo"), 0, "the token says everything");
    }
}

#[tokio::test]
async fn an_issuer_with_a_slash_at_the_end_is_found_and_compared_exactly() {
    let key = Key::ec();
    let provider = Provider::start("/").await;
    provider.set(|answers| answers.keys = vec![key.jwk("k1")]);
    let verifier = Verifier::over_http(settings(&provider)).unwrap();
    let good = key.token(&header("ES256", "k1"), &claims(&provider));
    assert_eq!(verifier.verify(&good, now()).await.unwrap().issuer, format!("{}/", provider.base));
    let bare = key.token(&header("ES256", "k1"), &with(claims(&provider), "iss", json!(provider.base)));
    assert_eq!(refusal(verifier.verify(&bare, now()).await), "issuer");
    assert_eq!(provider.requests("/.well-known/openid-configuration"), 1, "no double slash in the address");
}

#[tokio::test]
async fn a_signature_that_proves_nothing_is_refused() {
    let (key, stranger) = (Key::rsa(), Key::rsa());
    let (provider, verifier) = provider_with(&key, "k1").await;
    let said = claims(&provider);

    let unsigned = format!("{}.{}.", encode(header("none", "k1").to_string()), encode(said.to_string()));
    assert_eq!(refusal(verifier.verify(&unsigned, now()).await), "algorithm");

    let signed = format!("{}.{}", encode(header("HS256", "k1").to_string()), encode(said.to_string()));
    let secret = hmac::Key::new(hmac::HMAC_SHA256, &key.public_der());
    let confused = format!("{signed}.{}", encode(hmac::sign(&secret, signed.as_bytes())));
    assert_eq!(refusal(verifier.verify(&confused, now()).await), "algorithm");

    let foreign = stranger.token(&header("RS256", "k1"), &said);
    assert_eq!(refusal(verifier.verify(&foreign, now()).await), "signature");

    let good = key.token(&header("RS256", "k1"), &said);
    let (_, signature) = good.rsplit_once('.').unwrap();
    let richer = encode(with(said, "sub", json!("user-2")).to_string());
    let changed = format!("{}.{richer}.{signature}", encode(header("RS256", "k1").to_string()));
    assert_eq!(refusal(verifier.verify(&changed, now()).await), "signature");
    assert!(verifier.verify(&good, now()).await.is_ok());
}

#[tokio::test]
async fn the_algorithm_must_fit_the_key_and_the_list() {
    let key = Key::rsa();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let es256 = key.token(&header("ES256", "k1"), &claims(&provider));
    assert_eq!(refusal(verifier.verify(&es256, now()).await), "signing key");

    let narrow = OidcSettings { algorithms: vec!["ES256".to_owned()], ..settings(&provider) };
    let verifier = Verifier::over_http(narrow).unwrap();
    let rs256 = key.token(&header("RS256", "k1"), &claims(&provider));
    assert_eq!(refusal(verifier.verify(&rs256, now()).await), "algorithm");

    for refused in ["none", "HS256", "hs512", "ROT13"] {
        let wrong = OidcSettings { algorithms: vec![refused.to_owned()], ..settings(&provider) };
        assert_eq!(Verifier::over_http(wrong).err().unwrap().field, "algorithms", "{refused}");
    }
}

#[tokio::test]
async fn a_key_inside_the_token_is_not_believed() {
    let (key, own) = (Key::ec(), Key::ec());
    let (provider, verifier) = provider_with(&key, "k1").await;
    let head = json!({ "alg": "ES256", "typ": "JWT", "kid": "k1", "jwk": own.jwk("k1"), "jku": provider.base });
    assert_eq!(refusal(verifier.verify(&own.token(&head, &claims(&provider)), now()).await), "signature");
    let critical = with(header("ES256", "k1"), "crit", json!(["b64"]));
    let token = key.token(&critical, &claims(&provider));
    assert_eq!(refusal(verifier.verify(&token, now()).await), "critical header that we do not know");
}

#[tokio::test]
async fn claims_that_do_not_fit_are_refused() {
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
        ("kind (token_use)", with(good.clone(), "token_use", json!("id"))),
        ("kind (claim typ)", with(good.clone(), "typ", json!("Refresh"))),
        ("kind (ID token)", with(good.clone(), "nonce", json!("n"))),
        ("kind (ID token)", with(good.clone(), "at_hash", json!("h"))),
        ("kind (event)", with(good.clone(), "events", json!({}))),
        ("bound to a key that was not shown", with(good.clone(), "cnf", json!({ "jkt": "x" }))),
        ("claims", json!(["not", "an", "object"])),
    ];
    for (reason, said) in cases {
        let token = key.token(&header("ES256", "k1"), &said);
        assert_eq!(refusal(verifier.verify(&token, now()).await), reason, "{said}");
    }
}

#[tokio::test]
async fn claims_at_the_edge_are_taken() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let good = claims(&provider);
    let userinfo = format!("{}/userinfo", provider.base);
    for said in [
        with(good.clone(), "aud", json!(["tala-api", userinfo])),
        with(good.clone(), "exp", json!(NOW_SECONDS - 59)),
        with(good.clone(), "exp", json!(f64::from(1_772_359_200) + 0.5)),
        with(good.clone(), "nbf", json!(NOW_SECONDS + 60)),
        with(with(good.clone(), "nonce", json!("n")), "typ", json!("Bearer")),
        without(good.clone(), "scope"),
    ] {
        let token = key.token(&header("ES256", "k1"), &said);
        let verified = verifier.verify(&token, now()).await;
        assert!(verified.is_ok(), "{verified:?} {said}");
    }
    for head in [json!({ "alg": "ES256", "kid": "k1" }), json!({ "alg": "ES256", "typ": "at+jwt", "kid": "k1" })] {
        assert!(verifier.verify(&key.token(&head, &good), now()).await.is_ok(), "{head}");
    }
    let logout = key.token(&json!({ "alg": "ES256", "typ": "logout+jwt", "kid": "k1" }), &good);
    assert_eq!(refusal(verifier.verify(&logout, now()).await), "kind (header typ)");
}

#[tokio::test]
async fn an_id_token_is_no_access_token_even_when_the_client_is_the_audience() {
    let key = Key::ec();
    let (provider, _) = provider_with(&key, "k1").await;
    let same = OidcSettings { audience: Some("tala-web".to_owned()), ..settings(&provider) };
    let verifier = Verifier::over_http(same).unwrap();
    let id_token = without(with(claims(&provider), "aud", json!("tala-web")), "scope");
    let token = key.token(&header("ES256", "k1"), &id_token);
    assert_eq!(refusal(verifier.verify(&token, now()).await), "kind (ID token: made for the client)");
    let access = key.token(&header("ES256", "k1"), &with(id_token, "scp", json!("api.access")));
    assert!(verifier.verify(&access, now()).await.is_ok());
}

#[tokio::test]
async fn without_an_audience_the_client_decides() {
    let key = Key::rsa();
    let (provider, _) = provider_with(&key, "k1").await;
    let cognito = OidcSettings { audience: None, userinfo_email: false, ..settings(&provider) };
    let verifier = Verifier::over_http(cognito).unwrap();
    let said = json!({
        "iss": provider.issuer(), "sub": "user-1", "client_id": "tala-web", "token_use": "access",
        "exp": NOW_SECONDS + 3600, "scope": "openid email",
    });
    let verdict = async |said: Value| verifier.verify(&key.token(&header("RS256", "k1"), &said), now()).await;
    assert!(verdict(said.clone()).await.is_ok());
    assert_eq!(refusal(verdict(with(said.clone(), "client_id", json!("other-app"))).await), "client");
    assert_eq!(refusal(verdict(without(said.clone(), "client_id")).await), "client");
    assert_eq!(refusal(verdict(with(said.clone(), "token_use", json!("id"))).await), "kind (token_use)");
    let unmarked = json!({ "iss": provider.issuer(), "sub": "u", "azp": "tala-web", "exp": NOW_SECONDS + 3600 });
    assert_eq!(refusal(verdict(unmarked).await), "kind (not marked as an access token)");
}

#[tokio::test]
async fn a_remembered_token_is_refused_after_its_end() {
    let key = Key::ec();
    let (provider, verifier) = provider_with(&key, "k1").await;
    let token = key.token(&header("ES256", "k1"), &with(claims(&provider), "exp", json!(NOW_SECONDS + 100)));
    assert!(verifier.verify(&token, now()).await.is_ok());
    assert!(verifier.verify(&token, after(159)).await.is_ok());
    assert_eq!(refusal(verifier.verify(&token, after(160)).await), "expired");
    assert!(verifier.verify(&token, now()).await.is_ok(), "a clock set back is no harm");
}

#[tokio::test]
async fn the_email_counts_only_when_the_provider_has_verified_it() {
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
    for broken in [
        "asha",
        "@example.com",
        "asha@",
        "a b@example.com",
        "a\n@example.com",
        &format!("{}@example.com", "x".repeat(250)),
    ] {
        let token = key.token(&header("ES256", "k1"), &with(good.clone(), "email", json!(broken)));
        assert_eq!(verifier.verify(&token, now()).await.unwrap().email, None, "{broken:?}");
    }
}

#[tokio::test]
async fn namespaced_claims_are_read_where_configured() {
    let key = Key::ec();
    let (provider, _) = provider_with(&key, "k1").await;
    let verifier = Verifier::over_http(OidcSettings {
        email_claim: "https://tala.example/email".to_owned(),
        email_verified_claim: "https://tala.example/email_verified".to_owned(),
        ..settings(&provider)
    });
    let said = with(claims(&provider), "https://tala.example/email", json!("new@example.com"));
    let said = with(said, "https://tala.example/email_verified", json!(true));
    let token = key.token(&header("ES256", "k1"), &with(said, "name", json!("A\u{0}\r\nsha")));
    let verified = verifier.unwrap().verify(&token, now()).await.unwrap();
    assert_eq!(verified.email.as_deref(), Some("new@example.com"));
    assert_eq!(verified.name.as_deref(), Some("Asha"));
}

#[tokio::test]
async fn what_is_no_token_is_refused_without_a_request() {
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
        assert_eq!(refusal(verifier.verify(token, now()).await), reason, "{token:.20}");
    }
    for path in ["/.well-known/openid-configuration", "/jwks", "/userinfo"] {
        assert_eq!(provider.requests(path), 0, "{path}");
    }
}

#[test]
fn settings_that_would_let_strangers_in_are_refused() {
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
