//! Sign-up, confirmation and stale pages.

use reqwest::StatusCode;
use serde_json::json;

use crate::browser::{Browser, TestResponse, claims, exchange, parameter, refresh, text, userinfo};
use crate::test_server::{CALLBACK, CLIENT, ENTRY, default_config, for_each_database};

#[tokio::test]
async fn sign_up_with_confirmed_address_returns_tokens_to_client() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let redirect = browser.authorize(&[("screen_hint", "signup"), ("login_hint", "Meera@Example.test")]).await;
        assert!(redirect.location().starts_with("/id/sign-up?request="), "{}", redirect.location());
        let page = browser.get(&redirect.location()).await;
        assert_eq!(page.input("email").unwrap(), "Meera@Example.test");

        let details =
            [("name", "Meera  Iyer"), ("email", "Meera@Example.test"), ("password", "three quiet temple bells")];
        let code_redirect = browser.submit(&page, "/sign-up", &details).await;
        assert!(code_redirect.location().starts_with("/id/verify?challenge="), "{}", code_redirect.location());
        let page = browser.get(&code_redirect.location()).await;
        assert!(page.body.contains("Meera@Example.test"));

        let mail = server.mail_to("Meera@Example.test");
        assert_eq!(mail.subject, format!("{} is your Tala code", mail.code()));
        assert!(mail.html.contains(&mail.code()));
        let spaced = format!(" {} {} ", &mail.code()[..3], &mail.code()[3..]);
        let callback = browser.submit(&page, "/verify", &[("code", &spaced)]).await;
        let location = callback.location();
        assert!(location.starts_with(&format!("{CALLBACK}?code=")), "{location}");
        assert_eq!(parameter(&location, "state").unwrap(), "a state & more");
        assert_eq!(parameter(&location, "iss").unwrap(), server.url);

        let response = exchange(&server, &parameter(&location, "code").unwrap(), &[]).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.body);
        assert_eq!(response.headers["cache-control"], "no-store");
        let tokens = response.json();
        assert_eq!(tokens["token_type"], "Bearer");
        assert_eq!(tokens["expires_in"], 600);
        assert_eq!(tokens["scope"], "openid profile email offline_access");

        let access = claims(&server, text(&tokens, "access_token"), "at+jwt").await;
        let now = 1_790_000_000;
        assert_eq!(access["iss"], json!(server.url));
        assert_eq!(access["aud"], "tala-api");
        assert_eq!((access["iat"].as_i64(), access["exp"].as_i64()), (Some(now), Some(now + 600)));
        assert_eq!(access["client_id"], CLIENT);
        assert_eq!(access["email"], "Meera@Example.test");
        assert_eq!(access["email_verified"], true);
        assert_eq!(access["name"], "Meera Iyer");
        assert!(access["jti"].as_str().unwrap().len() > 30);
        let id = claims(&server, text(&tokens, "id_token"), "JWT").await;
        assert_eq!((&id["aud"], &id["nonce"], &id["sub"]), (&json!(CLIENT), &json!("n-1"), &access["sub"]));
        assert_eq!(id["auth_time"].as_i64(), Some(now));
        assert_eq!(id["sid"], access["sid"]);

        let info = userinfo(&server, text(&tokens, "access_token")).await.json();
        assert_eq!(
            info,
            json!({ "sub": access["sub"], "email": "Meera@Example.test", "email_verified": true, "name": "Meera Iyer" })
        );

        let refreshed = refresh(&server, text(&tokens, "refresh_token")).await.json();
        let again = claims(&server, text(&refreshed, "id_token"), "JWT").await;
        assert_eq!(again["sub"], access["sub"]);
        assert!(again.get("nonce").is_none());
        assert_ne!(refreshed["refresh_token"], tokens["refresh_token"]);
    })
    .await;
}

#[tokio::test]
async fn stale_sign_in_pages_redirect_to_application_when_signed_in() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let form = browser.authorize(&[("screen_hint", "signup")]).await.location();
        let details = [("name", "Meera"), ("email", "meera@example.test"), ("password", "three quiet temple bells")];
        let page = browser.get(&form).await;
        let code_form = browser.submit(&page, "/sign-up", &details).await.location();
        let page = browser.get(&code_form).await;
        let code = server.mail_to("meera@example.test").code();
        let before = browser.get(&form).await;
        assert_eq!(before.status, StatusCode::OK, "not stale yet");
        assert!(browser.submit(&page, "/verify", &[("code", &code)]).await.location().starts_with(CALLBACK));

        let request = parameter(&form, "request").unwrap();
        for page in ["sign-up", "sign-in", "forgot"].map(|page| format!("/id/{page}?request={request}")) {
            assert_eq!(browser.get(&page).await.location(), ENTRY, "{page}");
            assert_eq!(Browser::new(&server).get(&page).await.status, StatusCode::OK, "not signed in");
        }
        for page in [code_form.clone(), code_form.replace("/verify", "/reset")] {
            assert_eq!(browser.get(&page).await.location(), ENTRY, "{page}");
            assert_eq!(Browser::new(&server).get(&page).await.status, StatusCode::FORBIDDEN, "{page}");
        }
        assert_eq!(browser.get("/id/sign-up").await.status, StatusCode::OK, "a new sign-up is still possible");
    })
    .await;
}

