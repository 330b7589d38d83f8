//! Reuse of refresh tokens within and after the leeway.

use reqwest::StatusCode;
use serde_json::Value;

use crate::browser::{Browser, TestResponse, refresh, text, userinfo};
use crate::test_server::{TestServer, default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

/// Signs in and returns the refresh token.
async fn sign_in(server: &TestServer) -> String {
    server.create_account(EMAIL, PASSWORD).await;
    token_of(&Browser::new(server).tokens(EMAIL, PASSWORD).await)
}

fn token_of(tokens: &Value) -> String {
    text(tokens, "refresh_token").to_owned()
}

/// Exchanges a valid refresh token and returns the next one.
async fn exchange(server: &TestServer, token: &str) -> String {
    let response = refresh(server, token).await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.body);
    token_of(&response.json())
}

fn assert_invalid_grant(response: &TestResponse) {
    assert_eq!(response.status, StatusCode::BAD_REQUEST, "{}", response.body);
    assert_eq!(response.json()["error"], "invalid_grant");
}

#[tokio::test]
async fn refresh_token_can_be_reused_within_leeway_when_response_was_lost() {
    for_each_database(default_config, async |server| {
        let first = sign_in(&server).await;
        let _lost_response = exchange(&server, &first).await;
        server.clock.advance_seconds(29);
        let response = refresh(&server, &first).await.json();
        assert_eq!(userinfo(&server, text(&response, "access_token")).await.status, StatusCode::OK);
        server.clock.advance_seconds(600);
        exchange(&server, &token_of(&response)).await;
    })
    .await;
}

#[tokio::test]
async fn leeway_starts_at_first_exchange_and_is_not_extended() {
    for_each_database(default_config, async |server| {
        let first = sign_in(&server).await;
        exchange(&server, &first).await;
        server.clock.advance_seconds(20);
        let sibling = exchange(&server, &first).await;
        server.clock.advance_seconds(10);
        assert_invalid_grant(&refresh(&server, &first).await);
        assert_invalid_grant(&refresh(&server, &sibling).await);
    })
    .await;
}

#[tokio::test]
async fn reuse_after_successor_was_used_revokes_family() {
    for_each_database(default_config, async |server| {
        let first = sign_in(&server).await;
        let second = exchange(&server, &first).await;
        let response = refresh(&server, &second).await.json();
        assert_invalid_grant(&refresh(&server, &first).await);
        assert_invalid_grant(&refresh(&server, &token_of(&response)).await);
        assert_eq!(userinfo(&server, text(&response, "access_token")).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn use_of_second_successor_revokes_family() {
    for_each_database(default_config, async |server| {
        let first = sign_in(&server).await;
        let used_first = exchange(&server, &first).await;
        let used_second = exchange(&server, &first).await;
        let next = exchange(&server, &used_first).await;
        assert_invalid_grant(&refresh(&server, &used_second).await);
        assert_invalid_grant(&refresh(&server, &next).await);
    })
    .await;
}

#[tokio::test]
async fn each_rotated_token_has_its_own_leeway() {
    for_each_database(default_config, async |server| {
        let mut token = sign_in(&server).await;
        for _ in 0..5 {
            exchange(&server, &token).await;
            token = exchange(&server, &token).await;
        }
    })
    .await;
}

#[tokio::test]
async fn revoked_family_rejects_reuse_within_leeway() {
    for_each_database(default_config, async |server| {
        let first = sign_in(&server).await;
        let second = exchange(&server, &first).await;
        let fields = [("client_id", crate::test_server::CLIENT), ("token", second.as_str())];
        assert_eq!(crate::browser::call(&server, "/revoke", &fields).await.status, StatusCode::OK);
        assert_invalid_grant(&refresh(&server, &first).await);
    })
    .await;
}

#[tokio::test]
async fn concurrent_refreshes_all_succeed() {
    for_each_database(default_config, async |server| {
        let mut token = sign_in(&server).await;
        for round in 0..6 {
            let (a, b, c) = tokio::join!(refresh(&server, &token), refresh(&server, &token), refresh(&server, &token));
            let responses = [a, b, c];
            for response in &responses {
                assert_eq!(response.status, StatusCode::OK, "{}", response.body);
            }
            token = token_of(&responses[round % 3].json());
        }
        let last = refresh(&server, &token).await.json();
        assert_eq!(userinfo(&server, text(&last, "access_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn concurrent_use_of_token_and_successor_leaves_one_valid_chain() {
    for_each_database(default_config, async |server| {
        for _ in 0..10 {
            let first = sign_in(&server).await;
            let second = exchange(&server, &first).await;
            let (again, next) = tokio::join!(refresh(&server, &first), refresh(&server, &second));
            let mut valid_chains = 0;
            for response in [again, next] {
                if response.status == StatusCode::OK
                    && refresh(&server, &token_of(&response.json())).await.status == StatusCode::OK
                {
                    valid_chains += 1;
                }
            }
            assert!(valid_chains <= 1, "{valid_chains} valid chains");
        }
    })
    .await;
}
