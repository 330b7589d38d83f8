//! From nothing to an access token.

use reqwest::StatusCode;
use serde_json::json;

use crate::browser::{Answer, Browser, claims, exchange, parameter, refresh, text, userinfo};
use crate::world::{CALLBACK, CLIENT, ENTRY, on_both, usual};

#[tokio::test]
async fn a_newcomer_signs_up_confirms_the_address_and_returns_to_the_application() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let to_page = browser.authorize(&[("screen_hint", "signup"), ("login_hint", "Meera@Example.test")]).await;
        assert!(to_page.location().starts_with("/id/sign-up?request="), "{}", to_page.location());
        let page = browser.get(&to_page.location()).await;
        assert_eq!(page.input("email").unwrap(), "Meera@Example.test");

        let details =
            [("name", "Meera  Iyer"), ("email", "Meera@Example.test"), ("password", "three quiet temple bells")];
        let to_code = browser.submit(&page, "/sign-up", &details).await;
        assert!(to_code.location().starts_with("/id/verify?challenge="), "{}", to_code.location());
        let page = browser.get(&to_code.location()).await;
        assert!(page.body.contains("Meera@Example.test"));

        let mail = world.mail_to("Meera@Example.test");
        assert_eq!(mail.subject, format!("{} is your Tala code", mail.code()));
        assert!(mail.html.contains(&mail.code()));
        let spaced = format!(" {} {} ", &mail.code()[..3], &mail.code()[3..]);
        let back = browser.submit(&page, "/verify", &[("code", &spaced)]).await;
        let location = back.location();
        assert!(location.starts_with(&format!("{CALLBACK}?code=")), "{location}");
        assert_eq!(parameter(&location, "state").unwrap(), "a state & more");
        assert_eq!(parameter(&location, "iss").unwrap(), world.url);

        let answer = exchange(&world, &parameter(&location, "code").unwrap(), &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert_eq!(answer.headers["cache-control"], "no-store");
        let tokens = answer.json();
        assert_eq!(tokens["token_type"], "Bearer");
        assert_eq!(tokens["expires_in"], 600);
        assert_eq!(tokens["scope"], "openid profile email offline_access");

        let access = claims(&world, text(&tokens, "access_token"), "at+jwt").await;
        let now = 1_790_000_000;
        assert_eq!(access["iss"], json!(world.url));
        assert_eq!(access["aud"], "tala-api");
        assert_eq!((access["iat"].as_i64(), access["exp"].as_i64()), (Some(now), Some(now + 600)));
        assert_eq!(access["client_id"], CLIENT);
        assert_eq!(access["email"], "Meera@Example.test");
        assert_eq!(access["email_verified"], true);
        assert_eq!(access["name"], "Meera Iyer");
        assert!(access["jti"].as_str().unwrap().len() > 30);
        let id = claims(&world, text(&tokens, "id_token"), "JWT").await;
        assert_eq!((&id["aud"], &id["nonce"], &id["sub"]), (&json!(CLIENT), &json!("n-1"), &access["sub"]));
        assert_eq!(id["auth_time"].as_i64(), Some(now));
        assert_eq!(id["sid"], access["sid"]);

        let info = userinfo(&world, text(&tokens, "access_token")).await.json();
        assert_eq!(
            info,
            json!({ "sub": access["sub"], "email": "Meera@Example.test", "email_verified": true, "name": "Meera Iyer" })
        );

        let renewed = refresh(&world, text(&tokens, "refresh_token")).await.json();
        let again = claims(&world, text(&renewed, "id_token"), "JWT").await;
        assert_eq!(again["sub"], access["sub"]);
        assert!(again.get("nonce").is_none());
        assert_ne!(renewed["refresh_token"], tokens["refresh_token"]);
    })
    .await;
}

#[tokio::test]
async fn back_from_the_application_leads_on_to_it_again() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let form = browser.authorize(&[("screen_hint", "signup")]).await.location();
        let details = [("name", "Meera"), ("email", "meera@example.test"), ("password", "three quiet temple bells")];
        let page = browser.get(&form).await;
        let code_form = browser.submit(&page, "/sign-up", &details).await.location();
        let page = browser.get(&code_form).await;
        let code = world.mail_to("meera@example.test").code();
        let before = browser.get(&form).await;
        assert_eq!(before.status, StatusCode::OK, "nothing is over yet");
        assert!(browser.submit(&page, "/verify", &[("code", &code)]).await.location().starts_with(CALLBACK));

        let request = parameter(&form, "request").unwrap();
        for page in ["sign-up", "sign-in", "forgot"].map(|page| format!("/id/{page}?request={request}")) {
            assert_eq!(browser.get(&page).await.location(), ENTRY, "{page}");
            assert_eq!(Browser::new(&world).get(&page).await.status, StatusCode::OK, "nobody is signed in there");
        }
        for page in [code_form.clone(), code_form.replace("/verify", "/reset")] {
            assert_eq!(browser.get(&page).await.location(), ENTRY, "{page}");
            assert_eq!(Browser::new(&world).get(&page).await.status, StatusCode::FORBIDDEN, "{page}");
        }
        assert_eq!(browser.get("/id/sign-up").await.status, StatusCode::OK, "another account can still be made");
    })
    .await;
}

