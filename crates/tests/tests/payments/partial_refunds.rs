//! Partial refunds by administrators: who bears them, and what they change (ADR 11).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{
    AlreadyProcessed, IdempotencyMismatch, InvalidFields, NotCancellable, NotFound, OrderClosed, RoleNotAllowed,
    VersionConflict,
};
use tala_tests::{PaymentsApp, at, both_dbs, hours, later, minutes, raw};

use crate::common::partial_refunds::{
    CLASS, ORDERS, balance_of, body, class_sold, details, hold_class, package_sold, refund, request, with_commission,
};
use crate::common::payments::finish_and_audit;
use crate::common::teaching::save_account;

both_dbs!(
    refund_borne_by_the_platform_leaves_the_teachers_earnings,
    refund_shared_by_the_teacher_reduces_price_and_fees,
    refund_shared_after_the_class_reduces_settled_earnings,
    refund_of_a_class_in_a_payout_is_borne_by_the_platform,
    cancelling_afterwards_refunds_the_rest,
    a_payment_refunded_in_parts_has_no_rest,
    class_exchanged_for_a_credit_is_refunded_by_the_platform_only,
    refund_of_a_package_reduces_the_price_of_its_credits,
    refund_of_a_spent_package_is_borne_by_the_platform,
    repeated_request_refunds_once,
    invalid_amounts_and_requests_are_rejected,
    wrong_records_of_a_partial_refund_are_findings,
    orders_without_a_payment_are_rejected,
);

async fn refund_borne_by_the_platform_leaves_the_teachers_earnings(app: PaymentsApp) {
    let mut sold = class_sold(&app).await;
    with_commission(&app).await;
    let terms = &details(&app, &sold).await["partialRefund"];
    assert_eq!(terms, &json!({ "refundable": 1022.98, "shared": 1022.98, "noRefund": null, "noTeacherShare": null }));
    let reply = refund(&app, &sold, 200.0, 1022.98, "platform").await;
    assert_eq!((&reply["order"]["state"], &reply["partialRefund"]["refundable"]), (&json!("booked"), &json!(822.98)));
    let line = &reply["refunds"][0];
    assert_eq!(
        (&line["amount"], &line["reason"], &line["bearer"], &line["state"]),
        (&json!(200.0), &json!("partial"), &json!("platform"), &json!("requested"))
    );
    let history = reply["history"].as_array().unwrap();
    let event = history.iter().find(|line| line["action"] == "payment_partly_refunded").unwrap();
    assert_eq!((&event["actor"], &event["reason"]), (&json!("admin:finance"), &json!("Bad sound")));
    assert_eq!(event["detail"]["amountMinor"], 20_000);
    finish_and_audit(&app).await;
    let reply = details(&app, &sold).await;
    assert_eq!((&reply["order"]["state"], &reply["refunds"][0]["state"]), (&json!("booked"), &json!("done")));
    let mails = app.mailer.sent_to(&sold.school.student.email);
    let mail = mails.iter().find(|mail| mail.subject == "We're refunding ₹200 of your payment").unwrap();
    assert!(
        mail.text.contains("You paid ₹1,022.98 for your class with Padma. This doesn't change your booking."),
        "{}",
        mail.text
    );
    let receipt = app.get(&format!("/api/orders/{}/receipt", sold.id)).by(&sold.school.student).ok().await;
    assert_eq!(receipt["order"]["refunds"][0]["amount"], 200.0);
    let booking = app.get("/api/bookings").by(&sold.school.student).ok().await[0].clone();
    assert_eq!((&booking["paymentStatus"], &booking["paymentAmount"]), (&json!("paid"), &json!(999.0)));
    let overview = app.admin_get(&sold.finance, "/api/admin/overview").await;
    assert_eq!(overview["revenue30d"], json!([{ "currency": "INR", "amount": 822.98 }]));
    assert_eq!((balance_of(&app, "goodwill").await, balance_of(&app, "refunds_payable").await), (20_000, 0));
    hold_class(&app).await;
    assert_eq!(balance_of(&app, "teacher_payable").await, -79_920, "80 % of the whole price");
    sold.finance = app.admin_login("finance").await;
    refund(&app, &sold, 822.98, 822.98, "platform").await;
    finish_and_audit(&app).await;
    assert_eq!(details(&app, &sold).await["partialRefund"]["noRefund"], "nothing");
    assert_eq!(balance_of(&app, "teacher_payable").await, -79_920);
}

