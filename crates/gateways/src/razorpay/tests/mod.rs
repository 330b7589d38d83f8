mod events;
mod provider;
mod requests;
mod responses;
mod retries;
mod settings;
mod signatures;

use std::time::Duration;

use serde_json::{Value, json};
use tala_domain::money::{Currency, Money};

use super::{NewOrder, NewRefund, Razorpay, RazorpaySettings};
use provider::Provider;

/// A test key; `KEY:SECRET` is the test vector of docs/integrations.md §1.1.
const KEY: &str = "rzp_test_A";
const SECRET: &str = "S";

const ORDER: &str = "order_Test000000001";
const PAYMENT: &str = "pay_Test0000000001";
const REFUND: &str = "rfnd_Test000000001";

fn settings(base_url: &str) -> RazorpaySettings {
    RazorpaySettings {
        base_url: base_url.to_owned(),
        timeout: Duration::from_secs(60),
        ..RazorpaySettings::new(KEY, SECRET.into())
    }
}

/// Creates a client that retries without delay.
fn client(provider: &Provider) -> Razorpay {
    let settings = RazorpaySettings { retry_delays: [Duration::ZERO; 3], ..settings(&provider.base) };
    Razorpay::new(settings).unwrap()
}

fn rupees(minor: i64) -> Money {
    Money::new(minor, Currency::Inr)
}

fn new_order() -> NewOrder {
    NewOrder {
        receipt: "0198c0de-0000-7000-8000-000000000001".to_owned(),
        amount: rupees(112_288),
        notes: vec![("class".to_owned(), "Private class with Līlā".to_owned())],
    }
}

fn new_refund() -> NewRefund {
    NewRefund {
        payment_id: PAYMENT.to_owned(),
        amount_minor: 112_288,
        idempotency_key: "refund-0198c0de-0000".to_owned(),
        notes: vec![("reason".to_owned(), "cancelled".to_owned())],
        receipt: "0198c0de-0000-7000-8000-000000000002".to_owned(),
    }
}

fn order_json() -> Value {
    json!({
        "id": ORDER, "entity": "order", "amount": 112_288, "amount_paid": 0, "amount_due": 112_288, "currency": "INR",
        "receipt": "0198c0de", "offer_id": null, "status": "created", "attempts": 0, "notes": [],
        "created_at": 1_700_000_000,
    })
}

fn payment_json() -> Value {
    json!({
        "id": PAYMENT, "entity": "payment", "amount": 112_288, "currency": "INR", "status": "captured", "order_id": ORDER,
        "invoice_id": null, "international": false, "method": "upi", "amount_refunded": 0, "refund_status": null,
        "captured": true, "description": "Nīlā / class", "card_id": null, "bank": null, "wallet": null,
        "vpa": "success@razorpay", "email": "s@example.test", "contact": "+919900000000", "notes": [], "fee": 2_650,
        "tax": 404, "error_code": null, "error_description": null, "error_source": null, "error_step": null,
        "error_reason": null, "acquirer_data": { "rrn": "1" }, "created_at": 1_700_000_100,
    })
}

fn refund_json() -> Value {
    json!({
        "id": REFUND, "entity": "refund", "amount": 112_288, "currency": "INR", "payment_id": PAYMENT, "notes": [],
        "receipt": null, "acquirer_data": { "arn": null }, "batch_id": null, "status": "pending",
        "speed_processed": "normal", "speed_requested": "normal", "created_at": 1_700_000_200,
    })
}

/// Returns the object with one member changed.
fn with(mut object: Value, member: &str, value: Value) -> Value {
    object[member] = value;
    object
}

/// Returns the object without one member.
fn without(mut object: Value, member: &str) -> Value {
    object.as_object_mut().unwrap().remove(member).unwrap();
    object
}

fn list(items: &[Value]) -> Value {
    json!({ "entity": "collection", "count": items.len(), "items": items })
}

fn error_json(code: &str, description: &str) -> Value {
    json!({ "error": {
        "code": code, "description": description, "source": "NA", "step": null, "reason": "input_validation_failed",
        "metadata": {},
    } })
}
