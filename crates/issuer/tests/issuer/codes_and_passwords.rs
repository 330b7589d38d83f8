//! Emailed codes, password reset, sign-up validation and account creation.

use std::sync::atomic::Ordering;

use reqwest::StatusCode;

use crate::browser::{Browser, TestResponse, refresh, text, userinfo};
use crate::test_server::{CALLBACK, TestServer, default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

/// Submits the sign-up form and returns the page that asks for the code.
async fn code_page(browser: &mut Browser<'_>) -> TestResponse {
    let page = browser.get("/id/sign-up").await;
    let details = [("name", "Meera"), ("email", EMAIL), ("password", PASSWORD)];
    let path = browser.submit(&page, "/sign-up", &details).await.location();
    browser.get(&path).await
}

fn wrong_code(server: &TestServer) -> String {
    let correct: u32 = server.mail_to(EMAIL).code().parse().unwrap();
    format!("{:06}", (correct + 1) % 1_000_000)
}

#[tokio::test]
async fn code_is_invalid_after_five_wrong_attempts_and_can_be_resent() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = code_page(&mut browser).await;
        for message in ["4 more tries", "3 more tries", "2 more tries", "one more try", "too often"] {
            let response = browser.submit(&page, "/verify", &[("code", &wrong_code(&server))]).await;
            assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(response.body.contains(message), "{message}: {}", response.body);
        }
        let correct = server.mail_to(EMAIL).code();
        let response = browser.submit(&page, "/verify", &[("code", &correct)]).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY, "correct code after five wrong ones");

        let resent = browser.submit(&page, "/resend", &[]).await;
        assert!(resent.location().contains("sent=1"));
        let page = browser.get(&resent.location()).await;
        assert!(page.body.contains("We've sent a new code"));
        let newest = server.mail_to(EMAIL).code();
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.location(), "/id/signed-in");
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.status, StatusCode::FORBIDDEN);
    })
    .await;
}

#[tokio::test]
async fn code_expires_after_ten_minutes_and_malformed_codes_use_no_attempt() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = code_page(&mut browser).await;
        let code = server.mail_to(EMAIL).code();
        for _ in 0..6 {
            let response = browser.submit(&page, "/verify", &[("code", "12345")]).await;
            assert!(response.body.contains("Enter the 6 digits"));
        }
        server.clock.advance_seconds(10 * 60);
        let expired = browser.submit(&page, "/verify", &[("code", &code)]).await;
        assert!(expired.body.contains("no longer works"), "{}", expired.body);
        let resent = browser.submit(&page, "/resend", &[]).await;
        assert!(resent.location().contains("sent=1"));
        server.clock.advance_seconds(10 * 60 - 1);
        let newest = server.mail_to(EMAIL).code();
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.location(), "/id/signed-in");
    })
    .await;
}

#[tokio::test]
async fn challenge_expires_after_one_hour() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = code_page(&mut browser).await;
        server.clock.advance_seconds(60 * 60 - 1);
        assert_eq!(browser.submit(&page, "/resend", &[]).await.status, StatusCode::SEE_OTHER);
        server.clock.advance_seconds(1);
        assert_eq!(browser.submit(&page, "/resend", &[]).await.status, StatusCode::FORBIDDEN);
        let newest = server.mail_to(EMAIL).code();
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.status, StatusCode::FORBIDDEN);
    })
    .await;
}

#[tokio::test]
async fn password_reset_revokes_sessions_tokens_and_codes() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut other_browser = Browser::new(&server);
        let tokens = other_browser.tokens(EMAIL, PASSWORD).await;
        let unused_code = other_browser.authorize(&[]).await.parameter("code").unwrap();

        let mut browser = Browser::new(&server);
        let sign_in = browser.authorize(&[]).await.location();
        let request = crate::browser::parameter(&sign_in, "request").unwrap();
        let page = browser.get(&format!("/id/forgot?request={request}")).await;
        let path = browser.submit(&page, "/forgot", &[("email", "MEERA@example.test")]).await.location();
        let page = browser.get(&path).await;
        let code = server.mail_to("MEERA@example.test").code();

        let weak = browser.submit(&page, "/reset", &[("code", &code), ("password", "short")]).await;
        assert!(weak.body.contains("at least 10 characters"));
        assert_eq!(weak.input("code").unwrap(), code, "the form keeps the code");
        let fields = [("code", code.as_str()), ("password", "a brand new password")];
        let response = browser.submit(&page, "/reset", &fields).await;
        assert!(response.location().starts_with(CALLBACK), "signed in and redirected to the client");
        assert_eq!(server.mail_to("MEERA@example.test").subject, "Your Tala password was changed");

        assert_eq!(refresh(&server, text(&tokens, "refresh_token")).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(userinfo(&server, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(crate::browser::exchange(&server, &unused_code, &[]).await.status, StatusCode::BAD_REQUEST);
        let silent = other_browser.authorize(&[("prompt", "none")]).await;
        assert_eq!(silent.parameter("error").unwrap(), "login_required");
        let old = Browser::new(&server).sign_in(EMAIL, PASSWORD).await;
        assert_eq!(old.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(Browser::new(&server).sign_in(EMAIL, "a brand new password").await.location().starts_with(CALLBACK));
    })
    .await;
}

#[tokio::test]
async fn concurrent_resets_with_one_code_set_one_password() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let page = browser.get("/id/forgot").await;
        let path = browser.submit(&page, "/forgot", &[("email", EMAIL)]).await.location();
        let page = browser.get(&path).await;
        let code = server.mail_to(EMAIL).code();
        let mut second = Browser::new(&server);
        second.cookies = browser.cookies.clone();
        let one = [("code", code.as_str()), ("password", "the first new password")];
        let two = [("code", code.as_str()), ("password", "the second new password")];
        let (a, b) = tokio::join!(browser.submit(&page, "/reset", &one), second.submit(&page, "/reset", &two));
        let mut statuses = [a.status, b.status];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::FORBIDDEN], "{} {}", a.body, b.body);
        let (set, unset) = if a.status == StatusCode::SEE_OTHER { (one, two) } else { (two, one) };
        assert_eq!(Browser::new(&server).sign_in(EMAIL, set[1].1).await.status, StatusCode::SEE_OTHER);
        assert_eq!(Browser::new(&server).sign_in(EMAIL, unset[1].1).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    })
    .await;
}

