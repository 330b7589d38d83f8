//! Signing out.

use reqwest::StatusCode;

use crate::browser::{Browser, refresh, text};
use crate::world::{CLIENT, HOME, on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

fn logout(parameters: &[(&str, &str)]) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    format!("/id/logout?{query}")
}

async fn is_signed_in(browser: &mut Browser<'_>) -> bool {
    browser.authorize(&[("prompt", "none")]).await.parameter("code").is_some()
}

#[tokio::test]
async fn with_the_id_token_the_sign_in_ends_at_once_with_its_tokens() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let mut elsewhere = Browser::new(&world);
        let other = elsewhere.tokens(EMAIL, PASSWORD).await;
        world.clock.advance_seconds(3_600);
        let hint = text(&tokens, "id_token");
        let address = logout(&[("id_token_hint", hint), ("post_logout_redirect_uri", HOME), ("state", "s 1")]);
        assert_eq!(browser.get(&address).await.location(), "http://app.test/?state=s+1", "an expired hint is fine");
        assert!(!browser.cookies.contains_key("issuer_session"));
        assert!(!is_signed_in(&mut browser).await);
        assert_eq!(refresh(&world, text(&tokens, "refresh_token")).await.status, StatusCode::BAD_REQUEST);
        assert!(is_signed_in(&mut elsewhere).await, "other browsers stay");
        assert_eq!(refresh(&world, text(&other, "refresh_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn a_mere_link_has_to_be_confirmed() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        browser.sign_in(EMAIL, PASSWORD).await;
        let address = logout(&[("client_id", CLIENT), ("post_logout_redirect_uri", HOME)]);
        let page = browser.get(&address).await;
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
        let done = browser.submit(&page, "/logout/confirm", &[]).await;
        assert_eq!(done.location(), "/id/signed-out");
        assert!(browser.get("/id/signed-out").await.body.contains("You are signed out"));
    })
    .await;
}

#[tokio::test]
async fn nobody_is_sent_to_an_unregistered_address() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let hint = text(&tokens, "id_token");
        for parameters in [
            vec![("client_id", CLIENT), ("post_logout_redirect_uri", "http://app.test/x")],
            vec![("id_token_hint", hint), ("post_logout_redirect_uri", "https://other.test/bye")],
            vec![
                ("id_token_hint", hint),
                ("client_id", "other"),
                ("post_logout_redirect_uri", "https://other.test/bye"),
            ],
            vec![("post_logout_redirect_uri", HOME)],
        ] {
            let answer = browser.get(&logout(&parameters)).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{parameters:?}");
        }
        assert!(is_signed_in(&mut browser).await);
        let nobody =
            Browser::new(&world).get(&logout(&[("client_id", CLIENT), ("post_logout_redirect_uri", HOME)])).await;
        assert_eq!(nobody.location(), HOME, "who is not signed in need not confirm");
    })
    .await;
}

#[tokio::test]
async fn somebody_elses_id_token_does_not_sign_this_person_out_unasked() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        world.account("kavya@example.test", PASSWORD).await;
        let kavya = Browser::new(&world).tokens("kavya@example.test", PASSWORD).await;
        let mut browser = Browser::new(&world);
        browser.sign_in(EMAIL, PASSWORD).await;
        let page = browser.get(&logout(&[("id_token_hint", text(&kavya, "id_token"))])).await;
        assert!(page.body.contains("Sign out of Tala?"));
        assert!(is_signed_in(&mut browser).await);
    })
    .await;
}

#[tokio::test]
async fn a_session_ends_after_its_days() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        browser.sign_in(EMAIL, PASSWORD).await;
        world.clock.advance_seconds(30 * 86_400 - 1);
        assert!(is_signed_in(&mut browser).await);
        world.clock.advance_seconds(1);
        assert!(!is_signed_in(&mut browser).await);
    })
    .await;
}