#[tokio::test]
async fn unconfirmed_account_gets_no_session() {
    for_each_database(default_config, async |server| {
        server.issuer.create_account("new@example.test", "New", "three quiet temple bells", false).await.unwrap();
        let mut browser = Browser::new(&server);
        let response = browser.sign_in("new@example.test", "three quiet temple bells").await;
        assert!(response.location().starts_with("/id/verify?challenge="), "{}", response.location());
        let page = browser.get(&response.location()).await;
        let silent = browser.authorize(&[("prompt", "none")]).await;
        assert_eq!(silent.parameter("error").unwrap(), "login_required");

        let callback = browser.submit(&page, "/verify", &[("code", &server.mail_to("new@example.test").code())]).await;
        assert!(callback.location().starts_with(CALLBACK), "{}", callback.location());
        let again = Browser::new(&server).sign_in("new@example.test", "three quiet temple bells").await;
        assert!(again.location().starts_with(CALLBACK), "confirmed now");
    })
    .await;
}

/// Signs up with an unconfirmed address. Returns the code page and the code.
async fn sign_up(browser: &mut Browser<'_>, name: &str, password: &str) -> (TestResponse, String) {
    let page = browser.get("/id/sign-up").await;
    let details = [("name", name), ("email", "owner@example.test"), ("password", password)];
    let address = browser.submit(&page, "/sign-up", &details).await.location();
    (browser.get(&address).await, browser.server.mail_to("owner@example.test").code())
}

#[tokio::test]
async fn confirmation_by_owner_invalidates_sign_up_of_attacker() {
    for attacker_is_first in [true, false] {
        for_each_database(default_config, async |server| {
            let (mut owner, mut attacker) = (Browser::new(&server), Browser::new(&server));
            let (owner_page, attacker_page) = if attacker_is_first {
                let attacker_page = sign_up(&mut attacker, "Attacker", "the attackers password").await;
                (sign_up(&mut owner, "Owner", "the owners own password").await, attacker_page)
            } else {
                let owner_page = sign_up(&mut owner, "Owner", "the owners own password").await;
                (owner_page, sign_up(&mut attacker, "Attacker", "the attackers password").await)
            };
            let done = owner.submit(&owner_page.0, "/verify", &[("code", &owner_page.1)]).await;
            assert_eq!(done.location(), "/id/signed-in");
            assert!(owner.get("/id/signed-in").await.body.contains("Owner"));

            let late = attacker.submit(&attacker_page.0, "/verify", &[("code", &attacker_page.1)]).await;
            assert_eq!(late.status, StatusCode::FORBIDDEN, "the attacker's challenge is consumed");
            let refused = Browser::new(&server).sign_in("owner@example.test", "the attackers password").await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            let response = Browser::new(&server).sign_in("owner@example.test", "the owners own password").await;
            assert!(response.location().starts_with(CALLBACK));
        })
        .await;
    }
}

#[tokio::test]
async fn code_is_bound_to_browser() {
    for_each_database(default_config, async |server| {
        let mut browser = Browser::new(&server);
        let page = browser.get("/id/sign-up").await;
        let details = [("name", "A"), ("email", "a@example.test"), ("password", "three quiet temple bells")];
        let address = browser.submit(&page, "/sign-up", &details).await.location();
        let page = browser.get(&address).await;

        let mut other = Browser::new(&server);
        assert_eq!(other.get(&address).await.status, StatusCode::FORBIDDEN);
        let mut other_page = other.get("/id/sign-up").await;
        let challenge = page.input("challenge").unwrap();
        other_page.body.push_str(&format!("<input name=\"challenge\" value=\"{challenge}\">"));
        let code = server.mail_to("a@example.test").code();
        let refused = other.submit(&other_page, "/verify", &[("code", &code)]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert_eq!(browser.submit(&page, "/verify", &[("code", &code)]).await.location(), "/id/signed-in");
    })
    .await;
}
