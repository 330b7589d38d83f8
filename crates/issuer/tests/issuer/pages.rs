//! What every page must have.

use reqwest::StatusCode;
use tala_issuer::IssuerConfig;

use crate::browser::{Answer, Browser};
use crate::world::{World, on_both, usual};

fn is_sound(page: &Answer) {
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
    for forbidden in ["<script", " style=\"", " onclick", "http://cdn", "https://fonts"] {
        assert!(!page.body.contains(forbidden), "{forbidden}");
    }
    for tag in page.body.split('<').filter(|tag| tag.starts_with("input") && !tag.contains("type=\"hidden\"")) {
        let id = tag.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(page.body.contains(&format!("<label for=\"{id}\"")), "{tag}");
        assert!(tag.contains("autocomplete=\""), "{tag}");
    }
}

#[tokio::test]
async fn every_page_is_sound_and_offers_the_way_on() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let to_page = browser.authorize(&[]).await.location();
        let page = browser.get(&to_page).await;
        is_sound(&page);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("form-action 'self' http://app.test;"), "{policy}");
        let request = page.input("request").unwrap();
        for next in ["/id/sign-up", "/id/forgot"] {
            assert!(page.body.contains(&format!("href=\"{next}?request={request}\"")), "{next}");
            is_sound(&browser.get(&format!("{next}?request={request}")).await);
        }
        for (path, status) in [
            ("/id/verify", StatusCode::FORBIDDEN),
            ("/id/reset", StatusCode::FORBIDDEN),
            ("/id/nothing/here", StatusCode::NOT_FOUND),
            ("/id/signed-out", StatusCode::OK),
            ("/id/logout", StatusCode::SEE_OTHER),
        ] {
            let answer = browser.get(path).await;
            assert_eq!(answer.status, status, "{path}");
            if status != StatusCode::SEE_OTHER {
                is_sound(&answer);
                assert!(answer.body.contains("href=\"http://app.test/\""));
            }
        }
        assert_eq!(browser.get("/id/signed-in").await.location(), "/id/sign-in");
    })
    .await;
}

#[tokio::test]
async fn everything_a_page_loads_is_there() {
    on_both(usual, async |world| {
        let page = Browser::new(&world).get("/id/sign-in").await;
        let mut found = 0;
        for address in page.body.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            if address.starts_with("/id/assets/") {
                let answer = world.http.get(world.url.replace("/id", address)).send().await.unwrap();
                assert_eq!(answer.status(), StatusCode::OK, "{address}");
                assert!(answer.headers()["cache-control"].to_str().unwrap().contains("immutable"));
                found += 1;
            }
        }
        assert_eq!(found, 4);
        let css = world.http.get(format!("{}/assets/pages.css", world.url)).send().await.unwrap().text().await.unwrap();
        for font in css.split("url(").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let answer = world.http.get(format!("{}/assets/{font}", world.url)).send().await.unwrap();
            assert_eq!(answer.headers()["content-type"], "font/woff2", "{font}");
        }
    })
    .await;
}

fn demo(config: &mut IssuerConfig) {
    config.show_mailbox_link = Some("/dev/mailbox".to_owned());
}

async fn links_mailbox(world: &World) -> bool {
    let mut browser = Browser::new(world);
    let page = browser.get("/id/forgot").await;
    let next = browser.submit(&page, "/forgot", &[("email", "a@example.test")]).await.location();
    let page = browser.get(&next).await;
    is_sound(&page);
    page.body.contains("/dev/mailbox")
}

#[tokio::test]
async fn the_mailbox_is_linked_only_in_a_demonstration() {
    on_both(demo, async |world| assert!(links_mailbox(&world).await)).await;
    on_both(usual, async |world| assert!(!links_mailbox(&world).await)).await;
}
