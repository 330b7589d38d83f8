//! Logout endpoint and session expiry.

use reqwest::StatusCode;

use crate::browser::{Browser, refresh, text};
use crate::test_server::{CLIENT, HOME, default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

fn logout(params: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(params).finish();
    format!("/id/logout?{query}")
}

async fn is_signed_in(browser: &mut Browser<'_>) -> bool {
    browser.authorize(&[("prompt", "none")]).await.parameter("code").is_some()
}

#[tokio::test]
async fn logout_with_id_token_ends_session_and_revokes_tokens() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let mut elsewhere = Browser::new(&server);
        let other = elsewhere.tokens(EMAIL, PASSWORD).await;
        server.clock.advance_seconds(3_600);
        let hint = text(&tokens, "id_token");
        let url = logout(&[("id_token_hint", hint), ("post_logout_redirect_uri", HOME), ("state", "s 1")]);
        assert_eq!(browser.get(&url).await.location(), "http://app.test/?state=s+1", "an expired hint is accepted");
        assert!(!browser.cookies.contains_key("issuer_session"));
        assert!(!is_signed_in(&mut browser).await);
        assert_eq!(refresh(&server, text(&tokens, "refresh_token")).await.status, StatusCode::BAD_REQUEST);
        assert!(is_signed_in(&mut elsewhere).await, "other sessions stay");
        assert_eq!(refresh(&server, text(&other, "refresh_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn logout_without_id_token_requires_confirmation() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        browser.sign_in(EMAIL, PASSWORD).await;
        let url = logout(&[("client_id", CLIENT), ("post_logout_redirect_uri", HOME)]);
        let page = browser.get(&url).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("Sign out of Tala?"));
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("form-action 'self' http://app.test;"), "{policy}");
        assert!(is_signed_in(&mut browser).await);
        let fields = [("client_id", CLIENT), ("post_logout_redirect_uri", HOME)];
        assert_eq!(browser.submit(&page, "/logout/confirm", &fields).await.location(), HOME);
        assert!(!is_signed_in(&mut browser).await);

        browser.sign_in(EMAIL, PASSWORD).await;
        let page = browser.get("/id/logout").await;
        let response = browser.submit(&page, "/logout/confirm", &[]).await;
        assert_eq!(response.location(), "/id/signed-out");
        assert!(browser.get("/id/signed-out").await.body.contains("You're signed out"));
    })
    .await;
}

#[tokio::test]
async fn logout_rejects_unregistered_redirect_uri() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let hint = text(&tokens, "id_token");
        for params in [
            vec![("client_id", CLIENT), ("post_logout_redirect_uri", "http://app.test/x")],
            vec![("id_token_hint", hint), ("post_logout_redirect_uri", "https://other.test/bye")],
            vec![
                ("id_token_hint", hint),
                ("client_id", "other"),
                ("post_logout_redirect_uri", "https://other.test/bye"),
            ],
            vec![("post_logout_redirect_uri", HOME)],
        ] {
            let response = browser.get(&logout(&params)).await;
            assert_eq!(response.status, StatusCode::BAD_REQUEST, "{params:?}");
        }
        assert!(is_signed_in(&mut browser).await);
        let signed_out =
            Browser::new(&server).get(&logout(&[("client_id", CLIENT), ("post_logout_redirect_uri", HOME)])).await;
        assert_eq!(signed_out.location(), HOME, "no confirmation without a session");
    })
    .await;
}

#[tokio::test]
async fn logout_with_id_token_of_other_user_requires_confirmation() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        server.create_account("kavya@example.test", PASSWORD).await;
        let kavya = Browser::new(&server).tokens("kavya@example.test", PASSWORD).await;
        let mut browser = Browser::new(&server);
        browser.sign_in(EMAIL, PASSWORD).await;
        let page = browser.get(&logout(&[("id_token_hint", text(&kavya, "id_token"))])).await;
        assert!(page.body.contains("Sign out of Tala?"));
        assert!(is_signed_in(&mut browser).await);
    })
    .await;
}

#[tokio::test]
async fn session_expires_after_thirty_days() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        browser.sign_in(EMAIL, PASSWORD).await;
        server.clock.advance_seconds(30 * 86_400 - 1);
        assert!(is_signed_in(&mut browser).await);
        server.clock.advance_seconds(1);
        assert!(!is_signed_in(&mut browser).await);
    })
    .await;
}
