//! Rate limits and forged forms.

use reqwest::StatusCode;

use crate::browser::{Answer, Browser, call};
use crate::world::{CALLBACK, CLIENT, World, behind_proxy, on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

async fn attempt(world: &World, address: &'static str, email: &str, password: &str) -> Answer {
    let mut browser = Browser::new(world);
    browser.address = Some(address);
    browser.sign_in(email, password).await
}

fn retry_after(answer: &Answer) -> i64 {
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.body);
    answer.headers["retry-after"].to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn wrong_passwords_are_slowed_down_more_and_more_and_the_owner_elsewhere_is_not() {
    on_both(behind_proxy, async |world| {
        world.account(EMAIL, PASSWORD).await;
        for _ in 0..5 {
            let answer = attempt(&world, "1.1.1.1", EMAIL, "a wrong password").await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let refused = attempt(&world, "1.1.1.1", EMAIL, PASSWORD).await;
        assert_eq!(retry_after(&refused), 16, "even with the right password: 15 s, rounded up");
        assert!(refused.body.contains("Too many tries") && refused.body.contains("16 seconds"));
        assert!(attempt(&world, "2.2.2.2", EMAIL, PASSWORD).await.location().starts_with(CALLBACK));

        world.clock.advance_seconds(15);
        let sixth = attempt(&world, "1.1.1.1", EMAIL, "a wrong password").await;
        assert_eq!(sixth.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(retry_after(&attempt(&world, "1.1.1.1", EMAIL, PASSWORD).await), 31);
        world.clock.advance_seconds(30);
        assert!(attempt(&world, "1.1.1.1", EMAIL, PASSWORD).await.location().starts_with(CALLBACK));
        let after = attempt(&world, "1.1.1.1", EMAIL, "a wrong password").await;
        assert_eq!(after.status, StatusCode::UNPROCESSABLE_ENTITY, "a right password wipes the slate");
    })
    .await;
}

#[tokio::test]
async fn parallel_guesses_count_like_guesses_in_a_row() {
    on_both(behind_proxy, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let tries = (0..12).map(|_| attempt(&world, "1.1.1.1", EMAIL, "a wrong password"));
        let answers = futures_join(tries).await;
        let looked_at = answers.iter().filter(|a| a.status == StatusCode::UNPROCESSABLE_ENTITY).count();
        assert_eq!(looked_at, 5);
    })
    .await;
}

/// Runs futures together without another dependency.
async fn futures_join<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
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
async fn one_account_tried_from_everywhere_is_protected_too() {
    on_both(behind_proxy, async |world| {
        let addresses: Vec<&'static str> = (0..41).map(|n| -> &'static str { format!("10.0.0.{n}").leak() }).collect();
        for address in &addresses[..40] {
            let answer = attempt(&world, address, "nobody@example.test", "a wrong password").await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let answer = attempt(&world, addresses[40], "nobody@example.test", "a wrong password").await;
        assert_eq!(retry_after(&answer), 61, "also for an address without an account");
    })
    .await;
}

#[tokio::test]
async fn one_network_address_cannot_try_many_accounts() {
    on_both(behind_proxy, async |world| {
        for n in 0..20 {
            let answer = attempt(&world, "1.1.1.1", &format!("p{n}@example.test"), "a wrong password").await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let wait = retry_after(&attempt(&world, "1.1.1.1", "p20@example.test", "a wrong password").await);
        assert_eq!(wait, 7);
        world.clock.advance_seconds(6);
        let answer = attempt(&world, "1.1.1.1", "p20@example.test", "a wrong password").await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    })
    .await;
}

#[tokio::test]
async fn an_address_gets_five_mails_and_then_one_in_twelve_minutes() {
    on_both(behind_proxy, async |world| {
        let ask = async |address: &'static str| {
            let mut browser = Browser::new(&world);
            browser.address = Some(address);
            let page = browser.get("/id/forgot").await;
            browser.submit(&page, "/forgot", &[("email", EMAIL)]).await
        };
        for address in ["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4", "5.5.5.5"] {
            assert_eq!(ask(address).await.status, StatusCode::SEE_OTHER);
        }
        assert_eq!(retry_after(&ask("6.6.6.6").await), 12 * 60 + 1);
        assert_eq!(world.mail_count(), 5);
        world.clock.advance_seconds(12 * 60);
        assert_eq!(ask("6.6.6.6").await.status, StatusCode::SEE_OTHER);
    })
    .await;
}

#[tokio::test]
async fn programs_are_told_in_json_when_to_come_back() {
    on_both(usual, async |world| {
        let ask = async || call(&world, "/token", &[("client_id", CLIENT), ("grant_type", "nonsense")]).await;
        for _ in 0..120 {
            assert_eq!(ask().await.status, StatusCode::BAD_REQUEST);
        }
        let refused = ask().await;
        assert!(retry_after(&refused) >= 1);
        assert_eq!(refused.json()["error"], "temporarily_unavailable");
    })
    .await;
}

#[tokio::test]
async fn a_form_that_we_did_not_show_to_this_browser_is_refused() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let fields = [("email", EMAIL), ("password", PASSWORD)];
        let mut browser = Browser::new(&world);
        let page = browser.get("/id/sign-in").await;

        let without_token = browser.post("/id/sign-in", &fields).await;
        assert_eq!(without_token.status, StatusCode::FORBIDDEN);
        assert!(without_token.body.contains("out of date"));

        let mut stranger = Browser::new(&world);
        let foreign = stranger.get("/id/sign-in").await;
        assert_eq!(browser.submit(&foreign, "/sign-in", &fields).await.status, StatusCode::FORBIDDEN);

        let mut without_cookie = Browser::new(&world);
        assert_eq!(without_cookie.submit(&page, "/sign-in", &fields).await.status, StatusCode::FORBIDDEN);

        for path in ["/sign-up", "/verify", "/resend", "/forgot", "/reset", "/logout/confirm"] {
            let answer = browser.post(&format!("/id{path}"), &fields).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
        }
        assert_eq!(browser.submit(&page, "/sign-in", &fields).await.location(), "/id/signed-in");
        let stale = browser.submit(&page, "/sign-in", &fields).await;
        assert_eq!(stale.status, StatusCode::FORBIDDEN, "form tokens change with the sign-in");
    })
    .await;
}
