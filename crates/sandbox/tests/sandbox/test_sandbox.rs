//! A served sandbox with a fake clock, and a webhook receiver.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use razorpay_sandbox::{Config, Sandbox, Webhook};
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub(crate) const KEY_ID: &str = "rzp_test_A";
pub(crate) const KEY_SECRET: &str = "sandbox_secret_1";
pub(crate) const WEBHOOK_SECRET: &str = "whsec_demo";
pub(crate) const START: i64 = 1_700_000_000;
pub(crate) const MINUTE: i64 = 60;
pub(crate) const HOUR: i64 = 3_600;
pub(crate) const DAY: i64 = 24 * HOUR;

/// Status and JSON body of a response.
#[derive(Debug)]
pub(crate) struct ApiResponse {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl ApiResponse {
    /// The body of a 200 response.
    pub(crate) fn expect_ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        self.body
    }

    /// The error of a response with this status, with all fields of Razorpay's errors.
    pub(crate) fn expect_error(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        let error = self.body["error"].clone();
        for part in ["code", "description", "source", "step", "reason"] {
            assert!(error[part].is_string(), "{part} of {error}");
        }
        assert!(error["metadata"].is_object());
        error
    }

    pub(crate) fn expect_bad_request(self, description: &str) {
        let error = self.expect_error(400);
        assert_eq!(error["description"], description);
        assert_eq!(error["code"], "BAD_REQUEST_ERROR");
    }
}

pub(crate) struct TestSandbox {
    pub(crate) sandbox: Sandbox,
    pub(crate) url: String,
    pub(crate) clock: Arc<AtomicI64>,
    pub(crate) http: reqwest::Client,
}

/// A configuration with a fake clock.
pub(crate) fn config(clock: &Arc<AtomicI64>, file: Option<PathBuf>) -> Config {
    let clock = clock.clone();
    let mut config = Config::new("http://127.0.0.1:1", KEY_ID, KEY_SECRET);
    config.clock = Arc::new(move || clock.load(Ordering::SeqCst));
    config.file = file;
    config
}

impl TestSandbox {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(adjust: impl FnOnce(&mut Config)) -> Self {
        let clock = Arc::new(AtomicI64::new(START));
        let mut config = config(&clock, None);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        config.base_url = format!("http://{}/razorpay", listener.local_addr().unwrap());
        adjust(&mut config);
        let sandbox = Sandbox::open(config).unwrap();
        let url = sandbox.config().base_url.clone();
        let app = Router::new().nest("/razorpay", sandbox.router());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { sandbox, url, clock, http }
    }

    pub(crate) fn advance(&self, seconds: i64) {
        self.clock.fetch_add(seconds, Ordering::SeqCst);
    }

    pub(crate) async fn send(&self, request: reqwest::RequestBuilder) -> ApiResponse {
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        ApiResponse { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) }
    }

    pub(crate) async fn get(&self, path: &str) -> ApiResponse {
        self.send(self.http.get(format!("{}{path}", self.url)).basic_auth(KEY_ID, Some(KEY_SECRET))).await
    }

    pub(crate) fn post_request(&self, path: &str, body: &Value) -> reqwest::RequestBuilder {
        self.http.post(format!("{}{path}", self.url)).basic_auth(KEY_ID, Some(KEY_SECRET)).json(body)
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> ApiResponse {
        self.send(self.post_request(path, &body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> ApiResponse {
        let request = self.http.patch(format!("{}{path}", self.url)).basic_auth(KEY_ID, Some(KEY_SECRET));
        self.send(request.json(&body)).await
    }

    /// Creates an order of INR 499 and returns its id.
    pub(crate) async fn order(&self) -> String {
        self.order_of(json!({ "amount": 49_900, "currency": "INR" })).await
    }

    pub(crate) async fn order_of(&self, body: Value) -> String {
        self.post("/v1/orders", body).await.expect_ok()["id"].as_str().unwrap().to_owned()
    }

    /// The names of all events.
    pub(crate) fn event_names(&self) -> Vec<String> {
        self.sandbox.events().unwrap().into_iter().map(|event| event.name).collect()
    }
}

/// A received webhook request.
#[derive(Clone, Debug)]
pub(crate) struct Delivery {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Delivery {
    pub(crate) fn name(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap();
        body["event"].as_str().unwrap().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> String {
        self.headers[name].to_str().unwrap().to_owned()
    }
}

/// A webhook endpoint that records deliveries.
#[derive(Clone)]
pub(crate) struct WebhookReceiver {
    pub(crate) url: String,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
    status: Arc<AtomicU16>,
}

impl WebhookReceiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let receiver = Self { url, deliveries: Arc::default(), status: Arc::new(AtomicU16::new(200)) };
        let app = Router::new()
            .route("/hook", post(receive))
            .route("/elsewhere", get(async || "fine"))
            .with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        receiver
    }

    pub(crate) fn webhook(&self) -> Webhook {
        Webhook { url: self.url.clone(), secret: WEBHOOK_SECRET.to_owned() }
    }

    /// Sets the response status.
    pub(crate) fn respond_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// Takes the deliveries since the last call.
    pub(crate) fn take(&self) -> Vec<Delivery> {
        std::mem::take(&mut self.deliveries.lock().unwrap())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.take().iter().map(Delivery::name).collect()
    }
}

/// Redirects lead to `/elsewhere`, which returns 200, so that followed redirects are detected.
async fn receive(State(receiver): State<WebhookReceiver>, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    receiver.deliveries.lock().unwrap().push(Delivery { headers, body });
    (StatusCode::from_u16(receiver.status.load(Ordering::SeqCst)).unwrap(), [("location", "/elsewhere")])
}

/// A sandbox with a webhook receiver.
pub(crate) async fn with_receiver() -> (TestSandbox, WebhookReceiver) {
    let receiver = WebhookReceiver::start().await;
    let webhook = receiver.webhook();
    (TestSandbox::with(|config| config.webhook = Some(webhook)).await, receiver)
}
