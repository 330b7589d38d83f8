//! The ledger check against the provider: it reports a finding if and only if something is wrong (D18).

use jiff::SignedDuration;
use razorpay_sandbox::{FaultKind, WebhookSwitches};
use tala_app::services::audit::AdminActor;
use tala_app::services::ledger_check::{
    LedgerReport, check_ledger, check_ledger_with_recheck, check_nightly, check_now,
};
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, both_dbs, days, hours, minutes};

use crate::common::payments::{
    CLASS, buy_class, buy_package, cancel, fault, finish_and_audit, school_without_credits, sql, text,
};

both_dbs!(
    pending_webhooks_are_no_finding,
    ledger_check_runs_once_a_night_and_a_missed_night_is_caught_up,
    unreachable_provider_is_checked_again_in_the_same_night,
    a_refund_long_after_its_payment_is_compared,
    payment_missing_at_the_provider_is_a_finding,
    payment_wrongly_marked_as_unmatched_is_a_finding,
    check_on_demand_rechecks_findings_once,
    unreachable_provider_clears_no_finding,
    only_one_check_runs_at_a_time,
);

fn rules(report: &LedgerReport) -> Vec<&'static str> {
    report.findings.iter().map(|found| found.rule).collect()
}

async fn pending_webhooks_are_no_finding(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let (booking, _) = buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    let order = app.order_package(&student, 4, None).await;
    app.pay(&order);
    assert_eq!(rules(&check_ledger(&app.ctx, 8).await.unwrap()), ["provider_payment"]);
    let pause = async || app.deliver_events().await;
    assert_eq!(
        rules(&check_ledger_with_recheck(&app.ctx, 8, pause()).await.unwrap()),
        [""; 0],
        "a minute later it is known"
    );
    cancel(&app, &student, &booking).ok().await;
    app.provider.refund_payment(&text(&app.provider.overview().unwrap()["payments"][1]["id"]), None).unwrap();
    assert_eq!(rules(&check_ledger_with_recheck(&app.ctx, 8, pause()).await.unwrap()), [""; 0]);
    finish_and_audit(&app).await;
}

async fn ledger_check_runs_once_a_night_and_a_missed_night_is_caught_up(app: PaymentsApp) {
    let checked = async |app: &PaymentsApp| check_nightly(&app.ctx, std::future::ready(())).await.unwrap().is_some();
    assert!(checked(&app).await, "never before");
    assert!(!checked(&app).await);
    let other = crate::common::payments::second_server(&app, 2).await;
    assert!(!checked(&other).await, "once for all servers");
    // The check starts after 21:30 UTC, however long ago the last one was.
    app.clock.set(tala_tests::at("2026-03-02T21:31:00Z"));
    assert!(checked(&app).await);
    app.clock.set(tala_tests::at("2026-03-03T21:29:00Z"));
    assert!(!checked(&app).await);
    app.clock.set(tala_tests::at("2026-03-03T21:30:00Z"));
    // A server that stops during its check, here while the provider is silent, leaves the check to the next one.
    fault(&app, FaultKind::Timeout, 1, ("GET", "/v1/payments"), false);
    let begun = format!("counters WHERE name = 'ledger_check_lease' AND value = {}", app.now().as_microsecond());
    let has_begun = async {
        while app.count(&begun).await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = check_nightly(&app.ctx, std::future::ready(())) => panic!("too fast to be interrupted"),
        () = has_begun => {}
    }
    app.provider.clear_faults().unwrap();
    assert!(!checked(&other).await, "not immediately");
    app.advance(minutes(31));
    assert!(checked(&other).await, "the nightly check is not skipped");
}

async fn unreachable_provider_is_checked_again_in_the_same_night(app: PaymentsApp) {
    let check = async |app: &PaymentsApp| check_nightly(&app.ctx, std::future::ready(())).await.unwrap();
    let School { student, .. } = school_without_credits(&app).await;
    buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    fault(&app, FaultKind::ServerError, 4, ("GET", "/v1/payments"), false);
    assert!(check(&app).await.unwrap().not_compared.is_some());
    assert!(check(&app).await.is_none(), "not immediately");
    app.advance(minutes(31));
    assert_eq!(check(&app).await.unwrap().not_compared, None);
}

async fn a_refund_long_after_its_payment_is_compared(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    buy_package(&app, &student, 4, None).await;
    app.advance(days(25));
    let payment = text(&app.provider.overview().unwrap()["payments"][0]["id"]);
    app.provider.refund_payment(&payment, Some(5_000)).unwrap();
    let report = check_nightly(&app.ctx, std::future::ready(())).await.unwrap().unwrap();
    assert_eq!(rules(&report), ["provider_refund"]);
}