async fn refund_shared_by_the_teacher_reduces_price_and_fees(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    with_commission(&app).await;
    refund(&app, &sold, 200.0, 1022.98, "teacher").await;
    finish_and_audit(&app).await;
    let booking = app.get("/api/bookings").by(&sold.school.student).ok().await[0].clone();
    assert_eq!(
        (&booking["bookingStatus"], &booking["paymentStatus"], &booking["paymentAmount"]),
        (&json!("confirmed"), &json!("partially_refunded"), &json!(803.68))
    );
    assert_eq!(
        (balance_of(&app, "unearned_classes").await, balance_of(&app, "provider_fees").await),
        (-80_368, -1_930)
    );
    assert_eq!(balance_of(&app, "goodwill").await, 0);
    hold_class(&app).await;
    assert_eq!(balance_of(&app, "teacher_payable").await, -64_294, "80 % of ₹803.68");
    assert_eq!(app.ledger_findings().await, []);
}

async fn refund_shared_after_the_class_reduces_settled_earnings(app: PaymentsApp) {
    let mut sold = class_sold(&app).await;
    with_commission(&app).await;
    hold_class(&app).await;
    assert_eq!((balance_of(&app, "teacher_payable").await, balance_of(&app, "commission").await), (-79_920, -19_980));
    sold.finance = app.admin_login("finance").await;
    let reply = refund(&app, &sold, 200.0, 1022.98, "teacher").await;
    assert_eq!((&reply["noRefund"], &reply["order"]["state"]), (&json!("begun"), &json!("booked")));
    finish_and_audit(&app).await;
    assert_eq!((balance_of(&app, "teacher_payable").await, balance_of(&app, "commission").await), (-64_294, -16_074));
    refund(&app, &sold, 100.0, 822.98, "platform").await;
    refund(&app, &sold, 722.98, 722.98, "teacher").await;
    finish_and_audit(&app).await;
    assert_eq!(
        (balance_of(&app, "goodwill").await, balance_of(&app, "provider_clearing").await),
        (10_000, 0),
        "everything was refunded"
    );
    // The platform's ₹100 still pay for a part of the class.
    let left = balance_of(&app, "teacher_payable").await + balance_of(&app, "commission").await;
    assert_eq!(left + balance_of(&app, "provider_fees").await, -10_000);
}

async fn refund_of_a_class_in_a_payout_is_borne_by_the_platform(app: PaymentsApp) {
    let mut sold = class_sold(&app).await;
    let teacher = sold.school.teacher.clone();
    save_account(&app, &teacher, "Monthly").await;
    refund(&app, &sold, 100.0, 1022.98, "teacher").await;
    hold_class(&app).await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    sold.finance = app.admin_login("finance").await;
    let run = app.admin_post(&sold.finance, "/api/admin/payouts/run", &json!({})).await;
    let payout = run["prepared"][0]["_id"].as_str().unwrap().to_owned();
    assert_eq!(details(&app, &sold).await["partialRefund"]["noTeacherShare"], "paid_out");
    let shared = body(50.0, 922.98, "teacher", "shared");
    let problem = request(&app, &sold.finance, &sold.id, &shared).refused(NotCancellable).await;
    assert!(
        problem["detail"].as_str().unwrap().contains("are in a payout, so the platform bears the refund"),
        "{problem}"
    );
    refund(&app, &sold, 50.0, 922.98, "platform").await;
    finish_and_audit(&app).await;
    let statement = app.get(&format!("/api/teacher/payouts/{payout}")).by(&teacher).ok().await;
    let line = &statement["lines"][0];
    assert_eq!(
        (&line["basePrice"], &line["discount"], &line["refunded"], &line["classPrice"], &line["providerFee"]),
        (&json!(999.0), &json!(0.0), &json!(97.66), &json!(901.34), &json!(21.64))
    );
    let totals = &statement["totals"];
    assert_eq!((&totals["refunded"], &totals["discount"], &totals["net"]), (&json!(97.66), &json!(0.0), &line["net"]));
    let csv = app.get(&format!("/api/teacher/payouts/{payout}/statement.csv")).by(&teacher).send_unchecked().await;
    assert!(csv.text.contains(",999.00,0.00,97.66,901.34,0.00,21.64,"), "{}", csv.text);
    // The bank rejects the payout: the earnings are owed again and can be reduced.
    let failed = json!({ "reason": "No such account" });
    app.admin_post(&sold.finance, &format!("/api/admin/payouts/{payout}/failed"), &failed).await;
    request(&app, &sold.finance, &sold.id, &body(50.0, 872.98, "teacher", "shared")).ok().await;
    finish_and_audit(&app).await;
}

