//! Classes paid with money, and the provider's events about payments.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use razorpay_sandbox::{Paid, webhook_signature};
use serde_json::{Value, json};
use tala_domain::booking::SlotRef;
use tala_domain::ids::PersonId;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{FeeRules, Item, quote, service_fee};
use tala_tests::WEBHOOK_SECRET;

use crate::load::{self, Connection, Outcome, Piece, Request, number, post, post_with};
use crate::provider::Provider;
use crate::school::{School, Wish};
use crate::seed::PRICE_MINOR;

/// The account in the sandbox's events; another one in each of ours, so that no two bodies are alike.
const ACCOUNT: &str = "acc_RzpSandbox0001";

/// How long the customers took to pay; not part of what is measured.
#[derive(Default)]
pub struct Paying {
    nanos: AtomicU64,
    times: AtomicUsize,
}

impl Paying {
    fn pay(&self, provider: &Provider, order: &str) -> Result<Paid> {
        let started = Instant::now();
        let paid = provider.pay(order);
        self.nanos.fetch_add(u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.times.fetch_add(1, Ordering::Relaxed);
        paid
    }

    /// In microseconds, on average.
    pub fn micros_each(&self) -> f64 {
        let micros = u32::try_from(self.nanos.load(Ordering::Relaxed) / 1_000).map_or(f64::MAX, f64::from);
        micros / number(self.times.load(Ordering::Relaxed).max(1))
    }
}

/// Students who pay for classes.
pub struct Checkout<'a> {
    /// Where they learn.
    pub school: &'a School,
    /// Their access tokens.
    pub tokens: &'a [String],
    /// The payment provider.
    pub provider: &'a Provider,
    /// How long each load lasts.
    pub length: Duration,
    /// How long their own part took.
    pub paying: Paying,
}

impl Checkout<'_> {
    /// Paid bookings from end to end: an order is opened, paid, and becomes a booking.
    pub fn book(&self, servers: &[SocketAddr], clients: usize) -> Result<Outcome> {
        let price = price(self.school)?;
        load::converse(servers, clients, self.length, &async |connection: &mut Connection| {
            let Some(wish) = self.school.next_wish() else { return Ok(None) };
            let token = self.tokens.get(wish.student_number).context("no such student")?;
            let mut piece = Piece::default();
            let request = create_booking(&wish, token, &price);
            let Some(reply) = piece.ask(connection, &request).await? else { return Ok(Some(piece)) };
            let order = text(reply, "orderId")?;
            let paid = self.paying.pay(self.provider, &order)?;
            piece.ask(connection, &payment_success(token, &order, &paid)).await?;
            Ok(Some(piece))
        })
    }

    /// What the provider is asked for one of them, without the product.
    pub fn ask_provider(&self, clients: usize) -> Result<Outcome> {
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
        load::converse(&[self.provider.address], clients, self.length, &async |connection: &mut Connection| {
            let mut piece = Piece::default();
            let Some(reply) = piece.ask(connection, &create).await? else { return Ok(Some(piece)) };
            let paid = self.paying.pay(self.provider, &text(reply, "id")?)?;
            let look = format!(
                "GET /v1/payments/{} HTTP/1.1\r\nhost: bench\r\nauthorization: {authorization}\r\n\r\n",
                paid.payment_id
            );
            piece.ask(connection, look.as_bytes()).await?;
            Ok(Some(piece))
        })
    }
}

/// Events of the provider, no two alike, signed as the provider signs them.
pub fn events(provider: &Provider) -> Result<impl Fn() -> Option<Vec<Request>> + Sync> {
    let body = provider.event()?;
    body.contains(ACCOUNT).then_some(()).context("the sandbox's events are from another account")?;
    let turn = AtomicUsize::new(0);
    Ok(move || {
        let turn = turn.fetch_add(1, Ordering::Relaxed);
        let body = body.replace(ACCOUNT, &format!("acc_{turn:014}"));
        let signature = webhook_signature(WEBHOOK_SECRET, body.as_bytes());
        let id = format!("bench{turn:09}");
        let headers = [("x-razorpay-signature", signature.as_str()), ("x-razorpay-event-id", id.as_str())];
        Some(vec![post_with("/api/webhooks/razorpay", &headers, &body)])
    })
}

/// What a class costs a student who has just joined, in rupees.
fn price(school: &School) -> Result<Value> {
    let rules = FeeRules::default();
    let fee = service_fee(&rules, school.now, school.now, 0);
    let rate = Money::new(PRICE_MINOR, Currency::Inr);
    let quote = quote(rate, Item::Class { credit_cost: 1 }, 0, fee, rules.provider)?;
    Ok(serde_json::from_str(&quote.total.to_major_text())?)
}

fn create_booking(wish: &Wish<'_>, token: &str, price: &Value) -> Request {
    let slot = SlotRef::Virtual { teacher: PersonId(wish.teacher), start: wish.start };
    let body = json!({
        "slotId": slot.to_string(), "dateTime": wish.start.to_string(), "studentName": "A Student",
        "studentEmail": wish.student.email, "studentPhone": "", "paymentAmount": price, "currency": "INR",
        "couponApplied": null, "teacherId": wish.teacher, "isVirtualSlot": true,
    });
    post("/create-booking", token, &body.to_string())
}

fn payment_success(token: &str, order: &str, paid: &Paid) -> Request {
    let body = json!({ "order_id": order, "payment_id": paid.payment_id, "signature": paid.signature });
    post("/api/payment-success", token, &body.to_string())
}

fn text(reply: &[u8], member: &str) -> Result<String> {
    let reply: Value = serde_json::from_slice(reply)?;
    let found = reply.get(member).and_then(Value::as_str).map(str::to_owned);
    found.with_context(|| format!("a reply without {member}: {reply}"))
}
