//! Shared by the tests of money: short functions for requests, and the audit at the end of each test.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::task::Poll;

use jiff::{SignedDuration, Timestamp};
use razorpay_sandbox::{Fault, FaultKind};
use serde_json::{Value, json};
use tala_app::services::ledger_check::check_ledger;
use tala_domain::booking::SlotRef;
use tala_tests::fixtures::{School, instant};
use tala_tests::http::Request;
use tala_tests::{PaymentsApp, Person, Student, Teacher, at, raw};

/// A class of the usual school, eight days ahead: Tuesday 10 March 2026, 9:00 in India.
pub(crate) const CLASS: &str = "2026-03-10T03:30:00Z";
/// The class immediately after it.
pub(crate) const NEXT_CLASS: &str = "2026-03-10T04:30:00Z";

/// Delivers pending webhooks, runs the due jobs, and audits the money.
pub(crate) async fn finish_and_audit(app: &PaymentsApp) {
    raw::all_transactions_ended(&app.ctx.store).await;
    app.deliver_events().await;
    app.deliver_events().await;
    audit_money(app).await;
    // As the operator's command does it, with the provider's records of one year.
    let report = check_ledger(&app.ctx, 365).await.unwrap();
    assert_eq!((report.findings, report.not_compared), (Vec::new(), None));
}

/// Asserts that the ledger check has no findings (D18), and that every captured payment is booked, credited or
/// refunded, once. The second part starts from the provider's records and is independent of the ledger check.
pub(crate) async fn audit_money(app: &PaymentsApp) {
    assert_eq!(app.ledger_findings().await, []);
    let provider = app.provider.overview().unwrap();
    let mut given_back: HashMap<String, i64> = HashMap::new();
    for refund in provider["refunds"].as_array().unwrap() {
        if refund["status"] != "failed" {
            *given_back.entry(text(&refund["payment_id"])).or_default() += refund["amount"].as_i64().unwrap();
        }
    }
    for payment in provider["payments"].as_array().unwrap().iter().filter(|payment| payment["captured"] == true) {
        let (id, back) = (text(&payment["id"]), payment["amount_refunded"].as_i64().unwrap());
        let used = count(app, &format!("orders o JOIN payments p ON p.id = o.payment_id WHERE p.provider_payment_id = '{id}' AND o.state IN ('booked', 'credited')")).await;
        let returned =
            count(app, &format!("payments WHERE provider_payment_id = '{id}' AND outcome = 'refunded'")).await;
        let of_payment =
            format!("FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.provider_payment_id = '{id}'");
        let sum =
            |filter: &str| format!("SELECT CAST(COALESCE(SUM(r.amount_minor), 0) AS bigint) {of_payment} {filter}");
        let requested = raw::number(&app.ctx.store, &sum("")).await;
        let done = raw::number(&app.ctx.store, &sum("AND r.state = 'done'")).await;
        let foreign =
            count(app, &format!("payments WHERE provider_payment_id = '{id}' AND outcome = 'unmatched'")).await;
        let paid = payment["amount"].as_i64().unwrap();
        assert_eq!(used + returned + foreign, 1, "{payment}");
        assert!(returned == 0 || requested == paid, "not completely refunded: {payment}");
        assert!(foreign == 1 || (done <= back && back <= requested), "refunds of {done} and {requested}: {payment}");
        assert!(given_back.get(&id).copied().unwrap_or_default() <= paid, "refunded twice: {payment}");
    }
}

pub(crate) async fn count(app: &PaymentsApp, table: &str) -> i64 {
    app.count(table).await
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// Balance of an account over all owners.
pub(crate) async fn in_account(app: &PaymentsApp, account: &str, commodity: &str) -> i64 {
    let sum = format!(
        "SELECT CAST(SUM(amount) AS bigint) FROM ledger_entries WHERE account = '{account}' AND commodity = '{commodity}'"
    );
    raw::number(&app.ctx.store, &sum).await
}

/// Runs SQL for states that the product has no call for.
pub(crate) async fn sql(app: &PaymentsApp, statement: &str) {
    raw::execute(&app.ctx.store, statement).await;
}

/// Changes the teacher's rate.
pub(crate) async fn change_rate(app: &PaymentsApp, paise: i64) {
    sql(app, &format!("UPDATE teachers SET rate_inr_minor = {paise}")).await;
}

/// Sets the student's currency to USD (D19).
pub(crate) async fn in_dollars(app: &PaymentsApp, student: &Student) {
    let id = raw::id(&app.ctx.store, student.id.0);
    sql(app, &format!("UPDATE students SET currency = 'USD' WHERE person_id = {id}")).await;
}

/// Orders and pays the class at this instant; returns the booking and the response that opened the order.
pub(crate) async fn buy_class(app: &PaymentsApp, student: &Student, starts_at: &str) -> (Value, Value) {
    let order = app.order(student, &app.slot_at(student, at(starts_at)).await, None).await;
    let payment = app.pay(&order);
    let reply = app.success_request(student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "booked", "{reply}");
    (reply["booking"].clone(), order)
}

/// Orders and pays a package; returns the response that opened the order.
pub(crate) async fn buy_package(app: &PaymentsApp, student: &Student, size: u32, coupon: Option<&str>) -> Value {
    let order = app.order_package(student, size, coupon).await;
    let payment = app.pay(&order);
    let reply = app.success_request(student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "credited", "{reply}");
    order
}

/// The request that cancels a class, not sent yet.
pub(crate) fn cancel<'a>(app: &'a PaymentsApp, who: &Person, booking: &Value) -> Request<'a> {
    app.post(&format!("/api/bookings/{}/cancel", text(&booking["_id"])), &json!({})).by(who)
}

