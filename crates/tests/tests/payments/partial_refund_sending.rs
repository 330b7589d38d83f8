//! Sending partial refunds to the provider (ADR 11).

use razorpay_sandbox::{Fault, FaultKind, RefundOutcome};
use serde_json::json;
use tala_domain::error::ErrorCode::InvalidFields;
use tala_tests::{PaymentsApp, both_dbs, days, hours, raw};

use crate::common::partial_refunds::{Sold, balance_of, body, class_sold, details, refund, request};
use crate::common::payments::finish_and_audit;

both_dbs!(
    refund_is_sent_when_the_provider_is_back,
    failed_refund_is_shown_and_retried,
    refunds_of_the_same_amount_are_each_sent,
    repeated_webhooks_change_nothing,
);

async fn refund_is_sent_when_the_provider_is_back(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    // The first response is lost although the refund was made, then the provider is down.
    let fault = |calls, carried_out| Fault {
        kind: FaultKind::ServerError,
        calls,
        carried_out,
        method: Some("POST".to_owned()),
        path: Some("/refund".to_owned()),
    };
    app.provider.add_fault(fault(1, true)).unwrap();
    app.provider.add_fault(fault(6, false)).unwrap();
    refund(&app, &sold, 200.0, 1022.98, "teacher").await;
    for _ in 0..4 {
        app.work().await;
        assert_eq!(app.ledger_findings().await, []);
        app.advance(hours(1));
    }
    finish_and_audit(&app).await;
    assert_eq!(details(&app, &sold).await["refunds"][0]["state"], "done");
    let sent = app.provider.overview().unwrap()["refunds"].as_array().unwrap().clone();
    assert_eq!(sent.iter().map(|refund| &refund["amount"]).collect::<Vec<_>>(), [&json!(20_000)]);
}

async fn failed_refund_is_shown_and_retried(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::Failed).unwrap();
    refund(&app, &sold, 200.0, 1022.98, "platform").await;
    for _ in 0..4 {
        app.work().await;
        app.advance(hours(1));
    }
    let failed = details(&app, &sold).await["refunds"][0].clone();
    assert_eq!(failed["state"], "failed", "{failed}");
    assert_eq!(app.admin_get(&sold.finance, "/api/admin/overview").await["failedRefunds"], 1);
    assert_eq!(balance_of(&app, "refunds_payable").await, -20_000, "it is still owed");
    let over = body(1022.98, 822.98, "platform", "over");
    request(&app, &sold.finance, &sold.id, &over).refused(InvalidFields).await;
    app.provider.change_settings(|settings| settings.refunds = RefundOutcome::Processed).unwrap();
    let path = format!("/api/admin/refunds/{}/retry", failed["_id"].as_str().unwrap());
    app.admin_post(&sold.finance, &path, &json!({ "reason": "The account is filled" })).await;
    finish_and_audit(&app).await;
    assert_eq!(details(&app, &sold).await["refunds"][0]["state"], "done");
}

async fn refunds_of_the_same_amount_are_each_sent(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    refund(&app, &sold, 100.0, 1022.98, "platform").await;
    app.work().await;
    // The provider rejects the second one: it must not be taken for the first.
    app.provider.change_settings(|settings| settings.refuse_refunds = true).unwrap();
    refund(&app, &sold, 100.0, 922.98, "platform").await;
    app.work().await;
    let state = async || {
        let reply = details(&app, &sold).await;
        [0, 1].map(|number| reply["refunds"][number]["state"].as_str().unwrap().to_owned())
    };
    assert_eq!(state().await, ["done", "requested"]);
    app.provider.change_settings(|settings| settings.refuse_refunds = false).unwrap();
    app.advance(hours(1));
    app.deliver_events().await;
    finish_and_audit(&app).await;
    assert_eq!(state().await, ["done", "done"]);
    assert_eq!(balance_of(&app, "provider_clearing").await, 82_298);
}

async fn repeated_webhooks_change_nothing(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    refund(&app, &sold, 1022.98, 1022.98, "teacher").await;
    finish_and_audit(&app).await;
    let before = details(&app, &sold).await;
    assert_eq!((&before["order"]["state"], &before["payments"][0]["state"]), (&json!("booked"), &json!("refunded")));
    raw::execute(&app.ctx.store, "DELETE FROM outbox WHERE topic = 'provider_event'").await;
    raw::execute(&app.ctx.store, "DELETE FROM provider_events").await;
    for event in app.provider.events().unwrap() {
        app.provider.resend_event(&event.id).unwrap();
    }
    app.advance(days(1));
    finish_and_audit(&app).await;
    let again = Sold { finance: app.admin_login("finance").await, ..sold };
    let after = details(&app, &again).await;
    assert_eq!((&after["order"], &after["refunds"]), (&before["order"], &before["refunds"]));
}