#[tokio::test]
async fn an_address_that_was_never_confirmed_opens_nothing() {
    on_both(usual, async |world| {
        world.issuer.create_account("new@example.test", "New", "three quiet temple bells", false).await.unwrap();
        let mut browser = Browser::new(&world);
        let answer = browser.sign_in("new@example.test", "three quiet temple bells").await;
        assert!(answer.location().starts_with("/id/verify?challenge="), "{}", answer.location());
        let page = browser.get(&answer.location()).await;
        let silent = browser.authorize(&[("prompt", "none")]).await;
        assert_eq!(silent.parameter("error").unwrap(), "login_required");

        let back = browser.submit(&page, "/verify", &[("code", &world.mail_to("new@example.test").code())]).await;
        assert!(back.location().starts_with(CALLBACK), "{}", back.location());
        let again = Browser::new(&world).sign_in("new@example.test", "three quiet temple bells").await;
        assert!(again.location().starts_with(CALLBACK), "now it is confirmed");
    })
    .await;
}

/// Signs up for an address that is not confirmed yet; returns the page that asks for the code, and the code.
async fn sign_up(browser: &mut Browser<'_>, name: &str, password: &str) -> (Answer, String) {
    let page = browser.get("/id/sign-up").await;
    let details = [("name", name), ("email", "owner@example.test"), ("password", password)];
    let address = browser.submit(&page, "/sign-up", &details).await.location();
    (browser.get(&address).await, browser.world.mail_to("owner@example.test").code())
}

#[tokio::test]
async fn a_stranger_who_signs_up_with_an_address_gains_nothing_when_its_owner_confirms() {
    for stranger_comes_first in [true, false] {
        on_both(usual, async |world| {
            let (mut owner, mut stranger) = (Browser::new(&world), Browser::new(&world));
            let (mine, theirs) = if stranger_comes_first {
                let theirs = sign_up(&mut stranger, "Stranger", "the strangers password").await;
                (sign_up(&mut owner, "Owner", "the owners own password").await, theirs)
            } else {
                let mine = sign_up(&mut owner, "Owner", "the owners own password").await;
                (mine, sign_up(&mut stranger, "Stranger", "the strangers password").await)
            };
            let done = owner.submit(&mine.0, "/verify", &[("code", &mine.1)]).await;
            assert_eq!(done.location(), "/id/signed-in");
            assert!(owner.get("/id/signed-in").await.body.contains("Owner"));

            let late = stranger.submit(&theirs.0, "/verify", &[("code", &theirs.1)]).await;
            assert_eq!(late.status, StatusCode::FORBIDDEN, "the stranger's challenge is closed, right code or not");
            let refused = Browser::new(&world).sign_in("owner@example.test", "the strangers password").await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            let welcome = Browser::new(&world).sign_in("owner@example.test", "the owners own password").await;
            assert!(welcome.location().starts_with(CALLBACK));
        })
        .await;
    }
}

#[tokio::test]
async fn a_code_works_in_its_own_browser_only() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let page = browser.get("/id/sign-up").await;
        let details = [("name", "A"), ("email", "a@example.test"), ("password", "three quiet temple bells")];
        let address = browser.submit(&page, "/sign-up", &details).await.location();
        let page = browser.get(&address).await;

        let mut other = Browser::new(&world);
        assert_eq!(other.get(&address).await.status, StatusCode::FORBIDDEN);
        let mut foreign = other.get("/id/sign-up").await;
        let challenge = page.input("challenge").unwrap();
        foreign.body.push_str(&format!("<input name=\"challenge\" value=\"{challenge}\">"));
        let code = world.mail_to("a@example.test").code();
        let refused = other.submit(&foreign, "/verify", &[("code", &code)]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert_eq!(browser.submit(&page, "/verify", &[("code", &code)]).await.location(), "/id/signed-in");
    })
    .await;
}
