//! The authorization request: who is asked, who is told, and what is refused.

use reqwest::StatusCode;

use crate::browser::{Browser, VERIFIER, authorize_address, call, claims, exchange, parameter, text};
use crate::world::{CALLBACK, ENTRY, on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

#[tokio::test]
async fn an_unknown_client_or_address_is_told_to_the_person_and_nobody_is_sent_anywhere() {
    on_both(usual, async |world| {
        for extra in [
            ("client_id", "nobody"),
            ("client_id", ""),
            ("redirect_uri", "http://app.test/auth/callback/x"),
            ("redirect_uri", "http://APP.test/auth/callback"),
            ("redirect_uri", "https://other.test/cb?fixed=1"),
            ("redirect_uri", ""),
        ] {
            let answer = Browser::new(&world).authorize(&[extra]).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{extra:?}");
            assert!(answer.body.contains("This link does not work"));
            assert!(!answer.headers.contains_key("location"));
        }
    })
    .await;
}

#[tokio::test]
async fn other_faults_are_told_to_the_client_with_its_state() {
    on_both(usual, async |world| {
        for (extra, error) in [
            (("response_type", "token"), "unsupported_response_type"),
            (("response_type", ""), "unsupported_response_type"),
            (("response_mode", "fragment"), "invalid_request"),
            (("scope", "profile email"), "invalid_scope"),
            (("code_challenge", ""), "invalid_request"),
            (("code_challenge_method", "plain"), "invalid_request"),
            (("code_challenge_method", ""), "invalid_request"),
            (("prompt", "none login"), "invalid_request"),
            (("prompt", "perhaps"), "invalid_request"),
            (("max_age", "-1"), "invalid_request"),
            (("max_age", "soon"), "invalid_request"),
            (("audience", "another-api"), "invalid_target"),
            (("request", "a.b.c"), "request_not_supported"),
            (("request_uri", "https://x.test"), "request_uri_not_supported"),
        ] {
            let answer = Browser::new(&world).authorize(&[extra]).await;
            assert!(answer.location().starts_with(CALLBACK), "{extra:?}");
            assert_eq!(answer.parameter("error").unwrap(), error, "{extra:?}");
            assert_eq!(answer.parameter("state").unwrap(), "a state & more");
            assert_eq!(answer.parameter("iss").unwrap(), world.url);
        }
        let repeated = Browser::new(&world).get(&format!("{}&nonce=n-2", authorize_address(&[]))).await;
        assert_eq!(repeated.parameter("error").unwrap(), "invalid_request");
    })
    .await;
}

#[tokio::test]
async fn who_is_signed_in_goes_straight_back_and_prompt_decides_otherwise() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let nobody = browser.authorize(&[("prompt", "none")]).await;
        assert_eq!(nobody.parameter("error").unwrap(), "login_required");
        browser.sign_in(EMAIL, PASSWORD).await;

        for extra in [("prompt", "none"), ("prompt", "consent"), ("audience", "tala-api"), ("max_age", "60")] {
            let answer = browser.authorize(&[extra]).await;
            assert!(answer.parameter("code").is_some(), "{extra:?}: {}", answer.location());
        }
        for (prompt, page) in
            [("login", "/id/sign-in?"), ("select_account", "/id/sign-in?"), ("create", "/id/sign-up?")]
        {
            assert!(browser.authorize(&[("prompt", prompt)]).await.location().starts_with(page), "{prompt}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_old_sign_in_has_to_be_renewed_when_max_age_says_so() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let first = browser.tokens(EMAIL, PASSWORD).await;
        let first = claims(&world, text(&first, "id_token"), "JWT").await;
        world.clock.advance_seconds(61);
        let silent = browser.authorize(&[("prompt", "none"), ("max_age", "60")]).await;
        assert_eq!(silent.parameter("error").unwrap(), "login_required");
        let to_page = browser.authorize(&[("max_age", "60")]).await.location();
        assert!(to_page.starts_with("/id/sign-in?"));
        let page = browser.get(&to_page).await;
        let back = browser.submit(&page, "/sign-in", &[("email", EMAIL), ("password", PASSWORD)]).await;
        let tokens = exchange(&world, &back.parameter("code").unwrap(), &[]).await.json();
        let second = claims(&world, text(&tokens, "id_token"), "JWT").await;
        assert_eq!(second["auth_time"].as_i64().unwrap(), first["auth_time"].as_i64().unwrap() + 61);
        assert_eq!(second["sid"], first["sid"], "the same browser stays the same sign-in");
    })
    .await;
}

