//! Rate limits and CSRF protection.

use reqwest::StatusCode;

use crate::browser::{Browser, TestResponse, call};
use crate::test_server::{CALLBACK, CLIENT, TestServer, behind_proxy, default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

async fn attempt(server: &TestServer, client_ip: &'static str, email: &str, password: &str) -> TestResponse {
    let mut browser = Browser::new(server);
    browser.client_ip = Some(client_ip);
    browser.sign_in(email, password).await
}

fn retry_after(response: &TestResponse) -> i64 {
    assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS, "{}", response.body);
    response.headers["retry-after"].to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn wrong_passwords_trigger_backoff_for_that_client_address_only() {
    for_each_database(behind_proxy, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        for _ in 0..5 {
            let response = attempt(&server, "1.1.1.1", EMAIL, "a wrong password").await;
            assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let refused = attempt(&server, "1.1.1.1", EMAIL, PASSWORD).await;
        assert_eq!(retry_after(&refused), 16, "rejected despite the correct password; 15 s, rounded up");
        assert!(refused.body.contains("Too many attempts") && refused.body.contains("16 seconds"));
        assert!(attempt(&server, "2.2.2.2", EMAIL, PASSWORD).await.location().starts_with(CALLBACK));

        server.clock.advance_seconds(15);
        let sixth = attempt(&server, "1.1.1.1", EMAIL, "a wrong password").await;
        assert_eq!(sixth.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(retry_after(&attempt(&server, "1.1.1.1", EMAIL, PASSWORD).await), 31);
        server.clock.advance_seconds(30);
        assert!(attempt(&server, "1.1.1.1", EMAIL, PASSWORD).await.location().starts_with(CALLBACK));
        let after = attempt(&server, "1.1.1.1", EMAIL, "a wrong password").await;
        assert_eq!(after.status, StatusCode::UNPROCESSABLE_ENTITY, "a correct password resets the backoff");
    })
    .await;
}

#[tokio::test]
async fn concurrent_guesses_count_like_sequential_ones() {
    for_each_database(behind_proxy, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let attempts = (0..12).map(|_| attempt(&server, "1.1.1.1", EMAIL, "a wrong password"));
        let responses = join_all(attempts).await;
        let verified = responses.iter().filter(|a| a.status == StatusCode::UNPROCESSABLE_ENTITY).count();
        assert_eq!(verified, 5);
    })
    .await;
}

/// Runs futures concurrently; avoids a dependency on `futures`.
async fn join_all<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = futures.map(|f| (Some(Box::pin(f)), None)).collect();
    std::future::poll_fn(|cx| {
        let mut open = false;
        for (future, output) in &mut waiting {
            if let Some(running) = future {
                match running.as_mut().poll(cx) {
                    std::task::Poll::Ready(value) => (*future, *output) = (None, Some(value)),
                    std::task::Poll::Pending => open = true,
                }
            }
        }
        if open { std::task::Poll::Pending } else { std::task::Poll::Ready(()) }
    })
    .await;
    waiting.into_iter().filter_map(|(_, output)| output).collect()
}

#[tokio::test]
async fn password_attempts_from_many_addresses_are_limited_per_account() {
    for_each_database(behind_proxy, async |server| {
        let client_ips: Vec<&'static str> = (0..41).map(|n| -> &'static str { format!("10.0.0.{n}").leak() }).collect();
        for client_ip in &client_ips[..40] {
            let response = attempt(&server, client_ip, "unknown@example.test", "a wrong password").await;
            assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let response = attempt(&server, client_ips[40], "unknown@example.test", "a wrong password").await;
        assert_eq!(retry_after(&response), 61, "unknown client_ips are limited too");
    })
    .await;
}

#[tokio::test]
async fn sign_ins_to_many_accounts_are_limited_per_client_address() {
    for_each_database(behind_proxy, async |server| {
        for n in 0..20 {
            let response = attempt(&server, "1.1.1.1", &format!("p{n}@example.test"), "a wrong password").await;
            assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let wait = retry_after(&attempt(&server, "1.1.1.1", "p20@example.test", "a wrong password").await);
        assert_eq!(wait, 7);
        server.clock.advance_seconds(6);
        let response = attempt(&server, "1.1.1.1", "p20@example.test", "a wrong password").await;
        assert_eq!(response.status, StatusCode::UNPROCESSABLE_ENTITY);
    })
    .await;
}

#[tokio::test]
async fn recipient_gets_five_mails_then_one_every_twelve_minutes() {
    for_each_database(behind_proxy, async |server| {
        let request = async |client_ip: &'static str| {
            let mut browser = Browser::new(&server);
            browser.client_ip = Some(client_ip);
            let page = browser.get("/id/forgot").await;
            browser.submit(&page, "/forgot", &[("email", EMAIL)]).await
        };
        for client_ip in ["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4", "5.5.5.5"] {
            assert_eq!(request(client_ip).await.status, StatusCode::SEE_OTHER);
        }
        assert_eq!(retry_after(&request("6.6.6.6").await), 12 * 60 + 1);
        assert_eq!(server.mail_count(), 5);
        server.clock.advance_seconds(12 * 60);
        assert_eq!(request("6.6.6.6").await.status, StatusCode::SEE_OTHER);
    })
    .await;
}

#[tokio::test]
async fn rate_limited_token_request_returns_json_with_retry_after() {
    for_each_database(default_config, async |server| {
        let request = async || call(&server, "/token", &[("client_id", CLIENT), ("grant_type", "nonsense")]).await;
        for _ in 0..120 {
            assert_eq!(request().await.status, StatusCode::BAD_REQUEST);
        }
        let refused = request().await;
        assert!(retry_after(&refused) >= 1);
        assert_eq!(refused.json()["error"], "temporarily_unavailable");
    })
    .await;
}

#[tokio::test]
async fn form_without_valid_csrf_token_is_rejected() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let fields = [("email", EMAIL), ("password", PASSWORD)];
        let mut browser = Browser::new(&server);
        let page = browser.get("/id/sign-in").await;

        let without_token = browser.post("/id/sign-in", &fields).await;
        assert_eq!(without_token.status, StatusCode::FORBIDDEN);
        assert!(without_token.body.contains("This page has expired"));

        let mut other_browser = Browser::new(&server);
        let other_page = other_browser.get("/id/sign-in").await;
        assert_eq!(browser.submit(&other_page, "/sign-in", &fields).await.status, StatusCode::FORBIDDEN);

        let mut without_cookie = Browser::new(&server);
        assert_eq!(without_cookie.submit(&page, "/sign-in", &fields).await.status, StatusCode::FORBIDDEN);

        for path in ["/sign-up", "/verify", "/resend", "/forgot", "/reset", "/logout/confirm"] {
            let response = browser.post(&format!("/id{path}"), &fields).await;
            assert_eq!(response.status, StatusCode::FORBIDDEN, "{path}");
        }
        assert_eq!(browser.submit(&page, "/sign-in", &fields).await.location(), "/id/signed-in");
        let stale = browser.submit(&page, "/sign-in", &fields).await;
        assert_eq!(stale.status, StatusCode::FORBIDDEN, "the CSRF token changes at sign-in");
    })
    .await;
}