async fn cancelling_afterwards_refunds_the_rest(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    refund(&app, &sold, 200.0, 1022.98, "teacher").await;
    refund(&app, &sold, 100.0, 822.98, "platform").await;
    app.advance(minutes(1));
    let path = format!("{ORDERS}/{}/refund", sold.id);
    let reply = app.admin_post(&sold.finance, &path, &json!({ "reason": "Ill" })).await;
    let amounts: Vec<_> = reply["refunds"].as_array().unwrap().iter().map(|refund| refund["amount"].clone()).collect();
    assert_eq!(amounts, [json!(200.0), json!(100.0), json!(722.98)]);
    assert_eq!(reply["partialRefund"]["noRefund"], "already");
    let late = body(10.0, 722.98, "platform", "late");
    request(&app, &sold.finance, &sold.id, &late).refused(AlreadyProcessed).await;
    finish_and_audit(&app).await;
    let reply = details(&app, &sold).await;
    assert_eq!((&reply["order"]["state"], &reply["payments"][0]["state"]), (&json!("refunded"), &json!("refunded")));
    for account in ["goodwill", "provider_clearing", "unearned_classes", "provider_fees", "refunds_payable"] {
        assert_eq!(balance_of(&app, account).await, 0, "{account}");
    }
    let mails = app.mailer.sent_to(&sold.school.student.email);
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Cancelled: ")).unwrap();
    assert!(mail.text.contains("Refunded earlier: ₹300\n"), "{}", mail.text);
    assert!(mail.text.contains("₹722.98"), "{}", mail.text);
}

async fn a_payment_refunded_in_parts_has_no_rest(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    refund(&app, &sold, 1022.98, 1022.98, "platform").await;
    finish_and_audit(&app).await;
    let booking = app.get("/api/bookings").by(&sold.school.student).ok().await[0]["_id"].clone();
    let cancel = format!("/api/bookings/{}/cancel", booking.as_str().unwrap());
    app.post(&cancel, &json!({})).by(&sold.school.student).ok().await;
    finish_and_audit(&app).await;
    let mails = app.mailer.sent_to(&sold.school.student.email);
    let mail = mails.last().unwrap();
    assert!(mail.text.contains("We refunded your whole payment earlier."), "{}", mail.text);
    let reply = details(&app, &sold).await;
    assert_eq!((&reply["order"]["state"], reply["refunds"].as_array().unwrap().len()), (&json!("refunded"), 1));
    assert_eq!((balance_of(&app, "goodwill").await, balance_of(&app, "provider_clearing").await), (0, 0));
}

async fn class_exchanged_for_a_credit_is_refunded_by_the_platform_only(app: PaymentsApp) {
    let mut sold = class_sold(&app).await;
    app.clock.set(later(at(CLASS), hours(-16)));
    let booking = app.get("/api/bookings").by(&sold.school.student).ok().await[0]["_id"].clone();
    let cancel = format!("/api/bookings/{}/cancel", booking.as_str().unwrap());
    assert_eq!(app.post(&cancel, &json!({})).by(&sold.school.student).ok().await["outcome"], "credit");
    sold.finance = app.admin_login("finance").await;
    assert_eq!(details(&app, &sold).await["partialRefund"]["noTeacherShare"], "cancelled");
    let shared = body(50.0, 1022.98, "teacher", "shared");
    request(&app, &sold.finance, &sold.id, &shared).refused(NotCancellable).await;
    refund(&app, &sold, 50.0, 1022.98, "platform").await;
    finish_and_audit(&app).await;
}

