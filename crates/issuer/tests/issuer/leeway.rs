//! A refresh token that comes twice: forgiven for a moment, when the first answer may have been lost, and never later.

use reqwest::StatusCode;
use serde_json::Value;

use crate::browser::{Answer, Browser, refresh, text, userinfo};
use crate::world::{World, on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

/// The refresh token of a new sign-in.
async fn signed_in(world: &World) -> String {
    world.account(EMAIL, PASSWORD).await;
    token_of(&Browser::new(world).tokens(EMAIL, PASSWORD).await)
}

fn token_of(tokens: &Value) -> String {
    text(tokens, "refresh_token").to_owned()
}

/// Trades a token that must work, and gives the next one.
async fn trade(world: &World, token: &str) -> String {
    let answer = refresh(world, token).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    token_of(&answer.json())
}

fn refused(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    assert_eq!(answer.json()["error"], "invalid_grant");
}

#[tokio::test]
async fn a_token_whose_answer_was_lost_works_again_for_thirty_seconds() {
    on_both(usual, async |world| {
        let first = signed_in(&world).await;
        let _lost = trade(&world, &first).await;
        world.clock.advance_seconds(29);
        let answer = refresh(&world, &first).await.json();
        assert_eq!(userinfo(&world, text(&answer, "access_token")).await.status, StatusCode::OK);
        world.clock.advance_seconds(600);
        trade(&world, &token_of(&answer)).await;
    })
    .await;
}

#[tokio::test]
async fn the_thirty_seconds_begin_with_the_first_trade_and_do_not_grow() {
    on_both(usual, async |world| {
        let first = signed_in(&world).await;
        trade(&world, &first).await;
        world.clock.advance_seconds(20);
        let sibling = trade(&world, &first).await;
        world.clock.advance_seconds(10);
        refused(&refresh(&world, &first).await);
        refused(&refresh(&world, &sibling).await);
    })
    .await;
}

#[tokio::test]
async fn a_token_that_comes_again_after_its_successor_was_used_ends_the_family() {
    on_both(usual, async |world| {
        let first = signed_in(&world).await;
        let second = trade(&world, &first).await;
        let answer = refresh(&world, &second).await.json();
        refused(&refresh(&world, &first).await);
        refused(&refresh(&world, &token_of(&answer)).await);
        assert_eq!(userinfo(&world, text(&answer, "access_token")).await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}

#[tokio::test]
async fn of_siblings_the_first_one_used_counts_and_another_one_ends_the_family() {
    on_both(usual, async |world| {
        let first = signed_in(&world).await;
        let owners = trade(&world, &first).await;
        let thiefs = trade(&world, &first).await;
        let next = trade(&world, &owners).await;
        refused(&refresh(&world, &thiefs).await);
        refused(&refresh(&world, &next).await);
    })
    .await;
}

#[tokio::test]
async fn each_token_of_a_chain_has_its_own_moment() {
    on_both(usual, async |world| {
        let mut token = signed_in(&world).await;
        for _ in 0..5 {
            trade(&world, &token).await;
            token = trade(&world, &token).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_token_works_no_more_when_its_family_has_ended_even_in_its_moment() {
    on_both(usual, async |world| {
        let first = signed_in(&world).await;
        let second = trade(&world, &first).await;
        let fields = [("client_id", crate::world::CLIENT), ("token", second.as_str())];
        assert_eq!(crate::browser::call(&world, "/revoke", &fields).await.status, StatusCode::OK);
        refused(&refresh(&world, &first).await);
    })
    .await;
}

#[tokio::test]
async fn tabs_that_refresh_at_once_all_stay_signed_in_whichever_answer_is_kept() {
    on_both(usual, async |world| {
        let mut token = signed_in(&world).await;
        for round in 0..6 {
            let (a, b, c) = tokio::join!(refresh(&world, &token), refresh(&world, &token), refresh(&world, &token));
            let answers = [a, b, c];
            for answer in &answers {
                assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
            }
            token = token_of(&answers[round % 3].json());
        }
        let last = refresh(&world, &token).await.json();
        assert_eq!(userinfo(&world, text(&last, "access_token")).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn when_a_token_and_its_successor_are_used_at_once_no_two_chains_go_on() {
    on_both(usual, async |world| {
        for _ in 0..10 {
            let first = signed_in(&world).await;
            let second = trade(&world, &first).await;
            let (again, next) = tokio::join!(refresh(&world, &first), refresh(&world, &second));
            let mut living = 0;
            for answer in [again, next] {
                if answer.status == StatusCode::OK
                    && refresh(&world, &token_of(&answer.json())).await.status == StatusCode::OK
                {
                    living += 1;
                }
            }
            assert!(living <= 1, "{living} chains go on");
        }
    })
    .await;
}