#[tokio::test]
async fn an_id_token_hint_of_somebody_else_does_not_hand_out_the_present_person() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        world.account("kavya@example.test", PASSWORD).await;
        let kavya = Browser::new(&world).tokens("kavya@example.test", PASSWORD).await;
        let mut browser = Browser::new(&world);
        let meera = browser.tokens(EMAIL, PASSWORD).await;
        let own = [("prompt", "none"), ("id_token_hint", text(&meera, "id_token"))];
        assert!(browser.authorize(&own).await.parameter("code").is_some());
        for hint in [text(&kavya, "id_token"), text(&meera, "access_token"), "not-a-token"] {
            let refused = browser.authorize(&[("prompt", "none"), ("id_token_hint", hint)]).await;
            assert_eq!(refused.parameter("error").unwrap(), "login_required");
        }
    })
    .await;
}

#[tokio::test]
async fn an_authorization_request_is_answered_once_and_lives_an_hour() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let to_page = browser.authorize(&[]).await.location();
        let page = browser.get(&to_page).await;
        let fields = [("email", EMAIL), ("password", PASSWORD)];
        let back = browser.submit(&page, "/sign-in", &fields).await;
        assert!(back.location().starts_with(CALLBACK));
        assert_eq!(browser.get(&to_page).await.location(), ENTRY);
        let page = browser.get("/id/sign-in").await;
        let request = parameter(&to_page, "request").unwrap();
        let again = [fields[0], fields[1], ("request", request.as_str())];
        assert_eq!(browser.submit(&page, "/sign-in", &again).await.location(), "/id/signed-in");

        let mut slow = Browser::new(&world);
        let to_page = slow.authorize(&[]).await.location();
        let page = slow.get(&to_page).await;
        world.clock.advance_seconds(3_600);
        assert_eq!(slow.submit(&page, "/sign-in", &fields).await.location(), "/id/signed-in");
    })
    .await;
}

#[tokio::test]
async fn a_form_sent_twice_at_once_gives_the_application_one_code() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        for _ in 0..3 {
            let mut browser = Browser::new(&world);
            let to_page = browser.authorize(&[]).await.location();
            let page = browser.get(&to_page).await;
            let mut second = Browser::new(&world);
            second.cookies = browser.cookies.clone();
            let fields = [("email", EMAIL), ("password", PASSWORD)];
            let (a, b) =
                tokio::join!(browser.submit(&page, "/sign-in", &fields), second.submit(&page, "/sign-in", &fields));
            let codes = [a, b].iter().filter(|answer| answer.location().starts_with(CALLBACK)).count();
            assert_eq!(codes, 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_form_post_works_like_a_link_and_addresses_keep_their_own_parameters() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        browser.sign_in(EMAIL, PASSWORD).await;
        let address = authorize_address(&[
            ("client_id", "other"),
            ("redirect_uri", "https://other.test/cb?fixed=1"),
            ("state", ""),
        ]);
        let fields: Vec<(String, String)> =
            url::form_urlencoded::parse(address.split('?').nth(1).unwrap().as_bytes()).into_owned().collect();
        let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let location = browser.post("/id/authorize", &fields).await.location();
        assert!(location.starts_with("https://other.test/cb?fixed=1&code="), "{location}");
        assert_eq!(parameter(&location, "state"), None);
        let exchange = [
            ("grant_type", "authorization_code"),
            ("client_id", "other"),
            ("redirect_uri", "https://other.test/cb?fixed=1"),
            ("code_verifier", VERIFIER),
            ("code", &parameter(&location, "code").unwrap()),
        ];
        assert_eq!(call(&world, "/token", &exchange).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn another_person_in_the_same_browser_ends_the_first_ones_tokens() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        world.account("kavya@example.test", PASSWORD).await;
        let mut browser = Browser::new(&world);
        let meera = browser.tokens(EMAIL, PASSWORD).await;
        let before = browser.cookies.clone();
        let kavya = browser.tokens("kavya@example.test", PASSWORD).await;
        assert_ne!(before["issuer_session"], browser.cookies["issuer_session"]);
        assert_ne!(before["issuer_browser"], browser.cookies["issuer_browser"]);
        let refused = crate::browser::refresh(&world, text(&meera, "refresh_token")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(crate::browser::refresh(&world, text(&kavya, "refresh_token")).await.status, StatusCode::OK);
        let mut old = Browser::new(&world);
        old.cookies = before;
        assert_eq!(old.authorize(&[("prompt", "none")]).await.parameter("error").unwrap(), "login_required");
    })
    .await;
}
