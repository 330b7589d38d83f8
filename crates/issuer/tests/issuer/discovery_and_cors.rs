//! Discovery document and CORS.

use reqwest::{Method, StatusCode};

use crate::test_server::{TestServer, default_config, for_each_database};

#[tokio::test]
async fn discovery_document_lists_existing_endpoints() {
    for_each_database(default_config, async |server| {
        let document = server.json("/.well-known/openid-configuration").await;
        assert_eq!(document["issuer"], server.url.as_str());
        for (name, path) in [
            ("authorization_endpoint", "/authorize"),
            ("token_endpoint", "/token"),
            ("userinfo_endpoint", "/userinfo"),
            ("jwks_uri", "/jwks"),
            ("revocation_endpoint", "/revoke"),
            ("end_session_endpoint", "/logout"),
        ] {
            let url = document[name].as_str().unwrap();
            assert_eq!(url, format!("{}{path}", server.url));
            let status = server.http.get(url).send().await.unwrap().status();
            assert_ne!(status, StatusCode::NOT_FOUND, "{name}");
        }
        assert_eq!(document["code_challenge_methods_supported"], serde_json::json!(["S256"]));
        assert_eq!(document["id_token_signing_alg_values_supported"], serde_json::json!(["ES256"]));
        assert_eq!(document["authorization_response_iss_parameter_supported"], true);
    })
    .await;
}

async fn request_with_origin(
    server: &TestServer,
    method: Method,
    path: &str,
    origin: &str,
) -> (StatusCode, Option<String>, String) {
    let request = server.http.request(method, format!("{}{path}", server.url)).header("origin", origin);
    let response = request.send().await.unwrap();
    let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    (response.status(), header("access-control-allow-origin"), header("vary").unwrap_or_default())
}

#[tokio::test]
async fn cors_allows_only_origins_of_registered_clients() {
    for_each_database(default_config, async |server| {
        for path in ["/.well-known/openid-configuration", "/jwks", "/userinfo", "/token", "/revoke"] {
            let (status, allowed, vary) = request_with_origin(&server, Method::OPTIONS, path, "http://app.test").await;
            assert_eq!((status, allowed.as_deref()), (StatusCode::NO_CONTENT, Some("http://app.test")), "{path}");
            assert!(vary.contains("Origin"));
            let (_, allowed, _) = request_with_origin(&server, Method::OPTIONS, path, "http://evil.test").await;
            assert_eq!(allowed, None, "{path}");
        }
        let (_, allowed, _) = request_with_origin(&server, Method::GET, "/jwks", "https://other.test").await;
        assert_eq!(allowed.as_deref(), Some("https://other.test"));
        let (_, allowed, _) = request_with_origin(&server, Method::POST, "/token", "http://app.test").await;
        assert_eq!(allowed.as_deref(), Some("http://app.test"), "error responses too");
        let (_, allowed, _) = request_with_origin(&server, Method::GET, "/sign-in", "http://app.test").await;
        assert_eq!(allowed, None, "pages allow no cross-origin requests");
    })
    .await;
}
