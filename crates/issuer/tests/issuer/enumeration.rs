//! No response reveals whether an email path has an account (account enumeration).

use reqwest::StatusCode;

use crate::browser::{Browser, TestResponse};
use crate::test_server::{TestServer, default_config, for_each_database};

const PASSWORD: &str = "three quiet temple bells";

/// Status and body without random values and the echoed address.
fn visible(response: &TestResponse, email: &str) -> (StatusCode, String) {
    let mut text = response.body.replace(email, "ADDRESS");
    for name in ["form_token", "request", "challenge"] {
        if let Some(value) = response.input(name) {
            text = text.replace(&value, "RANDOM");
        }
    }
    (response.status, text)
}

async fn assert_same_for_known_and_unknown(
    server: &TestServer,
    scenario: impl AsyncFn(&TestServer, &str) -> (StatusCode, String),
) {
    let known = scenario(server, "known@example.test").await;
    let unknown = scenario(server, "other@example.test").await;
    assert_eq!(known, unknown);
}

#[tokio::test]
async fn sign_up_page_is_same_for_known_and_unknown_address() {
    for_each_database(default_config, async |server| {
        server.create_account("known@example.test", PASSWORD).await;
        let accounts_before = server.count("SELECT count(*) FROM issuer_accounts").await;
        assert_same_for_known_and_unknown(&server, async |server, email| {
            let mut browser = Browser::new(server);
            let page = browser.get("/id/sign-up").await;
            let details = [("name", "Someone"), ("email", email), ("password", "another good password")];
            let before = server.mail_count();
            let path = browser.submit(&page, "/sign-up", &details).await.location();
            assert_eq!(server.mail_count(), before + 1);
            let page = browser.get(&path).await;
            visible(&page, email)
        })
        .await;
        assert_eq!(server.count("SELECT count(*) FROM issuer_accounts").await, accounts_before + 1);

        let mail = server.mail_to("known@example.test");
        assert_eq!(mail.subject, "You already have a Tala account");
        assert!(!mail.has_code() && mail.text.contains("http://app.test/"));
        assert!(server.mail_to("other@example.test").has_code());
        let response = Browser::new(&server).sign_in("known@example.test", PASSWORD).await;
        assert_eq!(response.status, StatusCode::SEE_OTHER, "the password is unchanged");
    })
    .await;
}

#[tokio::test]
async fn no_code_confirms_sign_up_with_taken_address() {
    for_each_database(default_config, async |server| {
        server.create_account("known@example.test", PASSWORD).await;
        assert_same_for_known_and_unknown(&server, async |server, email| {
            let mut browser = Browser::new(server);
            let page = browser.get("/id/sign-up").await;
            let details = [("name", "Someone"), ("email", email), ("password", "another good password")];
            let path = browser.submit(&page, "/sign-up", &details).await.location();
            let page = browser.get(&path).await;
            let wrong = match server.mail_to(email) {
                mail if mail.has_code() && mail.code() == "000000" => "000001",
                _ => "000000",
            };
            visible(&browser.submit(&page, "/verify", &[("code", wrong)]).await, email)
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn wrong_password_and_unknown_address_show_same_page() {
    for_each_database(default_config, async |server| {
        server.create_account("known@example.test", PASSWORD).await;
        assert_same_for_known_and_unknown(&server, async |server, email| {
            visible(&Browser::new(server).sign_in(email, "not the password").await, email)
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn password_reset_is_same_for_known_and_unknown_address() {
    for_each_database(default_config, async |server| {
        server.create_account("known@example.test", PASSWORD).await;
        assert_same_for_known_and_unknown(&server, async |server, email| {
            let mut browser = Browser::new(server);
            let page = browser.get("/id/forgot").await;
            let before = server.mail_count();
            let path = browser.submit(&page, "/forgot", &[("email", email)]).await.location();
            assert_eq!(server.mail_count(), before + 1);
            let page = browser.get(&path).await;
            let first = visible(&page, email);
            let fields = [("code", "000000"), ("password", "another good password")];
            let second = visible(&browser.submit(&page, "/reset", &fields).await, email);
            (second.0, first.1 + &second.1)
        })
        .await;
        assert!(server.mail_to("known@example.test").has_code());
        assert!(!server.mail_to("other@example.test").has_code());
    })
    .await;
}
