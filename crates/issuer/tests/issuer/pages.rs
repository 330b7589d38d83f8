//! Properties of all pages: security headers, accessible forms, assets.

use reqwest::StatusCode;
use tala_issuer::IssuerConfig;

use crate::browser::{Browser, TestResponse};
use crate::test_server::{TestServer, default_config, for_each_database};

fn assert_sound(page: &TestResponse) {
    let header = |name: &str| page.headers[name].to_str().unwrap().to_owned();
    let policy = header("content-security-policy");
    for part in
        ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]
    {
        assert!(policy.contains(part), "{policy}");
    }
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("x-frame-options"), "DENY");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(page.body.matches("<h1").count(), 1);
    assert_eq!(page.body.matches("<script").count(), 1);
    assert!(page.body.contains("<script defer src=\"/id/assets/pages.js?v="), "{}", page.body);
    assert!(policy.contains("; script-src ") && policy.contains("/id/assets/pages.js; "), "{policy}");
    for forbidden in [" style=\"", " onclick", "http://cdn", "https://fonts"] {
        assert!(!page.body.contains(forbidden), "{forbidden}");
    }
    for tag in page.body.split('<').filter(|tag| tag.starts_with("input") && !tag.contains("type=\"hidden\"")) {
        let id = tag.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(page.body.contains(&format!("<label for=\"{id}\"")), "{tag}");
        assert!(tag.contains("autocomplete=\""), "{tag}");
    }
}

#[tokio::test]
async fn pages_have_security_headers_labels_and_keep_request_handle() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let sign_in_path = browser.authorize(&[]).await.location();
        let page = browser.get(&sign_in_path).await;
        assert_sound(&page);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("form-action 'self' http://app.test;"), "{policy}");
        let request = page.input("request").unwrap();
        for next in ["/id/sign-up", "/id/forgot"] {
            assert!(page.body.contains(&format!("href=\"{next}?request={request}\"")), "{next}");
            assert_sound(&browser.get(&format!("{next}?request={request}")).await);
        }
        for (path, status) in [
            ("/id/verify", StatusCode::FORBIDDEN),
            ("/id/reset", StatusCode::FORBIDDEN),
            ("/id/nothing/here", StatusCode::NOT_FOUND),
            ("/id/signed-out", StatusCode::OK),
            ("/id/logout", StatusCode::SEE_OTHER),
        ] {
            let response = browser.get(path).await;
            assert_eq!(response.status, status, "{path}");
            if status != StatusCode::SEE_OTHER {
                assert_sound(&response);
                assert!(response.body.contains("href=\"http://app.test/\""));
            }
        }
        assert_eq!(browser.get("/id/signed-in").await.location(), "/id/sign-in");
    })
    .await;
}

#[tokio::test]
async fn all_referenced_assets_are_served() {
    for_each_database(default_config, async |server| {
        let page = Browser::new(&server).get("/id/sign-in").await;
        let mut found = 0;
        for address in page.body.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            if address.starts_with("/id/assets/") {
                let response = server.http.get(server.url.replace("/id", address)).send().await.unwrap();
                assert_eq!(response.status(), StatusCode::OK, "{address}");
                assert!(response.headers()["cache-control"].to_str().unwrap().contains("immutable"));
                found += 1;
            }
        }
        assert_eq!(found, 4);
        let script = page.body.split("<script defer src=\"").nth(1).unwrap().split('"').next().unwrap();
        let script = server.http.get(server.url.replace("/id", script)).send().await.unwrap();
        assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
        let css =
            server.http.get(format!("{}/assets/pages.css", server.url)).send().await.unwrap().text().await.unwrap();
        for font in css.split("url(").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let response = server.http.get(format!("{}/assets/{font}", server.url)).send().await.unwrap();
            assert_eq!(response.headers()["content-type"], "font/woff2", "{font}");
        }
    })
    .await;
}

