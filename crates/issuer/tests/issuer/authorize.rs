//! The authorization endpoint: validation, prompts, sessions.

use reqwest::StatusCode;

use crate::browser::{Browser, VERIFIER, authorize_path, call, claims, exchange, parameter, text};
use crate::test_server::{CALLBACK, ENTRY, default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

#[tokio::test]
async fn unknown_client_or_redirect_uri_shows_error_page_without_redirect() {
    for_each_database(default_config, async |server| {
        for extra in [
            ("client_id", "unknown"),
            ("client_id", ""),
            ("redirect_uri", "http://app.test/auth/callback/x"),
            ("redirect_uri", "http://APP.test/auth/callback"),
            ("redirect_uri", "https://other.test/cb?fixed=1"),
            ("redirect_uri", ""),
        ] {
            let response = Browser::new(&server).authorize(&[extra]).await;
            assert_eq!(response.status, StatusCode::BAD_REQUEST, "{extra:?}");
            assert!(response.body.contains("This link doesn't work"));
            assert!(!response.headers.contains_key("location"));
        }
    })
    .await;
}

#[tokio::test]
async fn other_request_errors_redirect_to_client_with_state() {
    for_each_database(default_config, async |server| {
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
            let response = Browser::new(&server).authorize(&[extra]).await;
            assert!(response.location().starts_with(CALLBACK), "{extra:?}");
            assert_eq!(response.parameter("error").unwrap(), error, "{extra:?}");
            assert_eq!(response.parameter("state").unwrap(), "a state & more");
            assert_eq!(response.parameter("iss").unwrap(), server.url);
        }
        let repeated = Browser::new(&server).get(&format!("{}&nonce=n-2", authorize_path(&[]))).await;
        assert_eq!(repeated.parameter("error").unwrap(), "invalid_request");
    })
    .await;
}

#[tokio::test]
async fn session_skips_sign_in_unless_prompt_requires_it() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let without_session = browser.authorize(&[("prompt", "none")]).await;
        assert_eq!(without_session.parameter("error").unwrap(), "login_required");
        browser.sign_in(EMAIL, PASSWORD).await;

        for extra in [("prompt", "none"), ("prompt", "consent"), ("audience", "tala-api"), ("max_age", "60")] {
            let response = browser.authorize(&[extra]).await;
            assert!(response.parameter("code").is_some(), "{extra:?}: {}", response.location());
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
async fn session_older_than_max_age_requires_sign_in() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let first = browser.tokens(EMAIL, PASSWORD).await;
        let first = claims(&server, text(&first, "id_token"), "JWT").await;
        server.clock.advance_seconds(61);
        let silent = browser.authorize(&[("prompt", "none"), ("max_age", "60")]).await;
        assert_eq!(silent.parameter("error").unwrap(), "login_required");
        let sign_in_path = browser.authorize(&[("max_age", "60")]).await.location();
        assert!(sign_in_path.starts_with("/id/sign-in?"));
        let page = browser.get(&sign_in_path).await;
        let redirect = browser.submit(&page, "/sign-in", &[("email", EMAIL), ("password", PASSWORD)]).await;
        let tokens = exchange(&server, &redirect.parameter("code").unwrap(), &[]).await.json();
        let second = claims(&server, text(&tokens, "id_token"), "JWT").await;
        assert_eq!(second["auth_time"].as_i64().unwrap(), first["auth_time"].as_i64().unwrap() + 61);
        assert_eq!(second["sid"], first["sid"], "re-authentication keeps the session id");
    })
    .await;
}

