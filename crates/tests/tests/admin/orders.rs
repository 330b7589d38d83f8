//! Orders and refunds in the admin API (D23, D24).

use razorpay_sandbox::{Outcome, RefundOutcome};
use serde_json::json;
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields, NotCancellable, NotFound, OrderClosed};
use tala_tests::fixtures::School;
use tala_tests::{AdminSession, PaymentsApp, Student, at, both_dbs, hours, later, raw};

both_dbs!(
    orders_are_found_by_state_person_and_provider,
    order_shows_the_current_start_of_its_class,
    order_shows_whether_it_is_refundable,
    class_is_refunded_once_and_cancelled,
    a_class_that_has_begun_is_not_refunded,
    unspent_package_is_refunded_completely,
    partly_spent_package_is_not_refunded,
    unpaid_order_is_not_refunded,
    failed_refund_is_retried_once,
    orders_whose_payment_failed_are_found_for_a_day,
    order_history_contains_what_was_bought,
    payment_that_failed_days_ago_is_not_counted_when_it_becomes_known,
    an_amount_in_a_foreign_currency_has_its_own_decimals,
);

const ORDERS: &str = "/api/admin/orders";

struct Sold {
    finance: AdminSession,
    school: School,
    id: String,
    payment: String,
}

async fn pay(app: &PaymentsApp, student: &Student, order: &serde_json::Value) -> (String, String) {
    let payment = app.pay(order);
    app.success_request(student, order, &payment).ok().await;
    (order["order"]["_id"].as_str().unwrap().to_owned(), payment)
}

async fn class_sold(app: &PaymentsApp) -> Sold {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let order = app.order(&school.student, &slot, None).await;
    let (id, payment) = pay(app, &school.student, &order).await;
    Sold { finance, school, id, payment }
}

async fn package_sold(app: &PaymentsApp) -> Sold {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    app.coupon("TEN", 10).await;
    let order = app.order_package(&school.student, 4, Some("TEN")).await;
    let (id, payment) = pay(app, &school.student, &order).await;
    Sold { finance, school, id, payment }
}

async fn orders_are_found_by_state_person_and_provider(app: PaymentsApp) {
    let Sold { finance, school, id, payment } = class_sold(&app).await;
    let slot = app.slot_at(&school.student, at("2026-03-06T03:30:00Z")).await;
    app.order(&school.student, &slot, None).await;
    let ids = async |query: &str| {
        let page = app.admin_get(&finance, &format!("{ORDERS}?{query}")).await;
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("").await.len(), 2);
    assert_eq!(ids("state=booked").await, std::slice::from_ref(&id));
    assert_eq!(ids(&format!("q={payment}")).await, std::slice::from_ref(&id));
    assert_eq!(ids(&format!("q={id}")).await, std::slice::from_ref(&id));
    assert_eq!(ids("q=meera").await.len(), 2);
    assert_eq!(ids("q=padma").await.len(), 0, "orders are the student's");
    let details = app.admin_get(&finance, &format!("{ORDERS}/{id}")).await;
    let provider_id = details["order"]["providerOrderId"].as_str().unwrap();
    assert_eq!(ids(&format!("q={provider_id}")).await, std::slice::from_ref(&id));
    assert_eq!((&details["order"]["studentName"], &details["order"]["base"]), (&json!("Meera"), &json!(999.0)));
    assert_eq!(
        (&details["payments"][0]["providerPaymentId"], &details["payments"][0]["disposition"]),
        (&json!(payment), &json!("applied"))
    );
    app.get(&format!("{ORDERS}?state=lost")).as_admin(&finance).refused(InvalidFields).await;
    app.get(&format!("{ORDERS}/01890000-0000-7000-8000-000000000001")).as_admin(&finance).refused(NotFound).await;
}

async fn order_shows_the_current_start_of_its_class(app: PaymentsApp) {
    let Sold { finance, school, .. } = class_sold(&app).await;
    let class_of = async || app.admin_get(&finance, ORDERS).await["items"][0]["dateTime"].clone();
    assert_eq!(class_of().await, "2026-03-05T03:30:00Z");
    let booking = app.get("/api/bookings").by(&school.student).ok().await[0]["_id"].as_str().unwrap().to_owned();
    let slot = app.slot_at(&school.student, at("2026-03-09T03:30:00Z")).await;
    let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "isVirtualSlot": true });
    app.post(&format!("/api/bookings/{booking}/reschedule"), &body).by(&school.student).ok().await;
    assert_eq!(class_of().await, "2026-03-09T03:30:00Z", "not the hour that was ordered");
}

