//! Codes, passwords and what happens when they are wrong.

use std::sync::atomic::Ordering;

use reqwest::StatusCode;

use crate::browser::{Answer, Browser, refresh, text, userinfo};
use crate::world::{CALLBACK, World, on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

/// Signs up and stops at the page that asks for the code.
async fn at_code_page(browser: &mut Browser<'_>) -> Answer {
    let page = browser.get("/id/sign-up").await;
    let details = [("name", "Meera"), ("email", EMAIL), ("password", PASSWORD)];
    let address = browser.submit(&page, "/sign-up", &details).await.location();
    browser.get(&address).await
}

fn wrong(world: &World) -> String {
    let right: u32 = world.mail_to(EMAIL).code().parse().unwrap();
    format!("{:06}", (right + 1) % 1_000_000)
}

#[tokio::test]
async fn five_wrong_codes_end_a_code_and_a_new_one_can_be_had() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let page = at_code_page(&mut browser).await;
        for left in ["4 more tries", "3 more tries", "2 more tries", "one more try", "too often"] {
            let answer = browser.submit(&page, "/verify", &[("code", &wrong(&world))]).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(answer.body.contains(left), "{left}: {}", answer.body);
        }
        let right = world.mail_to(EMAIL).code();
        let too_late = browser.submit(&page, "/verify", &[("code", &right)]).await;
        assert_eq!(too_late.status, StatusCode::UNPROCESSABLE_ENTITY, "the right code after five wrong ones");

        let again = browser.submit(&page, "/resend", &[]).await;
        assert!(again.location().contains("sent=1"));
        let page = browser.get(&again.location()).await;
        assert!(page.body.contains("A new code is on its way"));
        let newest = world.mail_to(EMAIL).code();
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.location(), "/id/signed-in");
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.status, StatusCode::FORBIDDEN);
    })
    .await;
}

#[tokio::test]
async fn a_code_lives_ten_minutes_and_what_is_not_a_code_costs_no_try() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let page = at_code_page(&mut browser).await;
        let code = world.mail_to(EMAIL).code();
        for _ in 0..6 {
            let answer = browser.submit(&page, "/verify", &[("code", "12345")]).await;
            assert!(answer.body.contains("Type the six digits"));
        }
        world.clock.advance_seconds(10 * 60);
        let late = browser.submit(&page, "/verify", &[("code", &code)]).await;
        assert!(late.body.contains("no longer works"), "{}", late.body);
        let again = browser.submit(&page, "/resend", &[]).await;
        assert!(again.location().contains("sent=1"));
        world.clock.advance_seconds(10 * 60 - 1);
        let newest = world.mail_to(EMAIL).code();
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.location(), "/id/signed-in");
    })
    .await;
}

#[tokio::test]
async fn a_page_cannot_ask_for_new_codes_for_ever() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let page = at_code_page(&mut browser).await;
        world.clock.advance_seconds(60 * 60 - 1);
        assert_eq!(browser.submit(&page, "/resend", &[]).await.status, StatusCode::SEE_OTHER);
        world.clock.advance_seconds(1);
        assert_eq!(browser.submit(&page, "/resend", &[]).await.status, StatusCode::FORBIDDEN);
        let newest = world.mail_to(EMAIL).code();
        assert_eq!(browser.submit(&page, "/verify", &[("code", &newest)]).await.status, StatusCode::FORBIDDEN);
    })
    .await;
}