/// The request with which a student reschedules a class, not sent yet.
pub(crate) fn move_to<'a>(app: &'a PaymentsApp, student: &Student, booking: &Value, slot: &Value) -> Request<'a> {
    let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "isVirtualSlot": slot["isVirtualSlot"] });
    app.post(&format!("/api/bookings/{}/reschedule", text(&booking["_id"])), &body).by(student)
}

/// The request with which a student abandons an order, not sent yet.
pub(crate) fn release<'a>(app: &'a PaymentsApp, student: &Student, order: &Value) -> Request<'a> {
    app.post(&format!("/api/orders/{}/cancel", text(&order["order"]["_id"])), &json!({})).by(student)
}

/// Sets the clock to this duration before a class.
pub(crate) fn before(app: &PaymentsApp, booking: &Value, left: SignedDuration) {
    app.clock.set(instant(&booking["dateTime"]).checked_sub(left).unwrap());
}

/// The student's bookings in every state.
pub(crate) async fn bookings(app: &PaymentsApp, student: &Student) -> Vec<Value> {
    let found = app.get(&format!("/api/bookings?studentId={}", student.id)).by(student).ok().await;
    found.as_array().cloned().unwrap_or_else(|| panic!("{found}"))
}

/// The student's credit balance and its expiry.
pub(crate) async fn balance(app: &PaymentsApp, student: &Student) -> (i64, Option<Timestamp>) {
    let found = app.get(&format!("/api/student-profile?email={}", student.email)).by(student).ok().await;
    let until = &found["classCreditsExpiry"];
    (found["classCredits"].as_i64().unwrap(), (!until.is_null()).then(|| instant(until)))
}

/// A virtual slot as it would be listed, available or not.
pub(crate) fn virtual_slot(teacher: &Teacher, start: Timestamp) -> Value {
    let id = SlotRef::Virtual { teacher: teacher.id, start }.to_string();
    json!({ "_id": id, "dateTime": start.to_string(), "isVirtualSlot": true, "teacherId": teacher.id.to_string() })
}

/// The listed slots at this instant.
pub(crate) async fn offered(app: &PaymentsApp, student: &Student, starts_at: &str) -> bool {
    app.slots(student).await.iter().any(|slot| instant(&slot["dateTime"]) == at(starts_at))
}

/// A fault of the provider for calls of this method whose path contains `path`.
pub(crate) fn fault(app: &PaymentsApp, kind: FaultKind, calls: u32, (method, path): (&str, &str), carried_out: bool) {
    let fault = Fault { kind, calls, carried_out, method: Some(method.to_owned()), path: Some(path.to_owned()) };
    app.provider.add_fault(fault).unwrap();
}

/// Polls a future until it has waited this many times, then drops it, as when its server stops. `None` if it was
/// dropped.
pub(crate) async fn interrupt_after<T>(future: impl Future<Output = T>, waits: usize) -> Option<T> {
    let mut future = Box::pin(future);
    let mut left = waits;
    poll_fn(move |cx| match future.as_mut().poll(cx) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending if left == 0 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
    })
    .await
}

/// Asserts that the ledger check has no findings, also before pending work is done.
pub(crate) async fn assert_ledger_balanced(app: &PaymentsApp) {
    assert_eq!(app.ledger_findings().await, []);
}

/// Interrupts `round` after one wait, two, three …, until it completes, which `round` reports. Tries each of the first
/// steps, then steps at growing distances.
pub(crate) async fn at_every_step(mut round: impl AsyncFnMut(usize) -> bool) {
    let mut waits = 0;
    while !round(waits).await {
        waits += 1 + waits / 10;
        assert!(waits < 2_000, "it never ends");
    }
}

/// Another server on the same database, which continues after the first has stopped.
pub(crate) async fn second_server(app: &PaymentsApp, seed: u64) -> PaymentsApp {
    PaymentsApp { base: app.another_server(seed).await, provider: app.provider.clone() }
}

/// A school whose student has no credits.
pub(crate) async fn school_without_credits(app: &PaymentsApp) -> School {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Ravi", &teacher).await;
    School { teacher, student }
}
