//! The application with a payment provider: the Razorpay sandbox in the same process, on the same clock, over HTTP.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use razorpay_sandbox::{Config, Method, Outcome, Sandbox, Webhook, payment_signature};
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::context::{Clock as _, Payments};
use tala_domain::coupons::CouponTerms;
use tala_domain::ids::CouponId;
use tala_gateways::razorpay::{Razorpay, RazorpaySettings};
use tala_store::coupons;

use crate::app::TestApp;
use crate::clock::{FakeClock, START, at};
use crate::database::{Database, Fixture};
use crate::fixtures::Student;
use crate::http::Request;

/// Public part of the provider's API key.
pub const KEY_ID: &str = "rzp_test_Tests";
/// Secret part of the provider's API key.
pub const KEY_SECRET: &str = "key secret of the tests";
/// Secret that signs webhooks.
pub const WEBHOOK_SECRET: &str = "webhook secret of the tests";
/// The previous webhook secret.
pub const OLD_WEBHOOK_SECRET: &str = "the webhook secret before";
const PATH: &str = "/provider";
/// Provider timeout. Longer than any response takes on a busy machine, so that only tests of a silent provider reach
/// it.
const PATIENCE: Duration = Duration::from_secs(4);

/// A [`TestApp`] with a payment provider.
#[derive(Clone)]
pub struct PaymentsApp {
    pub base: TestApp,
    /// The provider.
    pub provider: Sandbox,
}

impl Deref for PaymentsApp {
    type Target = TestApp;
    fn deref(&self) -> &TestApp {
        &self.base
    }
}

impl Fixture for PaymentsApp {
    async fn on(database: Database) -> Self {
        Self::open(database, PATIENCE).await
    }
}

impl PaymentsApp {
    /// An application with this provider timeout.
    pub async fn open(database: Database, provider_timeout: Duration) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = format!("http://{}", listener.local_addr().unwrap());
        let clock = Arc::new(FakeClock::new(at(START)));
        let provider_clock = clock.clone();
        let provider = Sandbox::open(Config {
            webhook: Some(Webhook { url: format!("{here}/api/webhooks/razorpay"), secret: WEBHOOK_SECRET.to_owned() }),
            clock: Arc::new(move || provider_clock.now().as_second()),
            seed: Some(7),
            ..Config::new(&format!("{here}{PATH}"), KEY_ID, KEY_SECRET)
        })
        .unwrap();
        let settings = RazorpaySettings {
            base_url: format!("{here}{PATH}"),
            timeout: provider_timeout,
            retry_delays: [Duration::ZERO; 3],
            ..RazorpaySettings::new(KEY_ID, SecretString::from(KEY_SECRET))
        };
        let payments = Payments {
            api: Arc::new(Razorpay::new(settings).unwrap()),
            key_id: KEY_ID.to_owned(),
            key_secret: SecretString::from(KEY_SECRET),
            webhook_secrets: [WEBHOOK_SECRET, OLD_WEBHOOK_SECRET].map(SecretString::from).to_vec(),
            checkout_script: provider.checkout_script_url(),
        };
        let app = TestApp::with_payments(database, clock, payments).await;
        let routes = Router::new().nest(PATH, provider.router()).merge(app.router());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { base: app, provider }
    }
}

impl PaymentsApp {
    /// Requests a quote for a class.
    pub async fn quote(&self, student: &Student, slot: &Value, coupon: Option<&str>) -> Value {
        let body = json!({ "slotId": slot["_id"], "dateTime": slot["dateTime"], "couponCode": coupon });
        self.post("/api/quote", &body).by(student).ok().await["quote"].clone()
    }

    /// Requests a quote for a package.
    pub async fn package_quote(&self, student: &Student, size: u32, coupon: Option<&str>) -> Value {
        let body = json!({ "packageSize": size, "couponCode": coupon });
        self.post("/api/quote", &body).by(student).ok().await["quote"].clone()
    }