#[tokio::test]
async fn a_new_password_closes_everything_that_the_old_one_opened() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut elsewhere = Browser::new(&world);
        let tokens = elsewhere.tokens(EMAIL, PASSWORD).await;
        let waiting = elsewhere.authorize(&[]).await.parameter("code").unwrap();

        let mut browser = Browser::new(&world);
        let sign_in = browser.authorize(&[]).await.location();
        let request = crate::browser::parameter(&sign_in, "request").unwrap();
        let page = browser.get(&format!("/id/forgot?request={request}")).await;
        let address = browser.submit(&page, "/forgot", &[("email", "MEERA@example.test")]).await.location();
        let page = browser.get(&address).await;
        let code = world.mail_to("MEERA@example.test").code();

        let weak = browser.submit(&page, "/reset", &[("code", &code), ("password", "short")]).await;
        assert!(weak.body.contains("at least 10 characters"));
        assert_eq!(weak.input("code").unwrap(), code, "the code need not be typed again");
        let fields = [("code", code.as_str()), ("password", "a brand new password")];
        let done = browser.submit(&page, "/reset", &fields).await;
        assert!(done.location().starts_with(CALLBACK), "signed in and back in the application");

        assert_eq!(refresh(&world, text(&tokens, "refresh_token")).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(userinfo(&world, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(crate::browser::exchange(&world, &waiting, &[]).await.status, StatusCode::BAD_REQUEST);
        let silent = elsewhere.authorize(&[("prompt", "none")]).await;
        assert_eq!(silent.parameter("error").unwrap(), "login_required");
        let old = Browser::new(&world).sign_in(EMAIL, PASSWORD).await;
        assert_eq!(old.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(Browser::new(&world).sign_in(EMAIL, "a brand new password").await.location().starts_with(CALLBACK));
    })
    .await;
}

#[tokio::test]
async fn of_two_new_passwords_with_one_code_exactly_one_is_set() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let page = browser.get("/id/forgot").await;
        let address = browser.submit(&page, "/forgot", &[("email", EMAIL)]).await.location();
        let page = browser.get(&address).await;
        let code = world.mail_to(EMAIL).code();
        let mut second = Browser::new(&world);
        second.cookies = browser.cookies.clone();
        let one = [("code", code.as_str()), ("password", "the first new password")];
        let two = [("code", code.as_str()), ("password", "the second new password")];
        let (a, b) = tokio::join!(browser.submit(&page, "/reset", &one), second.submit(&page, "/reset", &two));
        let mut statuses = [a.status, b.status];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::FORBIDDEN], "{} {}", a.body, b.body);
        let (set, unset) = if a.status == StatusCode::SEE_OTHER { (one, two) } else { (two, one) };
        assert_eq!(Browser::new(&world).sign_in(EMAIL, set[1].1).await.status, StatusCode::SEE_OTHER);
        assert_eq!(Browser::new(&world).sign_in(EMAIL, unset[1].1).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    })
    .await;
}

#[tokio::test]
async fn the_sign_up_form_says_what_is_wrong_beside_each_field() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let page = browser.get("/id/sign-up").await;
        let fields = [("name", " "), ("email", "<meera"), ("password", "password123")];
        let answer = browser.submit(&page, "/sign-up", &fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        for part in ["name-error", "email-error", "password-error", "role=\"alert\"", "3 things", "&lt;meera"] {
            assert!(answer.body.contains(part), "{part}");
        }
        assert!(!answer.body.contains("<meera"));
        assert_eq!(answer.body.matches(" autofocus").count(), 1, "the cursor goes to the first wrong field");
        assert_eq!(world.mail_count(), 0);
        assert_eq!(world.count("SELECT count(*) FROM issuer_accounts").await, 0);
    })
    .await;
}

#[tokio::test]
async fn a_broken_mail_service_is_admitted() {
    on_both(usual, async |world| {
        let mut browser = Browser::new(&world);
        let page = browser.get("/id/sign-up").await;
        let details = [("name", "Meera"), ("email", EMAIL), ("password", PASSWORD)];
        world.mailbox.broken.store(true, Ordering::SeqCst);
        let answer = browser.submit(&page, "/sign-up", &details).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.body.contains("could not send the mail"));
        world.mailbox.broken.store(false, Ordering::SeqCst);
        let answer = browser.submit(&page, "/sign-up", &details).await;
        assert!(answer.location().starts_with("/id/verify"), "the same form works once mail is back");
    })
    .await;
}

#[tokio::test]
async fn seeding_an_account_twice_leaves_the_first() {
    on_both(usual, async |world| {
        let first = world.account("Seed@example.test", PASSWORD).await;
        let again = world.issuer.create_account("seed@EXAMPLE.test", "X", "another good password", true).await.unwrap();
        assert_eq!(first, again);
        assert!(Browser::new(&world).sign_in("seed@example.test", PASSWORD).await.location().starts_with(CALLBACK));
        assert!(world.issuer.create_account("not an address", "X", PASSWORD, true).await.is_err());
        assert!(world.issuer.create_account("b@example.test", "X", "short", true).await.is_err());
    })
    .await;
}
