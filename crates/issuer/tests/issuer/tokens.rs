//! The token, revocation and userinfo endpoints.

use reqwest::StatusCode;
use serde_json::Value;

use crate::browser::{Browser, TestResponse, call, claims, exchange, refresh, text, userinfo};
use crate::test_server::{CLIENT, TestServer, default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

async fn code(server: &TestServer) -> String {
    server.create_account(EMAIL, PASSWORD).await;
    Browser::new(server).sign_in(EMAIL, PASSWORD).await.parameter("code").unwrap()
}

async fn tokens(server: &TestServer) -> Value {
    server.create_account(EMAIL, PASSWORD).await;
    Browser::new(server).tokens(EMAIL, PASSWORD).await
}

fn assert_error(response: &TestResponse, code: &str) {
    assert_eq!(response.status, StatusCode::BAD_REQUEST, "{}", response.body);
    assert_eq!(response.json()["error"], code, "{}", response.body);
    assert!(response.json()["error_description"].is_string());
    assert_eq!(response.headers["cache-control"], "no-store");
    assert_eq!(response.headers["content-type"], "application/json");
}

#[tokio::test]
async fn reused_code_revokes_its_tokens() {
    for_each_database(default_config, async |server| {
        let code = code(&server).await;
        let tokens = exchange(&server, &code, &[]).await.json();
        assert_eq!(userinfo(&server, text(&tokens, "access_token")).await.status, StatusCode::OK);
        assert_error(&exchange(&server, &code, &[]).await, "invalid_grant");
        assert_error(&refresh(&server, text(&tokens, "refresh_token")).await, "invalid_grant");
        assert_eq!(userinfo(&server, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn code_exchange_requires_matching_parameters_within_one_minute() {
    for_each_database(default_config, async |server| {
        let mismatches: [&[(&str, &str)]; 4] = [
            &[("code_verifier", "another-verifier-of-more-than-forty-three-characters")],
            &[("redirect_uri", "http://app.test/auth/callback/")],
            &[("client_id", "other")],
            &[("code_verifier", "")],
        ];
        for replaced in mismatches {
            let code = code(&server).await;
            assert_error(&exchange(&server, &code, replaced).await, "invalid_grant");
            assert_error(&exchange(&server, &code, &[]).await, "invalid_grant");
        }
        let expired = code(&server).await;
        server.clock.advance_seconds(60);
        assert_error(&exchange(&server, &expired, &[]).await, "invalid_grant");
        let in_time = code(&server).await;
        server.clock.advance_seconds(59);
        assert_eq!(exchange(&server, &in_time, &[]).await.status, StatusCode::OK);
        assert_error(&exchange(&server, "made-up", &[]).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn concurrent_exchanges_of_one_code_succeed_once_and_revoke_family() {
    for_each_database(default_config, async |server| {
        for _ in 0..5 {
            let code = code(&server).await;
            let (a, b) = tokio::join!(exchange(&server, &code, &[]), exchange(&server, &code, &[]));
            let winners: Vec<&TestResponse> = [&a, &b].into_iter().filter(|x| x.status == StatusCode::OK).collect();
            assert_eq!(winners.len(), 1, "{} {}", a.body, b.body);
            assert_error(&refresh(&server, text(&winners[0].json(), "refresh_token")).await, "invalid_grant");
        }
    })
    .await;
}

#[tokio::test]
async fn refresh_tokens_rotate_and_reuse_revokes_family() {
    for_each_database(default_config, async |server| {
        let first = tokens(&server).await;
        let second = refresh(&server, text(&first, "refresh_token")).await.json();
        let third = refresh(&server, text(&second, "refresh_token")).await.json();
        assert_eq!(userinfo(&server, text(&third, "access_token")).await.status, StatusCode::OK);

        assert_error(&refresh(&server, text(&first, "refresh_token")).await, "invalid_grant");
        assert_error(&refresh(&server, text(&third, "refresh_token")).await, "invalid_grant");
        assert_eq!(userinfo(&server, text(&third, "access_token")).await.status, StatusCode::UNAUTHORIZED);

        let other_family = Browser::new(&server).tokens(EMAIL, PASSWORD).await;
        assert_eq!(refresh(&server, text(&other_family, "refresh_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn refresh_token_expires_thirty_days_after_issue() {
    for_each_database(default_config, async |server| {
        let first = tokens(&server).await;
        server.clock.advance_seconds(30 * 86_400 - 1);
        let second = refresh(&server, text(&first, "refresh_token")).await.json();
        server.clock.advance_seconds(30 * 86_400);
        assert_error(&refresh(&server, text(&second, "refresh_token")).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn token_family_expires_after_ninety_days() {
    for_each_database(default_config, async |server| {
        let mut last = tokens(&server).await;
        for _ in 0..3 {
            server.clock.advance_seconds(29 * 86_400);
            last = refresh(&server, text(&last, "refresh_token")).await.json();
        }
        server.clock.advance_seconds(3 * 86_400 - 1);
        last = refresh(&server, text(&last, "refresh_token")).await.json();
        server.clock.advance_seconds(1);
        assert_error(&refresh(&server, text(&last, "refresh_token")).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn refresh_token_is_bound_to_client_and_cannot_extend_scope() {
    for_each_database(default_config, async |server| {
        let tokens = tokens(&server).await;
        let token = text(&tokens, "refresh_token");
        let other_client = [("grant_type", "refresh_token"), ("client_id", "other"), ("refresh_token", token)];
        assert_error(&call(&server, "/token", &other_client).await, "invalid_grant");
        let narrow = [
            ("grant_type", "refresh_token"),
            ("client_id", CLIENT),
            ("refresh_token", token),
            ("scope", "openid email"),
        ];
        let narrowed = call(&server, "/token", &narrow).await.json();
        assert_eq!(narrowed["scope"], "openid email");
        assert!(claims(&server, text(&narrowed, "access_token"), "at+jwt").await.get("name").is_none());

        let mut browser = Browser::new(&server);
        browser.sign_in(EMAIL, PASSWORD).await;
        let code = browser.authorize(&[("scope", "openid offline_access")]).await.parameter("code").unwrap();
        let small = exchange(&server, &code, &[]).await.json();
        let wide = [
            ("grant_type", "refresh_token"),
            ("client_id", CLIENT),
            ("refresh_token", text(&small, "refresh_token")),
            ("scope", "openid email"),
        ];
        assert_error(&call(&server, "/token", &wide).await, "invalid_scope");
        assert_eq!(refresh(&server, text(&small, "refresh_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn no_refresh_token_without_offline_access_scope() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        browser.sign_in(EMAIL, PASSWORD).await;
        let code = browser.authorize(&[("scope", "openid")]).await.parameter("code").unwrap();
        let tokens = exchange(&server, &code, &[]).await.json();
        assert!(tokens.get("refresh_token").is_none());
        let info = userinfo(&server, text(&tokens, "access_token")).await.json();
        assert!(info.get("email").is_none() && info["sub"].is_string());
    })
    .await;
}

#[tokio::test]
async fn revocation_of_either_token_revokes_family_of_that_client() {
    for_each_database(default_config, async |server| {
        for kind in ["refresh_token", "access_token"] {
            let tokens = tokens(&server).await;
            let token = text(&tokens, kind);
            let other_client = call(&server, "/revoke", &[("client_id", "other"), ("token", token)]).await;
            assert_eq!(other_client.status, StatusCode::OK);
            assert_eq!(userinfo(&server, text(&tokens, "access_token")).await.status, StatusCode::OK);
            let own = call(&server, "/revoke", &[("client_id", CLIENT), ("token", token)]).await;
            assert_eq!(own.status, StatusCode::OK);
            assert_eq!(userinfo(&server, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
            assert_error(&refresh(&server, text(&tokens, "refresh_token")).await, "invalid_grant");
        }
        assert_eq!(
            call(&server, "/revoke", &[("client_id", CLIENT), ("token", "made-up")]).await.status,
            StatusCode::OK
        );
    })
    .await;
}

#[tokio::test]
async fn userinfo_accepts_only_valid_access_tokens() {
    for_each_database(default_config, async |server| {
        let tokens = tokens(&server).await;
        let access = text(&tokens, "access_token");
        assert_eq!(userinfo(&server, text(&tokens, "id_token")).await.status, StatusCode::UNAUTHORIZED);
        let mut parts: Vec<String> = access.split('.').map(str::to_owned).collect();
        parts[2] = parts[2].chars().rev().collect();
        let forged = userinfo(&server, &parts.join(".")).await;
        assert_eq!(forged.status, StatusCode::UNAUTHORIZED);
        assert_eq!(forged.headers["www-authenticate"], "Bearer error=\"invalid_token\"");
        server.clock.advance_seconds(599);
        assert_eq!(userinfo(&server, access).await.status, StatusCode::OK);
        server.clock.advance_seconds(1);
        assert_eq!(userinfo(&server, access).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn invalid_token_requests_return_registered_error_codes() {
    for_each_database(default_config, async |server| {
        assert_error(&call(&server, "/token", &[("client_id", CLIENT)]).await, "invalid_request");
        assert_error(
            &call(&server, "/token", &[("client_id", CLIENT), ("grant_type", "password")]).await,
            "unsupported_grant_type",
        );
        assert_error(&call(&server, "/token", &[("grant_type", "authorization_code")]).await, "invalid_request");
        let twice = [("client_id", CLIENT), ("client_id", CLIENT), ("grant_type", "refresh_token")];
        assert_error(&call(&server, "/token", &twice).await, "invalid_request");
        let unknown_client =
            call(&server, "/token", &[("client_id", "unknown"), ("grant_type", "refresh_token")]).await;
        assert_eq!(
            (unknown_client.status, &unknown_client.json()["error"]),
            (StatusCode::UNAUTHORIZED, &"invalid_client".into())
        );
        let url = format!("{}/token", server.url);
        let json = server.http.post(url).json(&serde_json::json!({ "client_id": CLIENT })).send().await.unwrap();
        assert_eq!(json.status(), StatusCode::BAD_REQUEST, "only form bodies are accepted");
    })
    .await;
}