async fn refund_of_a_package_reduces_the_price_of_its_credits(app: PaymentsApp) {
    let sold = package_sold(&app).await;
    let total = details(&app, &sold).await["order"]["total"].as_f64().unwrap();
    let price = "SELECT price_per_class_minor FROM credit_lots WHERE origin = 'bought'";
    let before = raw::number(&app.ctx.store, price).await;
    refund(&app, &sold, 400.01, total, "teacher").await;
    finish_and_audit(&app).await;
    let reduced = raw::number(&app.ctx.store, price).await;
    assert!((9_700..9_800).contains(&(before - reduced)), "about ₹97.66 of each: {before} {reduced}");
    let left = (total * 100.0 - 40_001.0).round() / 100.0;
    refund(&app, &sold, 100.0, left, "platform").await;
    let path = format!("{ORDERS}/{}/refund", sold.id);
    app.admin_post(&sold.finance, &path, &json!({ "reason": "Moved away" })).await;
    finish_and_audit(&app).await;
    assert_eq!(details(&app, &sold).await["order"]["state"], "refunded");
    for account in ["goodwill", "provider_clearing", "provider_fees", "rounding", "refunds_payable"] {
        assert_eq!(balance_of(&app, account).await, 0, "{account}");
    }
}

async fn refund_of_a_spent_package_is_borne_by_the_platform(app: PaymentsApp) {
    let sold = package_sold(&app).await;
    let total = details(&app, &sold).await["order"]["total"].as_f64().unwrap();
    let sql = "UPDATE credit_lots SET expires_at = expires_at + 8640000000000 WHERE origin = 'granted'";
    raw::execute(&app.ctx.store, sql).await;
    app.book(&sold.school.student, &app.slot_at(&sold.school.student, at(CLASS)).await).await;
    let terms = details(&app, &sold).await["partialRefund"].clone();
    assert_eq!((&terms["noTeacherShare"], &terms["noRefund"]), (&json!("spent"), &json!(null)));
    let shared = body(50.0, total, "teacher", "shared");
    request(&app, &sold.finance, &sold.id, &shared).refused(NotCancellable).await;
    refund(&app, &sold, 50.0, total, "platform").await;
    finish_and_audit(&app).await;
    let mails = app.mailer.sent_to(&sold.school.student.email);
    let mail = mails.iter().find(|mail| mail.subject == "We're refunding ₹50 of your payment").unwrap();
    assert!(
        mail.text.contains("for your 4 class credits with Padma. This doesn't change your credits."),
        "{}",
        mail.text
    );
    hold_class(&app).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn repeated_request_refunds_once(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    let first = body(200.0, 1022.98, "platform", "key 1");
    let reply = request(&app, &sold.finance, &sold.id, &first).ok().await;
    let repeated = request(&app, &sold.finance, &sold.id, &first).ok().await;
    assert_eq!(reply["refunds"], repeated["refunds"]);
    for other in [body(200.0, 1022.98, "teacher", "key 1"), body(100.0, 822.98, "platform", "key 1")] {
        request(&app, &sold.finance, &sold.id, &other).refused(IdempotencyMismatch).await;
    }
    let outdated = body(200.0, 1022.98, "platform", "key 2");
    let problem = request(&app, &sold.finance, &sold.id, &outdated).refused(VersionConflict).await;
    assert!(problem["detail"].as_str().unwrap().starts_with("Another refund"), "{problem}");
    finish_and_audit(&app).await;
    // The answer to a request that was lost, after the class was cancelled.
    app.admin_post(&sold.finance, &format!("{ORDERS}/{}/refund", sold.id), &json!({ "reason": "Ill" })).await;
    request(&app, &sold.finance, &sold.id, &first).ok().await;
    assert_eq!(app.count("refunds").await, 2);
    assert_eq!(app.count("audit_log WHERE action = 'payment_partly_refunded'").await, 1);
    finish_and_audit(&app).await;
}

async fn invalid_amounts_and_requests_are_rejected(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    for (amount, expected) in [
        (0.0, "from 1.00"),
        (-5.0, "from 1.00"),
        (0.99, "from 1.00"),
        (1022.99, "At most ₹1,022.98"),
        (1e12, "At most"),
        (1022.0, "Refund ₹1,022.98, or leave at least 1.00"),
        (10.001, "two decimals"),
        (1e300, "two decimals"),
    ] {
        let problem = request(&app, &sold.finance, &sold.id, &body(amount, 1022.98, "platform", "key"))
            .refused(InvalidFields)
            .await;
        let error = &problem["errors"][0];
        assert_eq!(error["field"], "amount", "{amount}: {problem}");
        assert!(error["message"].as_str().unwrap().contains(expected), "{amount}: {error}");
    }
    let with = |member: &str, value: Value| {
        let mut body = body(10.0, 1022.98, "platform", "key");
        body[member] = value;
        body
    };
    for (member, value) in [
        ("bearer", json!("student")),
        ("reason", json!(" ")),
        ("reason", json!("x".repeat(501))),
        ("idempotencyKey", json!("")),
        ("idempotencyKey", json!("ключ")),
        ("idempotencyKey", json!("k".repeat(201))),
    ] {
        let problem = request(&app, &sold.finance, &sold.id, &with(member, value)).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], member, "{problem}");
    }
    let support = app.new_admin("support").await;
    let valid = body(10.0, 1022.98, "platform", "key");
    request(&app, &support, &sold.id, &valid).refused(RoleNotAllowed).await;
    request(&app, &sold.finance, "01890000-0000-7000-8000-000000000001", &valid).refused(NotFound).await;
    assert_eq!(app.count("refunds").await, 0);
}

