//! The check of the books against the provider: it cries only when something is wrong, and then it does (D18).

use razorpay_sandbox::{FaultKind, WebhookSwitches};
use tala_app::services::audit::Act;
use tala_app::services::ledger_check::{Report, check_books, check_books_twice, check_nightly, check_now};
use tala_tests::school::School;
use tala_tests::{Desk, both_dbs, days, hours, minutes};

use crate::support::{CLASS, buy_class, buy_package, cancel, fault, penniless, settled, sql, text};

both_dbs!(
    news_on_their_way_are_no_difference,
    a_night_is_checked_once_and_made_up_for,
    a_provider_that_was_away_is_asked_again_in_the_same_night,
    a_refund_long_after_its_payment_is_compared,
    money_that_the_provider_does_not_have_is_found,
    money_that_is_called_somebody_elses_is_found,
    a_check_on_demand_looks_twice_too,
    a_provider_that_is_away_unsays_nothing,
    one_check_at_a_time,
);

fn rules(report: &Report) -> Vec<&'static str> {
    report.findings.iter().map(|found| found.rule).collect()
}

async fn news_on_their_way_are_no_difference(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let (booking, _) = buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    let order = desk.order_package(&student, 4, None).await;
    desk.pay(&order);
    assert_eq!(rules(&check_books(&desk.ctx, 8).await.unwrap()), ["provider_payment"]);
    let pause = async || desk.tell().await;
    assert_eq!(rules(&check_books_twice(&desk.ctx, 8, pause()).await.unwrap()), [""; 0], "a minute later it is known");
    cancel(&desk, &student, &booking).ok().await;
    desk.provider.refund_payment(&text(&desk.provider.overview().unwrap()["payments"][1]["id"]), None).unwrap();
    assert_eq!(rules(&check_books_twice(&desk.ctx, 8, pause()).await.unwrap()), [""; 0]);
    settled(&desk).await;
}

async fn a_night_is_checked_once_and_made_up_for(desk: Desk) {
    let checked = async |desk: &Desk| check_nightly(&desk.ctx, std::future::ready(())).await.unwrap().is_some();
    assert!(checked(&desk).await, "never before");
    assert!(!checked(&desk).await);
    let other = crate::support::second_server(&desk, 2).await;
    assert!(!checked(&other).await, "once for all servers");
    // It is made after half past nine in the evening, UTC, however long the last one is ago.
    desk.clock.set(tala_tests::at("2026-03-02T21:31:00Z"));
    assert!(checked(&desk).await);
    desk.clock.set(tala_tests::at("2026-03-03T21:29:00Z"));
    assert!(!checked(&desk).await);
    desk.clock.set(tala_tests::at("2026-03-03T21:30:00Z"));
    // A server that ends in the middle of its check, here while the provider keeps silent, leaves it to the next.
    fault(&desk, FaultKind::Timeout, 1, ("GET", "/v1/payments"), false);
    let begun = format!("counters WHERE name = 'ledger_check_running' AND value = {}", desk.now().as_microsecond());
    let has_begun = async {
        while desk.count(&begun).await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = check_nightly(&desk.ctx, std::future::ready(())) => panic!("too fast to be interrupted"),
        () = has_begun => {}
    }
    desk.provider.clear_faults().unwrap();
    assert!(!checked(&other).await, "it may be under way");
    desk.advance(minutes(31));
    assert!(checked(&other).await, "the night is not lost");
}

async fn a_provider_that_was_away_is_asked_again_in_the_same_night(desk: Desk) {
    let check = async |desk: &Desk| check_nightly(&desk.ctx, std::future::ready(())).await.unwrap();
    let School { student, .. } = penniless(&desk).await;
    buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    fault(&desk, FaultKind::ServerError, 4, ("GET", "/v1/payments"), false);
    assert!(check(&desk).await.unwrap().not_compared.is_some());
    assert!(check(&desk).await.is_none(), "not at once");
    desk.advance(minutes(31));
    assert_eq!(check(&desk).await.unwrap().not_compared, None);
}

async fn a_refund_long_after_its_payment_is_compared(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    buy_package(&desk, &student, 4, None).await;
    desk.advance(days(25));
    let payment = text(&desk.provider.overview().unwrap()["payments"][0]["id"]);
    desk.provider.refund_payment(&payment, Some(5_000)).unwrap();
    let report = check_nightly(&desk.ctx, std::future::ready(())).await.unwrap().unwrap();
    assert_eq!(rules(&report), ["provider_refund"]);
}