async fn order_shows_whether_it_is_refundable(app: PaymentsApp) {
    let Sold { finance, school, id: exchanged, .. } = class_sold(&app).await;
    let order = async |class: &str| {
        let slot = app.slot_at(&school.student, at(class)).await;
        app.order(&school.student, &slot, None).await
    };
    let kept = order("2026-03-06T03:30:00Z").await;
    let (kept, _) = pay(&app, &school.student, &kept).await;
    let package = app.order_package(&school.student, 4, None).await;
    let (package, _) = pay(&app, &school.student, &package).await;
    let open = order("2026-03-07T03:30:00Z").await["order"]["_id"].as_str().unwrap().to_owned();
    let why_not = async |finance: &AdminSession, id: &str| {
        app.admin_get(finance, &format!("{ORDERS}/{id}")).await["noRefund"].clone()
    };
    for id in [&exchanged, &kept, &package] {
        assert_eq!(why_not(&finance, id).await, json!(null));
    }
    assert_eq!(why_not(&finance, &open).await, "unfulfilled");

    // A student who cancels 24 to 12 hours before gets a credit; the platform keeps the money.
    app.clock.set(at("2026-03-04T11:30:00Z"));
    let bookings = app.get("/api/bookings").by(&school.student).ok().await;
    let bookings = bookings.as_array().unwrap();
    let booking = bookings.iter().find(|booking| booking["dateTime"] == "2026-03-05T03:30:00Z").unwrap();
    let cancel = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    assert_eq!(app.post(&cancel, &json!({})).by(&school.student).ok().await["outcome"], "credit");
    let finance = app.admin_login("finance").await;
    assert_eq!(why_not(&finance, &exchanged).await, "exchanged");
    let path = format!("{ORDERS}/{exchanged}/refund");
    let problem = app.post(&path, &json!({ "reason": "Please" })).as_admin(&finance).refused(NotCancellable).await;
    assert_eq!(problem["detail"], "This class was cancelled for a credit; its money stays.");

    app.clock.set(at("2026-03-06T03:30:00Z"));
    assert_eq!(why_not(&app.admin_login("finance").await, &kept).await, "begun");
    raw::execute(&app.ctx.store, "UPDATE credit_lots SET remaining = 3 WHERE origin = 'bought'").await;
    assert_eq!(why_not(&app.admin_login("finance").await, &package).await, "spent");
}

