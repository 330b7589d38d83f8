//! What the tests of money share: short words for what people do, and the audit that ends every test.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::task::Poll;

use jiff::{SignedDuration, Timestamp};
use razorpay_sandbox::{Fault, FaultKind};
use serde_json::{Value, json};
use tala_app::services::ledger_check::check_books;
use tala_domain::booking::SlotRef;
use tala_tests::http::Request;
use tala_tests::school::{School, instant};
use tala_tests::{Desk, Person, Student, Teacher, at, raw};

/// A class of the usual school, eight days ahead: Tuesday 10 March 2026, 9:00 in India.
pub(crate) const CLASS: &str = "2026-03-10T03:30:00Z";
/// The class that follows it at once.
pub(crate) const NEXT_CLASS: &str = "2026-03-10T04:30:00Z";

/// Lets all news arrive and all work be done, then proves that no money is lost or made.
pub(crate) async fn settled(desk: &Desk) {
    raw::all_transactions_ended(&desk.ctx.store).await;
    desk.tell().await;
    desk.tell().await;
    audited(desk).await;
    // As the operator's command does it, the provider's records of a year among them.
    let report = check_books(&desk.ctx, 365).await.unwrap();
    assert_eq!((report.findings, report.not_compared), (Vec::new(), None));
}

/// Proves that the books are in order (D18), and that every payment whose money the provider took is booked, credited
/// or given back, once: from the provider's side, independent of the ledger's own check.
pub(crate) async fn audited(desk: &Desk) {
    assert_eq!(desk.ledger_findings().await, []);
    let provider = desk.provider.overview().unwrap();
    let mut given_back: HashMap<String, i64> = HashMap::new();
    for refund in provider["refunds"].as_array().unwrap() {
        if refund["status"] != "failed" {
            *given_back.entry(text(&refund["payment_id"])).or_default() += refund["amount"].as_i64().unwrap();
        }
    }
    for payment in provider["payments"].as_array().unwrap().iter().filter(|payment| payment["captured"] == true) {
        let (id, back) = (text(&payment["id"]), payment["amount_refunded"].as_i64().unwrap());
        let used = count(desk, &format!("orders o JOIN payments p ON p.id = o.payment_id WHERE p.provider_payment_id = '{id}' AND o.state IN ('booked', 'credited')")).await;
        let returned = count(
            desk,
            &format!("refunds r JOIN payments p ON p.id = r.payment_id WHERE p.provider_payment_id = '{id}'"),
        )
        .await;
        let done = count(desk, &format!("refunds r JOIN payments p ON p.id = r.payment_id WHERE p.provider_payment_id = '{id}' AND r.state = 'done'")).await;
        let foreign =
            count(desk, &format!("payments WHERE provider_payment_id = '{id}' AND disposition = 'foreign'")).await;
        assert_eq!((used + returned + foreign, used * back), (1, 0), "{payment}");
        assert!(done == 0 || back == payment["amount"].as_i64().unwrap(), "not all went back: {payment}");
        let paid = payment["amount"].as_i64().unwrap();
        assert!(given_back.get(&id).copied().unwrap_or_default() <= paid, "went back twice: {payment}");
    }
}

pub(crate) async fn count(desk: &Desk, table: &str) -> i64 {
    desk.count(table).await
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// What stands in an account, over all owners.
pub(crate) async fn in_account(desk: &Desk, account: &str, commodity: &str) -> i64 {
    let sum = format!(
        "SELECT CAST(SUM(amount) AS bigint) FROM ledger_entries WHERE account = '{account}' AND commodity = '{commodity}'"
    );
    raw::number(&desk.ctx.store, &sum).await
}

/// Runs SQL that the product has no words for yet.
pub(crate) async fn sql(desk: &Desk, statement: &str) {
    raw::execute(&desk.ctx.store, statement).await;
}

/// The teacher asks for another price from now on.
pub(crate) async fn change_rate(desk: &Desk, paise: i64) {
    sql(desk, &format!("UPDATE teachers SET rate_inr_minor = {paise}")).await;
}

/// The student pays in dollars, as an administrator has set it (D19).
pub(crate) async fn in_dollars(desk: &Desk, student: &Student) {
    let id = raw::id(&desk.ctx.store, student.id.0);
    sql(desk, &format!("UPDATE students SET currency = 'USD' WHERE person_id = {id}")).await;
}

/// Orders, pays and confirms the class at this instant; gives the booking and the order as it was opened.
pub(crate) async fn buy_class(desk: &Desk, student: &Student, starts_at: &str) -> (Value, Value) {
    let order = desk.order(student, &desk.slot_at(student, at(starts_at)).await, None).await;
    let payment = desk.pay(&order);
    let reply = desk.success_request(student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "booked", "{reply}");
    (reply["booking"].clone(), order)
}

/// Orders, pays and confirms a package; gives the order as it was opened.
pub(crate) async fn buy_package(desk: &Desk, student: &Student, size: u32, coupon: Option<&str>) -> Value {
    let order = desk.order_package(student, size, coupon).await;
    let payment = desk.pay(&order);
    let reply = desk.success_request(student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "credited", "{reply}");
    order
}

/// The request with which somebody calls a class off; to be sent.
pub(crate) fn cancel<'a>(desk: &'a Desk, who: &Person, booking: &Value) -> Request<'a> {
    desk.post(&format!("/api/bookings/{}/cancel", text(&booking["_id"])), &json!({})).by(who)
}