#[tokio::test]
async fn invalid_sign_up_form_shows_error_at_each_field() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = browser.get("/id/sign-up").await;
        let fields = [("name", " "), ("email", "<meera"), ("password", "password123")];
        let response = browser.submit(&page, "/sign-up", &fields).await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        for part in ["name-error", "email-error", "password-error", "role=\"alert\"", "3 fields", "&lt;meera"] {
            assert!(response.body.contains(part), "{part}");
        }
        assert!(!response.body.contains("<meera"));
        assert_eq!(response.body.matches(" autofocus").count(), 1, "the first invalid field has the focus");
        assert_eq!(server.mail_count(), 0);
        assert_eq!(server.count("SELECT count(*) FROM issuer_accounts").await, 0);
    })
    .await;
}

#[tokio::test]
async fn rejected_password_shows_the_rule_that_it_violates() {
    let rules = [
        ("", "Choose a password.", "एक पासवर्ड चुनें।"),
        ("ninechars", "Use at least 10 characters; this has 9.", "कम से कम 10 अक्षर लिखें; इसमें 9 हैं।"),
        (&"x".repeat(201), "Use at most 200 characters.", "ज़्यादा से ज़्यादा 200 अक्षर लिखें।"),
        (EMAIL, "use your email address as your password.", "अपने ईमेल पते को पासवर्ड न बनाएँ।"),
        ("meera12345", "Your name or email is easy to guess.", "आपके नाम या ईमेल का अनुमान लगाना आसान है।"),
        ("password123", "Too many people use this password.", "यह पासवर्ड बहुत आम है।"),
        ("dance-class-1", "Words like dance or class are easy to guess", "डांस या क्लास जैसे शब्दों का अनुमान लगाना आसान है"),
    ];
    for_each_database(default_config, async |server| {
        for language in ["en", "hi"] {
            let mut browser = Browser::new(&server);
            browser.authorize(&[("ui_locales", language)]).await;
            for (password, english, hindi) in &rules {
                let sentence = if language == "en" { english } else { hindi };
                let page = browser.get("/id/sign-up").await;
                let fields = [("name", "Meera"), ("email", EMAIL), ("password", password)];
                let response = browser.submit(&page, "/sign-up", &fields).await;
                assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
                let body = response.body.replace("&#39;", "'");
                let others = rules.iter().filter(|rule| rule.0 != *password);
                assert!(body.contains(sentence), "{password} {language}");
                for (_, english, hindi) in others {
                    assert!(!body.contains(english) && !body.contains(hindi), "{password} {language}");
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn sign_up_returns_503_when_mailer_fails() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = browser.get("/id/sign-up").await;
        let details = [("name", "Meera"), ("email", EMAIL), ("password", PASSWORD)];
        server.mailbox.is_failing.store(true, Ordering::SeqCst);
        let response = browser.submit(&page, "/sign-up", &details).await;
        assert_eq!(response.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.body.contains("couldn't send the email"));
        server.mailbox.is_failing.store(false, Ordering::SeqCst);
        let response = browser.submit(&page, "/sign-up", &details).await;
        assert!(response.location().starts_with("/id/verify"), "the same form succeeds when the mailer works again");
    })
    .await;
}

#[tokio::test]
async fn create_account_does_not_change_existing_account() {
    for_each_database(default_config, async |server| {
        let first = server.create_account("Seed@example.test", PASSWORD).await;
        let again =
            server.issuer.create_account("seed@EXAMPLE.test", "X", "another good password", true).await.unwrap();
        assert_eq!(first, again);
        assert!(Browser::new(&server).sign_in("seed@example.test", PASSWORD).await.location().starts_with(CALLBACK));
        assert!(server.issuer.create_account("not an address", "X", PASSWORD, true).await.is_err());
        assert!(server.issuer.create_account("b@example.test", "X", "short", true).await.is_err());
    })
    .await;
}