#[tokio::test]
async fn id_token_hint_of_other_user_requires_sign_in() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        server.create_account("kavya@example.test", PASSWORD).await;
        let kavya = Browser::new(&server).tokens("kavya@example.test", PASSWORD).await;
        let mut browser = Browser::new(&server);
        let meera = browser.tokens(EMAIL, PASSWORD).await;
        let own = [("prompt", "none"), ("id_token_hint", text(&meera, "id_token"))];
        assert!(browser.authorize(&own).await.parameter("code").is_some());
        for hint in [text(&kavya, "id_token"), text(&meera, "access_token"), "not-a-token"] {
            let response = browser.authorize(&[("prompt", "none"), ("id_token_hint", hint)]).await;
            assert_eq!(response.parameter("error").unwrap(), "login_required");
        }
    })
    .await;
}

#[tokio::test]
async fn authorization_request_is_single_use_and_expires_after_one_hour() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let sign_in_path = browser.authorize(&[]).await.location();
        let page = browser.get(&sign_in_path).await;
        let fields = [("email", EMAIL), ("password", PASSWORD)];
        let redirect = browser.submit(&page, "/sign-in", &fields).await;
        assert!(redirect.location().starts_with(CALLBACK));
        assert_eq!(browser.get(&sign_in_path).await.location(), ENTRY);
        let page = browser.get("/id/sign-in").await;
        let request = parameter(&sign_in_path, "request").unwrap();
        let again = [fields[0], fields[1], ("request", request.as_str())];
        assert_eq!(browser.submit(&page, "/sign-in", &again).await.location(), "/id/signed-in");

        let mut slow = Browser::new(&server);
        let sign_in_path = slow.authorize(&[]).await.location();
        let page = slow.get(&sign_in_path).await;
        server.clock.advance_seconds(3_600);
        assert_eq!(slow.submit(&page, "/sign-in", &fields).await.location(), "/id/signed-in");
    })
    .await;
}

#[tokio::test]
async fn concurrent_form_submissions_issue_one_code() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        for _ in 0..3 {
            let mut browser = Browser::new(&server);
            let sign_in_path = browser.authorize(&[]).await.location();
            let page = browser.get(&sign_in_path).await;
            let mut second = Browser::new(&server);
            second.cookies = browser.cookies.clone();
            let fields = [("email", EMAIL), ("password", PASSWORD)];
            let (a, b) =
                tokio::join!(browser.submit(&page, "/sign-in", &fields), second.submit(&page, "/sign-in", &fields));
            let codes = [a, b].iter().filter(|response| response.location().starts_with(CALLBACK)).count();
            assert_eq!(codes, 1);
        }
    })
    .await;
}

#[tokio::test]
async fn authorize_accepts_post_and_keeps_query_of_redirect_uri() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        browser.sign_in(EMAIL, PASSWORD).await;
        let path =
            authorize_path(&[("client_id", "other"), ("redirect_uri", "https://other.test/cb?fixed=1"), ("state", "")]);
        let fields: Vec<(String, String)> =
            url::form_urlencoded::parse(path.split('?').nth(1).unwrap().as_bytes()).into_owned().collect();
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
        assert_eq!(call(&server, "/token", &exchange).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn sign_in_of_other_user_revokes_tokens_of_previous_session() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        server.create_account("kavya@example.test", PASSWORD).await;
        let mut browser = Browser::new(&server);
        let meera = browser.tokens(EMAIL, PASSWORD).await;
        let before = browser.cookies.clone();
        let kavya = browser.tokens("kavya@example.test", PASSWORD).await;
        assert_ne!(before["issuer_session"], browser.cookies["issuer_session"]);
        assert_ne!(before["issuer_browser"], browser.cookies["issuer_browser"]);
        let response = crate::browser::refresh(&server, text(&meera, "refresh_token")).await;
        assert_eq!(response.status, StatusCode::BAD_REQUEST);
        assert_eq!(crate::browser::refresh(&server, text(&kavya, "refresh_token")).await.status, StatusCode::OK);
        let mut old = Browser::new(&server);
        old.cookies = before;
        assert_eq!(old.authorize(&[("prompt", "none")]).await.parameter("error").unwrap(), "login_required");
    })
    .await;
}