async fn class_is_refunded_once_and_cancelled(app: PaymentsApp) {
    let Sold { finance, school, id, .. } = class_sold(&app).await;
    let second = app.another_server(2).await;
    let path = format!("{ORDERS}/{id}/refund");
    let body = json!({ "reason": "Double booking" });
    let (one, other) = futures_util::future::join(
        app.post(&path, &body).as_admin(&finance).send(),
        second.post(&path, &body).as_admin(&finance).send(),
    )
    .await;
    let (won, lost) = if one.status.is_success() { (&one, &other) } else { (&other, &one) };
    assert_eq!((&won.ok()["order"]["state"], &won.ok()["noRefund"]), (&json!("refunding"), &json!("already")));
    lost.refused(AlreadyProcessed);
    let bookings = app.get("/api/bookings").by(&school.student).ok().await;
    assert_eq!((&bookings[0]["bookingStatus"], &bookings[0]["cancelledBy"]), (&json!("cancelled"), &json!("admin")));
    app.work().await;
    app.deliver_events().await;
    app.work().await;
    let details = app.admin_get(&finance, &format!("{ORDERS}/{id}")).await;
    assert_eq!((&details["order"]["state"], &details["refunds"][0]["state"]), (&json!("refunded"), &json!("done")));
    assert_eq!(details["refunds"].as_array().unwrap().len(), 1);
    let done = app.admin_get(&finance, "/api/admin/refunds?state=done").await;
    assert_eq!(done["items"][0]["orderId"], id);
    assert_eq!(done["items"][0]["studentName"], "Meera");
    assert_eq!(app.admin_get(&finance, "/api/admin/refunds?state=failed").await["items"], json!([]));
    let line = details["history"].as_array().unwrap().iter().find(|line| line["action"] == "order_refunded").unwrap();
    assert_eq!((&line["reason"], &line["actor"]), (&json!("Double booking"), &json!("admin:finance")));
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_class_that_has_begun_is_not_refunded(app: PaymentsApp) {
    let Sold { id, .. } = class_sold(&app).await;
    app.clock.set(later(at("2026-03-05T03:30:00Z"), hours(2)));
    app.work().await;
    let finance = app.admin_login("finance").await;
    let body = json!({ "reason": "Did not like it" });
    let problem = app.post(&format!("{ORDERS}/{id}/refund"), &body).as_admin(&finance).refused(NotCancellable).await;
    assert_eq!(problem["detail"], "This class has begun. Grant a credit instead.");
    assert_eq!(app.ledger_findings().await, []);
}

async fn unspent_package_is_refunded_completely(app: PaymentsApp) {
    let Sold { finance, school, id, .. } = package_sold(&app).await;
    assert_eq!(app.count("coupons WHERE used = 1").await, 1);
    let path = format!("{ORDERS}/{id}/refund");
    let details = app.admin_post(&finance, &path, &json!({ "reason": "Moved away" })).await;
    assert_eq!(details["order"]["state"], "refunding");
    app.post(&path, &json!({ "reason": "again" })).as_admin(&finance).refused(AlreadyProcessed).await;
    app.work().await;
    app.deliver_events().await;
    app.work().await;
    let details = app.admin_get(&finance, &format!("{ORDERS}/{id}")).await;
    assert_eq!(
        (&details["order"]["state"], &details["refunds"][0]["amount"]),
        (&json!("refunded"), &details["order"]["total"])
    );
    let profile =
        app.get(&format!("/api/student-profile?email={}", school.student.email)).by(&school.student).ok().await;
    assert_eq!(profile["classCredits"], 4, "only granted credits are left");
    assert_eq!(app.count("coupons WHERE used = 0").await, 1, "the coupon can be used again");
    let history = app.get("/api/credit-history").by(&school.student).ok().await;
    assert!(
        history["entries"]
            .as_array()
            .unwrap()
            .iter()
            .any(|entry| entry["kind"] == "refunded" && entry["credits"] == -4)
    );
    let mails = app.mailer.sent_to(&school.student.email);
    let mail = mails.iter().find(|mail| mail.subject.starts_with("We're refunding")).unwrap();
    assert!(mail.text.contains("unused package"), "{}", mail.text);
    assert_eq!(app.ledger_findings().await, []);
}

async fn partly_spent_package_is_not_refunded(app: PaymentsApp) {
    let Sold { finance, school, id, .. } = package_sold(&app).await;
    // The granted lot expires after the package, which is spent first.
    app.advance(hours(1));
    app.work().await;
    let sql = "UPDATE credit_lots SET expires_at = expires_at + 864000000000 WHERE origin = 'granted'";
    tala_tests::raw::execute(&app.ctx.store, sql).await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    app.book(&school.student, &slot).await;
    let body = json!({ "reason": "Moved away" });
    let problem = app.post(&format!("{ORDERS}/{id}/refund"), &body).as_admin(&finance).refused(NotCancellable).await;
    assert!(problem["detail"].as_str().unwrap().contains("were spent"));
    assert_eq!(app.ledger_findings().await, []);
}

async fn unpaid_order_is_not_refunded(app: PaymentsApp) {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let open = app.order(&school.student, &slot, None).await;
    let path = format!("{ORDERS}/{}/refund", open["order"]["_id"].as_str().unwrap());
    app.post(&path, &json!({ "reason": "x" })).as_admin(&finance).refused(OrderClosed).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn failed_refund_is_retried_once(app: PaymentsApp) {
    let Sold { finance, id, .. } = package_sold(&app).await;
    let refunds = |outcome| app.provider.change_settings(|settings| settings.refunds = outcome).unwrap();
    refunds(RefundOutcome::Failed);
    app.admin_post(&finance, &format!("{ORDERS}/{id}/refund"), &json!({ "reason": "Moved away" })).await;
    let standing =
        async |finance: &AdminSession| app.admin_get(finance, "/api/admin/refunds").await["items"][0].clone();
    let path = format!("/api/admin/refunds/{}/retry", standing(&finance).await["_id"].as_str().unwrap());
    let body = json!({ "reason": "The account was empty" });
    let early = app.post(&path, &body).as_admin(&finance).refused(AlreadyProcessed).await;
    assert_eq!(early["state"], "requested");
    for _ in 0..4 {
        app.work().await;
        app.advance(hours(1));
    }
    let failed = standing(&finance).await;
    assert_eq!(failed["state"], "failed");
    assert!(failed["error"].as_str().is_some_and(|error| !error.is_empty()), "{failed}");
    refunds(RefundOutcome::Processed);
    app.work().await;
    assert_eq!(standing(&finance).await["state"], "failed", "by itself in a few hours");
    app.post(&path, &json!({ "reason": " " })).as_admin(&finance).refused(InvalidFields).await;
    let second = app.another_server(2).await;
    let (one, other) = futures_util::future::join(
        app.post(&path, &body).as_admin(&finance).send(),
        second.post(&path, &body).as_admin(&finance).send(),
    )
    .await;
    let (won, lost) = if one.status.is_success() { (&one, &other) } else { (&other, &one) };
    assert_eq!(won.ok()["state"], "requested");
    lost.refused(AlreadyProcessed);
    app.work().await;
    assert_eq!(standing(&finance).await["state"], "done");
    assert_eq!(app.post(&path, &body).as_admin(&finance).refused(AlreadyProcessed).await["state"], "done");
    let details = app.admin_get(&finance, &format!("{ORDERS}/{id}")).await;
    let history = details["history"].as_array().unwrap();
    let lines: Vec<_> = history.iter().filter(|line| line["action"] == "refund_retried").collect();
    assert_eq!((lines.len(), &lines[0]["reason"]), (1, &json!("The account was empty")));
    assert_eq!(details["order"]["state"], "refunded");
    let living = app.provider.overview().unwrap()["refunds"].as_array().unwrap().clone();
    assert_eq!(
        living.iter().filter(|refund| refund["status"] == "processed").count(),
        1,
        "the payment was refunded once"
    );
    app.post("/api/admin/refunds/01890000-0000-7000-8000-000000000001/retry", &body)
        .as_admin(&finance)
        .refused(NotFound)
        .await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn order_history_contains_what_was_bought(app: PaymentsApp) {
    let Sold { finance, id, .. } = package_sold(&app).await;
    let details = app.admin_get(&finance, &format!("{ORDERS}/{id}")).await;
    let actions: Vec<_> = details["history"].as_array().unwrap().iter().map(|line| line["action"].clone()).collect();
    assert_eq!(actions, ["credits_bought"]);
}

async fn payment_that_failed_days_ago_is_not_counted_when_it_becomes_known(app: PaymentsApp) {
    let Sold { finance, school, .. } = class_sold(&app).await;
    let slot = app.slot_at(&school.student, at("2026-03-20T03:30:00Z")).await;
    let order = app.order(&school.student, &slot, None).await;
    app.pay_with(&order, Outcome::Failed);
    app.advance(hours(8 * 24));
    app.deliver_events().await;
    let finance = app.admin_login(&finance.name).await;
    assert_eq!(app.admin_get(&finance, "/api/admin/overview").await["failedPayments24h"], 0);
}

async fn orders_whose_payment_failed_are_found_for_a_day(app: PaymentsApp) {
    let Sold { finance, school, .. } = class_sold(&app).await;
    let slot = app.slot_at(&school.student, at("2026-03-06T03:30:00Z")).await;
    let order = app.order(&school.student, &slot, None).await;
    app.pay_with(&order, Outcome::Failed);
    app.deliver_events().await;
    let found = async |finance: &AdminSession| {
        let page = app.admin_get(finance, &format!("{ORDERS}?state=payment_failed")).await;
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(app.admin_get(&finance, "/api/admin/overview").await["failedPayments24h"], 1);
    assert_eq!(found(&finance).await, [order["order"]["_id"].as_str().unwrap()]);
    app.advance(hours(25));
    assert_eq!(found(&app.admin_login("finance").await).await, [""; 0]);
}

async fn an_amount_in_a_foreign_currency_has_its_own_decimals(app: PaymentsApp) {
    let Sold { finance, id, .. } = class_sold(&app).await;
    for (minor, currency, amount) in [(500, "JPY", 500.0), (500, "EUR", 5.0), (1_250, "KWD", 1.25), (7, "USD", 0.07)] {
        let sql = format!("UPDATE payments SET amount_minor = {minor}, currency = '{currency}'");
        raw::execute(&app.ctx.store, &sql).await;
        let payment = app.admin_get(&finance, &format!("{ORDERS}/{id}")).await["payments"][0].clone();
        assert_eq!((&payment["amount"], &payment["currency"]), (&json!(amount), &json!(currency)));
    }
}