    /// The request that opens an order for a class at this quote, not sent yet.
    pub fn order_request(&self, student: &Student, slot: &Value, quote: &Value) -> Request<'_> {
        let body = json!({
            "slotId": slot["_id"], "dateTime": slot["dateTime"], "studentName": student.name,
            "studentEmail": student.email, "studentPhone": "", "paymentAmount": quote["total"],
            "currency": quote["currency"], "couponApplied": quote["couponCode"], "teacherId": slot["teacherId"],
            "isVirtualSlot": slot["isVirtualSlot"],
        });
        self.post("/create-booking", &body).by(student)
    }

    /// Opens an order for a class at the current price.
    pub async fn order(&self, student: &Student, slot: &Value, coupon: Option<&str>) -> Value {
        let quote = self.quote(student, slot, coupon).await;
        self.order_request(student, slot, &quote).ok().await
    }

    /// The request that opens an order for a package at this quote, not sent yet.
    pub fn package_request(&self, student: &Student, quote: &Value) -> Request<'_> {
        let body = json!({
            "studentEmail": student.email, "packageSize": quote["packageSize"], "paymentAmount": quote["total"],
            "currency": quote["currency"], "couponCode": quote["couponCode"],
        });
        self.post("/api/bulk-purchase", &body).by(student)
    }

    /// Opens an order for a package at the current price.
    pub async fn order_package(&self, student: &Student, size: u32, coupon: Option<&str>) -> Value {
        let quote = self.package_quote(student, size, coupon).await;
        self.package_request(student, &quote).ok().await
    }

    /// Pays an order at the provider; returns the provider's payment id. Webhooks wait until [`Self::deliver_events`].
    pub fn pay(&self, order: &Value) -> String {
        self.pay_with(order, Outcome::Captured)
    }

    /// Pays an order with this method and outcome; returns the provider's payment id.
    pub fn pay_with(&self, order: &Value, outcome: Outcome) -> String {
        let id = order["orderId"].as_str().unwrap_or_else(|| panic!("the order cannot be paid: {order}"));
        self.provider.pay(id, Method::Upi, outcome).unwrap().payment_id
    }

    /// Delivers pending webhooks and runs the due jobs.
    pub async fn deliver_events(&self) {
        self.provider.deliver_due().await;
        self.work().await;
    }

    /// The browser's success callback after a payment, not sent yet.
    pub fn success_request(&self, student: &Student, order: &Value, payment: &str) -> Request<'_> {
        let order_id = order["orderId"].as_str().unwrap();
        let signature = payment_signature(KEY_SECRET, order_id, payment);
        let path = match order["order"]["purpose"].as_str() {
            Some("package") => "/api/payment-success-bulk",
            _ => "/api/payment-success",
        };
        let body = json!({ "order_id": order_id, "payment_id": payment, "signature": signature });
        self.post(path, &body).by(student)
    }

    /// State of an order, as its student reads it.
    pub async fn order_state(&self, student: &Student, order: &Value) -> Value {
        let id = order["order"]["_id"].as_str().unwrap();
        self.get(&format!("/api/orders/{id}")).by(student).ok().await
    }

    /// Adds a coupon without limits.
    pub async fn coupon(&self, code: &str, percent: u32) {
        self.coupon_with(code, &Self::terms(percent)).await;
    }

    /// Terms of a coupon without limits.
    pub const fn terms(percent: u32) -> CouponTerms {
        CouponTerms {
            percent,
            starts_at: None,
            ends_at: None,
            limit: None,
            limit_per_student: None,
            currency: None,
            teacher: None,
            deactivated: false,
        }
    }

    /// Adds a coupon with these terms.
    pub async fn coupon_with(&self, code: &str, terms: &CouponTerms) {
        let id = CouponId(self.ctx.new_id());
        let tx = self.ctx.store.begin().await.unwrap();
        assert!(coupons::insert(&tx, id, code, terms, "of a test", self.now()).await.unwrap());
        tx.commit().await.unwrap();
    }
}
