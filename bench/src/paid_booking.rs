//! Paid bookings and provider events.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use razorpay_sandbox::{PaymentResult, webhook_signature};
use serde_json::{Value, json};
use tala_domain::booking::SlotRef;
use tala_domain::ids::TeacherId;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{FeeRules, Item, quote, service_fee};
use tala_tests::WEBHOOK_SECRET;

use crate::dataset::{BookingRequest, Dataset};
use crate::load::{self, Connection, Iteration, Outcome, Request, post, post_with, to_f64};
use crate::provider::Provider;
use crate::seed::PRICE_MINOR;

/// The account in the sandbox's events, replaced in each of ours so that all bodies differ.
const ACCOUNT: &str = "acc_RzpSandbox0001";

/// Duration of the customers' payments, which are not part of the measurement.
#[derive(Default)]
pub struct PaymentTimer {
    nanos: AtomicU64,
    payments: AtomicUsize,
}

impl PaymentTimer {
    fn pay(&self, provider: &Provider, order: &str) -> Result<PaymentResult> {
        let started = Instant::now();
        let paid = provider.pay(order);
        self.nanos.fetch_add(u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.payments.fetch_add(1, Ordering::Relaxed);
        paid
    }

    /// Mean duration in microseconds.
    pub fn mean_micros(&self) -> f64 {
        let micros = u32::try_from(self.nanos.load(Ordering::Relaxed) / 1_000).map_or(f64::MAX, f64::from);
        micros / to_f64(self.payments.load(Ordering::Relaxed).max(1))
    }
}

/// Paid bookings by students.
pub struct Checkout<'a> {
    /// The dataset.
    pub dataset: &'a Dataset,
    /// Access tokens of the students.
    pub tokens: &'a [String],
    /// The payment provider.
    pub provider: &'a Provider,
    /// Duration of each load.
    pub length: Duration,
    /// Duration of the customers' payments.
    pub timer: PaymentTimer,
}

impl Checkout<'_> {
    /// Runs paid bookings: place an order, pay, submit the proof of payment.
    pub fn book(&self, servers: &[SocketAddr], clients: usize) -> Result<Outcome> {
        let price = price(self.dataset)?;
        load::run_scripted_load(servers, clients, self.length, &async |connection: &mut Connection| {
            let Some(request) = self.dataset.next_booking() else { return Ok(None) };
            let token = self.tokens.get(request.student_number).context("unknown student")?;
            let mut iteration = Iteration::default();
            let request = create_booking(&request, token, &price);
            let Some(response) = iteration.send(connection, &request).await? else { return Ok(Some(iteration)) };
            let order = member(response, "orderId")?;
            let paid = self.timer.pay(self.provider, &order)?;
            iteration.send(connection, &payment_success(token, &order, &paid)).await?;
            Ok(Some(iteration))
        })
    }

    /// Runs the provider calls of paid bookings, without the product.
    pub fn call_provider(&self, clients: usize) -> Result<Outcome> {
        let authorization = Provider::authorization();
        let body = json!({
            "amount": PRICE_MINOR, "currency": "INR", "receipt": "0123456789abcdef0123456789abcdef",
            "notes": { "order": "01950000-0000-7000-8000-000000000000" },
            "payment": {
                "capture": "automatic",
                "capture_options": {
                    "automatic_expiry_period": 7200, "manual_expiry_period": 7200, "refund_speed": "normal",
                },
            },
        });
        let create = post_with("/v1/orders", &[("authorization", &authorization)], &body.to_string());
        load::run_scripted_load(&[self.provider.address], clients, self.length, &async |connection: &mut Connection| {
            let mut iteration = Iteration::default();
            let Some(response) = iteration.send(connection, &create).await? else { return Ok(Some(iteration)) };
            let paid = self.timer.pay(self.provider, &member(response, "id")?)?;
            let get_payment = format!(
                "GET /v1/payments/{} HTTP/1.1\r\nhost: bench\r\nauthorization: {authorization}\r\n\r\n",
                paid.payment_id
            );
            iteration.send(connection, get_payment.as_bytes()).await?;
            Ok(Some(iteration))
        })
    }
}

/// Returns a generator of signed provider events. All bodies differ.
pub fn events(provider: &Provider) -> Result<impl Fn() -> Option<Vec<Request>> + Sync> {
    let body = provider.event()?;
    body.contains(ACCOUNT).then_some(()).context("unexpected account in the sandbox's events")?;
    let count = AtomicUsize::new(0);
    Ok(move || {
        let number = count.fetch_add(1, Ordering::Relaxed);
        let body = body.replace(ACCOUNT, &format!("acc_{number:014}"));
        let signature = webhook_signature(WEBHOOK_SECRET, body.as_bytes());
        let id = format!("bench{number:09}");
        let headers = [("x-razorpay-signature", signature.as_str()), ("x-razorpay-event-id", id.as_str())];
        Some(vec![post_with("/api/webhooks/razorpay", &headers, &body)])
    })
}

/// Total price of a class in rupees for a new student.
fn price(dataset: &Dataset) -> Result<Value> {
    let rules = FeeRules::default();
    let fee = service_fee(&rules, dataset.now, dataset.now, 0);
    let rate = Money::new(PRICE_MINOR, Currency::Inr);
    let quote = quote(rate, Item::Class { credit_cost: 1 }, 0, fee, rules.provider)?;
    Ok(serde_json::from_str(&quote.total.to_major_text())?)
}

fn create_booking(request: &BookingRequest<'_>, token: &str, price: &Value) -> Request {
    let slot = SlotRef::Virtual { teacher: TeacherId(request.teacher), start: request.start };
    let body = json!({
        "slotId": slot.to_string(), "dateTime": request.start.to_string(), "studentName": "A Student",
        "studentEmail": request.student.email, "studentPhone": "", "paymentAmount": price, "currency": "INR",
        "couponApplied": null, "teacherId": request.teacher, "isVirtualSlot": true,
    });
    post("/create-booking", token, &body.to_string())
}

fn payment_success(token: &str, order: &str, paid: &PaymentResult) -> Request {
    let body = json!({ "order_id": order, "payment_id": paid.payment_id, "signature": paid.signature });
    post("/api/payment-success", token, &body.to_string())
}

fn member(response: &[u8], name: &str) -> Result<String> {
    let response: Value = serde_json::from_slice(response)?;
    let value = response.get(name).and_then(Value::as_str).map(str::to_owned);
    value.with_context(|| format!("no {name} in the response: {response}"))
}
