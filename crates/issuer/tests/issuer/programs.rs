//! What other programs rely on: discovery and cross-origin calls.

use reqwest::{Method, StatusCode};

use crate::world::{World, on_both, usual};

#[tokio::test]
async fn discovery_names_addresses_that_exist_and_promises_that_hold() {
    on_both(usual, async |world| {
        let document = world.json("/.well-known/openid-configuration").await;
        assert_eq!(document["issuer"], world.url.as_str());
        for (name, path) in [
            ("authorization_endpoint", "/authorize"),
            ("token_endpoint", "/token"),
            ("userinfo_endpoint", "/userinfo"),
            ("jwks_uri", "/jwks"),
            ("revocation_endpoint", "/revoke"),
            ("end_session_endpoint", "/logout"),
        ] {
            let address = document[name].as_str().unwrap();
            assert_eq!(address, format!("{}{path}", world.url));
            let status = world.http.get(address).send().await.unwrap().status();
            assert_ne!(status, StatusCode::NOT_FOUND, "{name}");
        }
        assert_eq!(document["code_challenge_methods_supported"], serde_json::json!(["S256"]));
        assert_eq!(document["id_token_signing_alg_values_supported"], serde_json::json!(["ES256"]));
        assert_eq!(document["authorization_response_iss_parameter_supported"], true);
    })
    .await;
}

async fn asked_from(world: &World, method: Method, path: &str, origin: &str) -> (StatusCode, Option<String>, String) {
    let request = world.http.request(method, format!("{}{path}", world.url)).header("origin", origin);
    let response = request.send().await.unwrap();
    let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    (response.status(), header("access-control-allow-origin"), header("vary").unwrap_or_default())
}

#[tokio::test]
async fn only_the_applications_own_origins_may_call_from_a_browser() {
    on_both(usual, async |world| {
        for path in ["/.well-known/openid-configuration", "/jwks", "/userinfo", "/token", "/revoke"] {
            let (status, allowed, vary) = asked_from(&world, Method::OPTIONS, path, "http://app.test").await;
            assert_eq!((status, allowed.as_deref()), (StatusCode::NO_CONTENT, Some("http://app.test")), "{path}");
            assert!(vary.contains("Origin"));
            let (_, allowed, _) = asked_from(&world, Method::OPTIONS, path, "http://evil.test").await;
            assert_eq!(allowed, None, "{path}");
        }
        let (_, allowed, _) = asked_from(&world, Method::GET, "/jwks", "https://other.test").await;
        assert_eq!(allowed.as_deref(), Some("https://other.test"));
        let (_, allowed, _) = asked_from(&world, Method::POST, "/token", "http://app.test").await;
        assert_eq!(allowed.as_deref(), Some("http://app.test"), "errors can be read too");
        let (_, allowed, _) = asked_from(&world, Method::GET, "/sign-in", "http://app.test").await;
        assert_eq!(allowed, None, "pages are not for scripts");
    })
    .await;
}