async fn orders_without_a_payment_are_rejected(app: PaymentsApp) {
    let mut sold = class_sold(&app).await;
    let paid = sold.id.clone();
    let student = sold.school.student.clone();
    let slot = app.slot_at(&student, at("2026-03-06T03:30:00Z")).await;
    let open = app.order(&student, &slot, None).await;
    sold.id = open["order"]["_id"].as_str().unwrap().to_owned();
    request(&app, &sold.finance, &sold.id, &body(10.0, 0.0, "platform", "key")).refused(OrderClosed).await;
    assert_eq!(details(&app, &sold).await["partialRefund"]["noRefund"], "unfulfilled");
    app.coupon("FREE", 100).await;
    let slot = app.slot_at(&student, at("2026-03-07T03:30:00Z")).await;
    let free = app.order(&student, &slot, Some("FREE")).await;
    sold.id = free["order"]["_id"].as_str().unwrap().to_owned();
    request(&app, &sold.finance, &sold.id, &body(10.0, 0.0, "platform", "key")).refused(NotCancellable).await;
    assert_eq!(details(&app, &sold).await["partialRefund"]["noRefund"], "free");
    sold.id = paid;
    app.admin_post(&sold.finance, &format!("{ORDERS}/{}/refund", sold.id), &json!({ "reason": "Ill" })).await;
    request(&app, &sold.finance, &sold.id, &body(10.0, 0.0, "platform", "key")).refused(AlreadyProcessed).await;
    assert_eq!(app.count("refunds").await, 1);
}

async fn wrong_records_of_a_partial_refund_are_findings(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    refund(&app, &sold, 200.0, 1022.98, "teacher").await;
    refund(&app, &sold, 100.0, 822.98, "platform").await;
    finish_and_audit(&app).await;
    for (change, undo, expected) in [
        ("payments SET refunded_minor = 20000", "payments SET refunded_minor = 30000", vec!["refunded_payment"]),
        ("payments SET outcome = 'refunded'", "payments SET outcome = 'applied'", vec!["goodwill", "refunded_payment"]),
        ("bookings SET amount_minor = 99900", "bookings SET amount_minor = 80368", vec!["bookings", "order_result"]),
        (
            "refunds SET bearer = 'platform', price_minor = 0, provider_fee_minor = 0 WHERE amount_minor = 20000",
            "refunds SET bearer = 'teacher', price_minor = 19532, provider_fee_minor = 468 WHERE amount_minor = 20000",
            vec!["goodwill", "order_result"],
        ),
    ] {
        raw::execute(&app.ctx.store, &format!("UPDATE {change}")).await;
        let mut found: Vec<_> = app.ledger_findings().await.into_iter().map(|finding| finding.rule).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{change}");
        raw::execute(&app.ctx.store, &format!("UPDATE {undo}")).await;
    }
    finish_and_audit(&app).await;
}