async fn payment_missing_at_the_provider_is_a_finding(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    sql(&app, "UPDATE payments SET provider_payment_id = 'pay_Invented000001'").await;
    app.advance(hours(1));
    let mut found = rules(&check_ledger(&app.ctx, 8).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, ["provider_missing", "provider_payment"]);
}

async fn payment_wrongly_marked_as_unmatched_is_a_finding(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = app.order_package(&student, 4, None).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    sql(&app, "UPDATE payments SET outcome = 'unmatched'").await;
    let found = rules(&check_ledger(&app.ctx, 8).await.unwrap());
    assert!(found.contains(&"provider_payment"), "{found:?}");
    sql(&app, "UPDATE payments SET outcome = 'applied', currency = 'USD'").await;
    let found = rules(&check_ledger(&app.ctx, 8).await.unwrap());
    assert!(found.contains(&"provider_amount"), "{found:?}");
}

fn by_hand() -> AdminActor {
    AdminActor { admin: "finance".to_owned(), reason: None }
}

async fn check_on_demand_rechecks_findings_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = app.order_package(&student, 4, None).await;
    app.pay(&order);
    assert_eq!(rules(&check_ledger(&app.ctx, 8).await.unwrap()), ["provider_payment"], "at the first check");
    let checked = check_now(&app.ctx, &by_hand(), async { app.deliver_events().await }).await.unwrap().unwrap();
    assert_eq!((checked.findings, checked.not_compared), (0, None));
}

async fn unreachable_provider_clears_no_finding(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    sql(&app, "UPDATE payments SET provider_payment_id = 'pay_Invented000001'").await;
    app.advance(hours(1));
    let check = async || {
        app.advance(minutes(1));
        check_now(&app.ctx, &by_hand(), std::future::ready(())).await.unwrap().unwrap()
    };
    assert_eq!(check().await.findings, 2);
    let told = |found: &serde_json::Value| found["rule"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        fault(&app, FaultKind::ServerError, 4, ("GET", "/v1/payments"), false);
        let away = check().await;
        assert!(away.not_compared.is_some());
        let mut rules: Vec<_> = away.detail.as_array().unwrap().iter().map(told).collect();
        rules.sort_unstable();
        assert_eq!((away.findings, rules), (2, vec!["provider_missing".to_owned(), "provider_payment".to_owned()]));
    }
    let id = text(&app.provider.overview().unwrap()["payments"][0]["id"]);
    sql(&app, &format!("UPDATE payments SET provider_payment_id = '{id}'")).await;
    assert_eq!(check().await.findings, 0);
}

async fn only_one_check_runs_at_a_time(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let finance = app.new_admin("finance").await;
    let order = app.order_package(&student, 4, None).await;
    app.pay(&order);
    let other = crate::common::payments::second_server(&app, 2).await;
    let path = "/api/admin/ledger-check";
    let meanwhile = Box::pin(async {
        // A long check renews its lease: without a renewal this loop would not end.
        app.advance(minutes(31));
        while other.admin_get(&finance, path).await["running"] == false {
            tokio::task::yield_now().await;
        }
        assert!(check_now(&other.ctx, &by_hand(), std::future::ready(())).await.unwrap().is_none());
        assert!(check_nightly(&other.ctx, std::future::ready(())).await.unwrap().is_none());
        let reply = other.post(path, &serde_json::json!({})).as_admin(&finance).send().await;
        assert_eq!((reply.status.as_u16(), &reply.json()["running"]), (202, &serde_json::json!(true)));
    });
    assert_eq!(check_now(&app.ctx, &by_hand(), meanwhile).await.unwrap().unwrap().findings, 1);
    assert_eq!(other.admin_get(&finance, path).await["running"], false);
    assert_eq!(app.count("ledger_checks").await, 1);
    assert!(
        check_nightly(&other.ctx, std::future::ready(())).await.unwrap().is_some(),
        "the nightly check is not skipped"
    );
    // The lease of a stopped server expires soon.
    let (act, endless) = (by_hand(), async {
        loop {
            tokio::task::yield_now().await;
        }
    });
    let ended = check_now(&app.ctx, &act, endless);
    assert!(crate::common::payments::interrupt_after(ended, 5_000).await.is_none(), "too fast to be interrupted");
    assert!(check_now(&other.ctx, &by_hand(), std::future::ready(())).await.unwrap().is_none());
    app.advance(SignedDuration::from_secs(11));
    assert!(check_now(&other.ctx, &by_hand(), std::future::ready(())).await.unwrap().is_some());
}