fn with_terms(config: &mut IssuerConfig) {
    config.terms_url = Some("http://app.test/terms".to_owned());
    config.privacy_url = Some("http://app.test/privacy".to_owned());
}

#[tokio::test]
async fn pages_and_emails_are_in_the_language_of_the_authorization_request() {
    for_each_database(with_terms, async |server| {
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[("ui_locales", "hi en")]).await.location();
        let page = browser.get(&page).await;
        assert_sound(&page);
        assert!(page.body.contains("<html lang=\"hi\">") && page.body.contains("आपका फिर से स्वागत है"), "{}", page.body);
        let sign_up = browser.get(&format!("/id/sign-up?request={}", page.input("request").unwrap())).await;
        assert!(
            sign_up.body.contains("href=\"http://app.test/terms\"") && sign_up.body.contains("शर्तें"),
            "{}",
            sign_up.body
        );
        let form = [("name", "मीरा"), ("email", "meera@people.test"), ("password", "नृत्य सीखना है")];
        let next = browser.submit(&sign_up, "/sign-up", &form).await.location();
        let verify = browser.get(&next).await;
        assert!(verify.body.contains("अपना ईमेल देखें"), "{}", verify.body);
        assert!(
            server.mail_to("meera@people.test").subject.contains("कोड"),
            "{}",
            server.mail_to("meera@people.test").subject
        );
        assert!(browser.get("/id/nothing").await.body.contains("पेज नहीं मिला"));
        let page = browser.authorize(&[]).await.location();
        assert!(browser.get(&page).await.body.contains("Welcome back"), "English without ui_locales");
    })
    .await;
}

#[tokio::test]
async fn language_link_keeps_request_and_challenge_and_is_remembered() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[("prompt", "create")]).await.location();
        let page = browser.get(&page).await;
        let request = page.input("request").unwrap();
        let hindi = format!("/id/sign-up?ui_locales=hi&request={request}");
        assert_eq!(other_language_url(&page), hindi);
        let page = browser.get(&hindi).await;
        assert_sound(&page);
        assert!(page.body.contains("<html lang=\"hi\">"), "{}", page.body);
        assert_eq!(page.input("request"), Some(request.clone()));

        let rejected = browser.submit(&page, "/sign-up", &[("name", ""), ("email", ""), ("password", "")]).await;
        assert_eq!(other_language_url(&rejected), format!("/id/sign-up?ui_locales=en&request={request}"));
        let form = [("name", "Meera"), ("email", "meera@people.test"), ("password", "nine rivers and a lamp")];
        let verify = browser.submit(&page, "/sign-up", &form).await.location();
        let verify = browser.get(&verify).await;
        assert!(verify.body.contains("अपना ईमेल देखें"), "{}", verify.body);
        let english = browser.get(&other_language_url(&verify)).await;
        assert!(english.body.contains("Check your email"), "{}", english.body);
        assert_eq!(english.input("challenge"), verify.input("challenge"));
        assert_eq!(english.input("request"), Some(request));
    })
    .await;
}

/// The address of the page in the other language.
fn other_language_url(page: &TestResponse) -> String {
    let link = page.body.split("class=\"language\" href=\"").nth(1).unwrap();
    link.split('"').next().unwrap().replace("&amp;", "&")
}

fn demo(config: &mut IssuerConfig) {
    config.demo_mailbox_url = Some("/dev/mailbox".to_owned());
}

async fn links_mailbox(server: &TestServer) -> bool {
    let mut browser = Browser::new(server);
    let page = browser.get("/id/forgot").await;
    let next = browser.submit(&page, "/forgot", &[("email", "a@example.test")]).await.location();
    let page = browser.get(&next).await;
    assert_sound(&page);
    page.body.contains("/dev/mailbox")
}

#[tokio::test]
async fn mailbox_link_is_shown_only_in_demo() {
    for_each_database(demo, async |server| assert!(links_mailbox(&server).await)).await;
    for_each_database(default_config, async |server| assert!(!links_mailbox(&server).await)).await;
}