/// The request with which a student moves a class; to be sent.
pub(crate) fn move_to<'a>(desk: &'a Desk, student: &Student, booking: &Value, slot: &Value) -> Request<'a> {
    let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "isVirtualSlot": slot["isVirtualSlot"] });
    desk.post(&format!("/api/bookings/{}/reschedule", text(&booking["_id"])), &body).by(student)
}

/// The request with which a student gives a purchase up; to be sent.
pub(crate) fn release<'a>(desk: &'a Desk, student: &Student, order: &Value) -> Request<'a> {
    desk.post(&format!("/api/orders/{}/release", text(&order["order"]["_id"])), &json!({})).by(student)
}

/// Turns the clock to so long before a class.
pub(crate) fn before(desk: &Desk, booking: &Value, left: SignedDuration) {
    desk.clock.set(instant(&booking["dateTime"]).checked_sub(left).unwrap());
}

/// The student's bookings, whatever has become of them.
pub(crate) async fn bookings(desk: &Desk, student: &Student) -> Vec<Value> {
    let found = desk.get(&format!("/api/bookings?studentId={}", student.id)).by(student).ok().await;
    found.as_array().cloned().unwrap_or_else(|| panic!("{found}"))
}

/// What the student can spend now, and until when.
pub(crate) async fn balance(desk: &Desk, student: &Student) -> (i64, Option<Timestamp>) {
    let found = desk.get(&format!("/api/student-profile?email={}", student.email)).by(student).ok().await;
    let until = &found["classCreditsExpiry"];
    (found["classCredits"].as_i64().unwrap(), (!until.is_null()).then(|| instant(until)))
}

/// An hour of a teacher as it would be on offer, whether it is or not.
pub(crate) fn virtual_slot(teacher: &Teacher, start: Timestamp) -> Value {
    let id = SlotRef::Virtual { teacher: teacher.id, start }.to_string();
    json!({ "_id": id, "dateTime": start.to_string(), "isVirtualSlot": true, "teacherId": teacher.id.to_string() })
}

/// All places where this is on offer to the student now.
pub(crate) async fn offered(desk: &Desk, student: &Student, starts_at: &str) -> bool {
    desk.slots(student).await.iter().any(|slot| instant(&slot["dateTime"]) == at(starts_at))
}

/// A fault of the provider at calls of this method whose path contains `path`.
pub(crate) fn fault(desk: &Desk, kind: FaultKind, calls: u32, (method, path): (&str, &str), carried_out: bool) {
    let fault = Fault { kind, calls, carried_out, method: Some(method.to_owned()), path: Some(path.to_owned()) };
    desk.provider.add_fault(fault).unwrap();
}

/// Lets a future wait so many times, then drops it in the middle, as the end of its server would. `None` when that was
/// before its end.
pub(crate) async fn cut_short<T>(future: impl Future<Output = T>, waits: usize) -> Option<T> {
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

/// What is written down fits together, whatever else is still to come.
pub(crate) async fn consistent(desk: &Desk) {
    assert_eq!(desk.ledger_findings().await, []);
}

/// Breaks something off after one wait, two, three … until it comes to its end by itself, which the round then says. The
/// first steps are all tried, later ones in growing strides.
pub(crate) async fn at_every_step(mut round: impl AsyncFnMut(usize) -> bool) {
    let mut waits = 0;
    while !round(waits).await {
        waits += 1 + waits / 10;
        assert!(waits < 2_000, "it never ends");
    }
}

/// Another server on the same database, which goes on when the first one has died.
pub(crate) async fn second_server(desk: &Desk, seed: u64) -> Desk {
    Desk { app: desk.another_server(seed).await, provider: desk.provider.clone() }
}

/// A school whose student has no credits.
pub(crate) async fn penniless(desk: &Desk) -> School {
    let School { teacher, .. } = desk.school().await;
    let student = desk.student("Ravi", &teacher).await;
    School { teacher, student }
}
