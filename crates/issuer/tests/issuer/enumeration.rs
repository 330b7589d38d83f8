//! Nothing tells a stranger whether an address has an account.

use reqwest::StatusCode;

use crate::browser::{Answer, Browser};
use crate::world::{World, on_both, usual};

const PASSWORD: &str = "three quiet temple bells";

/// What can be seen, without the parts that are random or echo the address.
fn visible(answer: &Answer, email: &str) -> (StatusCode, String) {
    let mut text = answer.body.replace(email, "ADDRESS");
    for name in ["form_token", "request", "challenge"] {
        if let Some(value) = answer.input(name) {
            text = text.replace(&value, "RANDOM");
        }
    }
    (answer.status, text)
}

async fn both(world: &World, walk: impl AsyncFn(&World, &str) -> (StatusCode, String)) {
    let known = walk(world, "known@example.test").await;
    let unknown = walk(world, "other@example.test").await;
    assert_eq!(known, unknown);
}

#[tokio::test]
async fn signing_up_looks_the_same_and_only_the_mail_tells() {
    on_both(usual, async |world| {
        world.account("known@example.test", PASSWORD).await;
        let subject_before = world.count("SELECT count(*) FROM issuer_accounts").await;
        both(&world, async |world, email| {
            let mut browser = Browser::new(world);
            let page = browser.get("/id/sign-up").await;
            let details = [("name", "Someone"), ("email", email), ("password", "another good password")];
            let before = world.mail_count();
            let address = browser.submit(&page, "/sign-up", &details).await.location();
            assert_eq!(world.mail_count(), before + 1);
            let page = browser.get(&address).await;
            visible(&page, email)
        })
        .await;
        assert_eq!(world.count("SELECT count(*) FROM issuer_accounts").await, subject_before + 1);

        let mail = world.mail_to("known@example.test");
        assert_eq!(mail.subject, "You already have a Tala account");
        assert!(!mail.has_code() && mail.text.contains("http://app.test/"));
        assert!(world.mail_to("other@example.test").has_code());
        let still = Browser::new(&world).sign_in("known@example.test", PASSWORD).await;
        assert_eq!(still.status, StatusCode::SEE_OTHER, "the old password stays");
    })
    .await;
}

#[tokio::test]
async fn no_code_is_right_for_a_sign_up_with_a_taken_address_and_wrong_ones_look_the_same() {
    on_both(usual, async |world| {
        world.account("known@example.test", PASSWORD).await;
        both(&world, async |world, email| {
            let mut browser = Browser::new(world);
            let page = browser.get("/id/sign-up").await;
            let details = [("name", "Someone"), ("email", email), ("password", "another good password")];
            let address = browser.submit(&page, "/sign-up", &details).await.location();
            let page = browser.get(&address).await;
            let wrong = match world.mail_to(email) {
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
async fn a_wrong_password_and_an_unknown_address_look_the_same() {
    on_both(usual, async |world| {
        world.account("known@example.test", PASSWORD).await;
        both(&world, async |world, email| {
            visible(&Browser::new(world).sign_in(email, "not the password").await, email)
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_password_looks_the_same_and_everybody_gets_one_mail() {
    on_both(usual, async |world| {
        world.account("known@example.test", PASSWORD).await;
        both(&world, async |world, email| {
            let mut browser = Browser::new(world);
            let page = browser.get("/id/forgot").await;
            let before = world.mail_count();
            let address = browser.submit(&page, "/forgot", &[("email", email)]).await.location();
            assert_eq!(world.mail_count(), before + 1);
            let page = browser.get(&address).await;
            let first = visible(&page, email);
            let fields = [("code", "000000"), ("password", "another good password")];
            let second = visible(&browser.submit(&page, "/reset", &fields).await, email);
            (second.0, first.1 + &second.1)
        })
        .await;
        assert!(world.mail_to("known@example.test").has_code());
        assert!(!world.mail_to("other@example.test").has_code());
    })
    .await;
}