async fn money_that_the_provider_does_not_have_is_found(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    sql(&desk, "UPDATE payments SET provider_payment_id = 'pay_Invented000001'").await;
    desk.advance(hours(1));
    let mut found = rules(&check_books(&desk.ctx, 8).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, ["provider_missing", "provider_payment"]);
}

async fn money_that_is_called_somebody_elses_is_found(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = desk.order_package(&student, 4, None).await;
    desk.pay(&order);
    settled(&desk).await;
    sql(&desk, "UPDATE payments SET disposition = 'foreign'").await;
    let found = rules(&check_books(&desk.ctx, 8).await.unwrap());
    assert!(found.contains(&"provider_payment"), "{found:?}");
    sql(&desk, "UPDATE payments SET disposition = 'applied', currency = 'USD'").await;
    let found = rules(&check_books(&desk.ctx, 8).await.unwrap());
    assert!(found.contains(&"provider_amount"), "{found:?}");
}

fn by_hand() -> Act {
    Act { admin: "finance".to_owned(), reason: None }
}

async fn a_check_on_demand_looks_twice_too(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = desk.order_package(&student, 4, None).await;
    desk.pay(&order);
    assert_eq!(rules(&check_books(&desk.ctx, 8).await.unwrap()), ["provider_payment"], "at the first look");
    let checked = check_now(&desk.ctx, &by_hand(), async { desk.tell().await }).await.unwrap().unwrap();
    assert_eq!((checked.findings, checked.not_compared), (0, None));
}

async fn a_provider_that_is_away_unsays_nothing(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    sql(&desk, "UPDATE payments SET provider_payment_id = 'pay_Invented000001'").await;
    desk.advance(hours(1));
    let check = async || {
        desk.advance(minutes(1));
        check_now(&desk.ctx, &by_hand(), std::future::ready(())).await.unwrap().unwrap()
    };
    assert_eq!(check().await.findings, 2);
    let told = |found: &serde_json::Value| found["rule"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        fault(&desk, FaultKind::ServerError, 4, ("GET", "/v1/payments"), false);
        let away = check().await;
        assert!(away.not_compared.is_some());
        let mut rules: Vec<_> = away.detail.as_array().unwrap().iter().map(told).collect();
        rules.sort_unstable();
        assert_eq!((away.findings, rules), (2, vec!["provider_missing".to_owned(), "provider_payment".to_owned()]));
    }
    let id = text(&desk.provider.overview().unwrap()["payments"][0]["id"]);
    sql(&desk, &format!("UPDATE payments SET provider_payment_id = '{id}'")).await;
    assert_eq!(check().await.findings, 0);
}

async fn one_check_at_a_time(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let finance = desk.officer("finance").await;
    let order = desk.order_package(&student, 4, None).await;
    desk.pay(&order);
    let other = crate::support::second_server(&desk, 2).await;
    let path = "/api/admin/ledger-check";
    let meanwhile = async {
        assert!(check_now(&other.ctx, &by_hand(), std::future::ready(())).await.unwrap().is_none());
        assert!(check_nightly(&other.ctx, std::future::ready(())).await.unwrap().is_none());
        let reply = other.post(path, &serde_json::json!({})).as_admin(&finance).send().await;
        assert_eq!((reply.status.as_u16(), &reply.json()["running"]), (202, &serde_json::json!(true)));
    };
    assert_eq!(check_now(&desk.ctx, &by_hand(), meanwhile).await.unwrap().unwrap().findings, 1);
    assert_eq!(other.reads(&finance, path).await["running"], false);
    assert_eq!(desk.count("ledger_checks").await, 1);
    assert!(check_nightly(&other.ctx, std::future::ready(())).await.unwrap().is_some(), "the night's is not lost");
    // One whose server has ended is not waited for for ever.
    let (act, endless) = (by_hand(), async {
        loop {
            tokio::task::yield_now().await;
        }
    });
    let ended = check_now(&desk.ctx, &act, endless);
    assert!(crate::support::cut_short(ended, 5_000).await.is_none(), "too fast to be interrupted");
    assert!(check_now(&other.ctx, &by_hand(), std::future::ready(())).await.unwrap().is_none());
    desk.advance(minutes(31));
    assert!(check_now(&other.ctx, &by_hand(), std::future::ready(())).await.unwrap().is_some());
}
