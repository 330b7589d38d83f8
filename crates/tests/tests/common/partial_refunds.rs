//! Shared by the tests of partial refunds (ADR 11).

use serde_json::{Value, json};
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{AdminSession, PaymentsApp, at, hours, later, minutes, raw};

use crate::common::payments::in_account;

pub(crate) const ORDERS: &str = "/api/admin/orders";
pub(crate) const CLASS: &str = "2026-03-05T03:30:00Z";

pub(crate) struct Sold {
    pub(crate) finance: AdminSession,
    pub(crate) school: School,
    pub(crate) id: String,
}

async fn pay(app: &PaymentsApp, finance: AdminSession, school: School, order: &Value) -> Sold {
    let payment = app.pay(order);
    app.success_request(&school.student, order, &payment).ok().await;
    Sold { finance, school, id: order["order"]["_id"].as_str().unwrap().to_owned() }
}

/// A class of ₹999.00 and a provider fee of ₹23.98.
pub(crate) async fn class_sold(app: &PaymentsApp) -> Sold {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    let order = app.order(&school.student, &app.slot_at(&school.student, at(CLASS)).await, None).await;
    pay(app, finance, school, &order).await
}

pub(crate) async fn package_sold(app: &PaymentsApp) -> Sold {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    let order = app.order_package(&school.student, 4, None).await;
    pay(app, finance, school, &order).await
}

pub(crate) fn body(amount: f64, refundable: f64, bearer: &str, key: &str) -> Value {
    json!({
        "amount": amount, "refundable": refundable, "bearer": bearer, "reason": "Bad sound", "idempotencyKey": key,
    })
}

pub(crate) fn request<'a>(app: &'a PaymentsApp, admin: &AdminSession, order: &str, body: &Value) -> Request<'a> {
    app.post(&format!("{ORDERS}/{order}/partial-refunds"), body).as_admin(admin)
}

pub(crate) async fn refund(app: &PaymentsApp, sold: &Sold, amount: f64, refundable: f64, bearer: &str) -> Value {
    // Refunds are listed by time.
    app.advance(minutes(1));
    let key = format!("{amount} of {refundable}");
    request(app, &sold.finance, &sold.id, &body(amount, refundable, bearer, &key)).ok().await
}

pub(crate) async fn details(app: &PaymentsApp, sold: &Sold) -> Value {
    app.admin_get(&sold.finance, &format!("{ORDERS}/{}", sold.id)).await
}

/// Balance of an account over all owners, in paise.
pub(crate) async fn balance_of(app: &PaymentsApp, account: &str) -> i64 {
    in_account(app, account, "INR").await
}

/// Without the commission-free first days.
pub(crate) async fn with_commission(app: &PaymentsApp) {
    raw::execute(&app.ctx.store, "UPDATE teachers SET created_at = 0").await;
}

pub(crate) async fn hold_class(app: &PaymentsApp) {
    app.clock.set(later(at(CLASS), hours(2)));
    app.work().await;
}
