//! Codes and refresh tokens, used well and badly.

use reqwest::StatusCode;
use serde_json::Value;

use crate::browser::{Answer, Browser, call, claims, exchange, refresh, text, userinfo};
use crate::world::{CLIENT, World, on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

async fn code(world: &World) -> String {
    world.account(EMAIL, PASSWORD).await;
    Browser::new(world).sign_in(EMAIL, PASSWORD).await.parameter("code").unwrap()
}

async fn tokens(world: &World) -> Value {
    world.account(EMAIL, PASSWORD).await;
    Browser::new(world).tokens(EMAIL, PASSWORD).await
}

fn refused(answer: &Answer, code: &str) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    assert_eq!(answer.json()["error"], code, "{}", answer.body);
    assert!(answer.json()["error_description"].is_string());
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_eq!(answer.headers["content-type"], "application/json");
}

#[tokio::test]
async fn a_code_that_comes_back_ends_what_it_granted() {
    on_both(usual, async |world| {
        let code = code(&world).await;
        let tokens = exchange(&world, &code, &[]).await.json();
        assert_eq!(userinfo(&world, text(&tokens, "access_token")).await.status, StatusCode::OK);
        refused(&exchange(&world, &code, &[]).await, "invalid_grant");
        refused(&refresh(&world, text(&tokens, "refresh_token")).await, "invalid_grant");
        assert_eq!(userinfo(&world, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn a_code_needs_its_own_verifier_address_client_and_minute() {
    on_both(usual, async |world| {
        let wrong: [&[(&str, &str)]; 4] = [
            &[("code_verifier", "another-verifier-of-more-than-forty-three-characters")],
            &[("redirect_uri", "http://app.test/auth/callback/")],
            &[("client_id", "other")],
            &[("code_verifier", "")],
        ];
        for replaced in wrong {
            let code = code(&world).await;
            refused(&exchange(&world, &code, replaced).await, "invalid_grant");
            refused(&exchange(&world, &code, &[]).await, "invalid_grant");
        }
        let late = code(&world).await;
        world.clock.advance_seconds(60);
        refused(&exchange(&world, &late, &[]).await, "invalid_grant");
        let in_time = code(&world).await;
        world.clock.advance_seconds(59);
        assert_eq!(exchange(&world, &in_time, &[]).await.status, StatusCode::OK);
        refused(&exchange(&world, "made-up", &[]).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn two_exchanges_of_one_code_at_once_give_tokens_to_at_most_one_and_they_do_not_last() {
    on_both(usual, async |world| {
        for _ in 0..5 {
            let code = code(&world).await;
            let (a, b) = tokio::join!(exchange(&world, &code, &[]), exchange(&world, &code, &[]));
            let winners: Vec<&Answer> = [&a, &b].into_iter().filter(|x| x.status == StatusCode::OK).collect();
            assert_eq!(winners.len(), 1, "{} {}", a.body, b.body);
            refused(&refresh(&world, text(&winners[0].json(), "refresh_token")).await, "invalid_grant");
        }
    })
    .await;
}

#[tokio::test]
async fn refresh_tokens_rotate_and_a_used_one_ends_the_family() {
    on_both(usual, async |world| {
        let first = tokens(&world).await;
        let second = refresh(&world, text(&first, "refresh_token")).await.json();
        let third = refresh(&world, text(&second, "refresh_token")).await.json();
        assert_eq!(userinfo(&world, text(&third, "access_token")).await.status, StatusCode::OK);

        refused(&refresh(&world, text(&first, "refresh_token")).await, "invalid_grant");
        refused(&refresh(&world, text(&third, "refresh_token")).await, "invalid_grant");
        assert_eq!(userinfo(&world, text(&third, "access_token")).await.status, StatusCode::UNAUTHORIZED);

        let other_family = Browser::new(&world).tokens(EMAIL, PASSWORD).await;
        assert_eq!(refresh(&world, text(&other_family, "refresh_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_refresh_token_lives_thirty_days_from_its_last_use() {
    on_both(usual, async |world| {
        let first = tokens(&world).await;
        world.clock.advance_seconds(30 * 86_400 - 1);
        let second = refresh(&world, text(&first, "refresh_token")).await.json();
        world.clock.advance_seconds(30 * 86_400);
        refused(&refresh(&world, text(&second, "refresh_token")).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn a_sign_in_that_is_always_renewed_ends_after_ninety_days() {
    on_both(usual, async |world| {
        let mut last = tokens(&world).await;
        for _ in 0..3 {
            world.clock.advance_seconds(29 * 86_400);
            last = refresh(&world, text(&last, "refresh_token")).await.json();
        }
        world.clock.advance_seconds(3 * 86_400 - 1);
        last = refresh(&world, text(&last, "refresh_token")).await.json();
        world.clock.advance_seconds(1);
        refused(&refresh(&world, text(&last, "refresh_token")).await, "invalid_grant");
    })
    .await;
}

#[tokio::test]
async fn a_refresh_token_is_only_for_its_client_and_cannot_widen_its_scope() {
    on_both(usual, async |world| {
        let tokens = tokens(&world).await;
        let token = text(&tokens, "refresh_token");
        let foreign = [("grant_type", "refresh_token"), ("client_id", "other"), ("refresh_token", token)];
        refused(&call(&world, "/token", &foreign).await, "invalid_grant");
        let narrow = [
            ("grant_type", "refresh_token"),
            ("client_id", CLIENT),
            ("refresh_token", token),
            ("scope", "openid email"),
        ];
        let narrowed = call(&world, "/token", &narrow).await.json();
        assert_eq!(narrowed["scope"], "openid email");
        assert!(claims(&world, text(&narrowed, "access_token"), "at+jwt").await.get("name").is_none());

        let mut browser = Browser::new(&world);
        browser.sign_in(EMAIL, PASSWORD).await;
        let code = browser.authorize(&[("scope", "openid offline_access")]).await.parameter("code").unwrap();
        let small = exchange(&world, &code, &[]).await.json();
        let wide = [
            ("grant_type", "refresh_token"),
            ("client_id", CLIENT),
            ("refresh_token", text(&small, "refresh_token")),
            ("scope", "openid email"),
        ];
        refused(&call(&world, "/token", &wide).await, "invalid_scope");
        assert_eq!(refresh(&world, text(&small, "refresh_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn without_offline_access_there_is_no_refresh_token() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        browser.sign_in(EMAIL, PASSWORD).await;
        let code = browser.authorize(&[("scope", "openid")]).await.parameter("code").unwrap();
        let tokens = exchange(&world, &code, &[]).await.json();
        assert!(tokens.get("refresh_token").is_none());
        let info = userinfo(&world, text(&tokens, "access_token")).await.json();
        assert!(info.get("email").is_none() && info["sub"].is_string());
    })
    .await;
}

#[tokio::test]
async fn revoking_either_token_ends_both_for_its_client_only() {
    on_both(usual, async |world| {
        for kind in ["refresh_token", "access_token"] {
            let tokens = tokens(&world).await;
            let token = text(&tokens, kind);
            let foreign = call(&world, "/revoke", &[("client_id", "other"), ("token", token)]).await;
            assert_eq!(foreign.status, StatusCode::OK);
            assert_eq!(userinfo(&world, text(&tokens, "access_token")).await.status, StatusCode::OK);
            let own = call(&world, "/revoke", &[("client_id", CLIENT), ("token", token)]).await;
            assert_eq!(own.status, StatusCode::OK);
            assert_eq!(userinfo(&world, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
            refused(&refresh(&world, text(&tokens, "refresh_token")).await, "invalid_grant");
        }
        assert_eq!(
            call(&world, "/revoke", &[("client_id", CLIENT), ("token", "made-up")]).await.status,
            StatusCode::OK
        );
    })
    .await;
}

#[tokio::test]
async fn userinfo_takes_only_living_access_tokens() {
    on_both(usual, async |world| {
        let tokens = tokens(&world).await;
        let access = text(&tokens, "access_token");
        assert_eq!(userinfo(&world, text(&tokens, "id_token")).await.status, StatusCode::UNAUTHORIZED);
        let mut parts: Vec<String> = access.split('.').map(str::to_owned).collect();
        parts[2] = parts[2].chars().rev().collect();
        let forged = userinfo(&world, &parts.join(".")).await;
        assert_eq!(forged.status, StatusCode::UNAUTHORIZED);
        assert_eq!(forged.headers["www-authenticate"], "Bearer error=\"invalid_token\"");
        world.clock.advance_seconds(599);
        assert_eq!(userinfo(&world, access).await.status, StatusCode::OK);
        world.clock.advance_seconds(1);
        assert_eq!(userinfo(&world, access).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn faulty_token_requests_get_the_registered_error_codes() {
    on_both(usual, async |world| {
        refused(&call(&world, "/token", &[("client_id", CLIENT)]).await, "invalid_request");
        refused(
            &call(&world, "/token", &[("client_id", CLIENT), ("grant_type", "password")]).await,
            "unsupported_grant_type",
        );
        refused(&call(&world, "/token", &[("grant_type", "authorization_code")]).await, "invalid_request");
        let twice = [("client_id", CLIENT), ("client_id", CLIENT), ("grant_type", "refresh_token")];
        refused(&call(&world, "/token", &twice).await, "invalid_request");
        let stranger = call(&world, "/token", &[("client_id", "nobody"), ("grant_type", "refresh_token")]).await;
        assert_eq!((stranger.status, &stranger.json()["error"]), (StatusCode::UNAUTHORIZED, &"invalid_client".into()));
        let url = format!("{}/token", world.url);
        let json = world.http.post(url).json(&serde_json::json!({ "client_id": CLIENT })).send().await.unwrap();
        assert_eq!(json.status(), StatusCode::BAD_REQUEST, "only forms are read");
    })
    .await;
}
