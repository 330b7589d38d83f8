//! Requests as a browser makes them, and replies, each checked against what all replies have in common.

use std::net::SocketAddr;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, StatusCode, header};
use serde_json::Value;
use tala_app::http::problem::status_of;
use tala_domain::error::ErrorCode;
use tower::ServiceExt;

use crate::app::TestApp;
use crate::identity_provider::Token;
use crate::person::Person;

/// A request that is being put together.
#[must_use]
pub struct Request<'a> {
    app: &'a TestApp,
    builder: axum::http::request::Builder,
    body: Bytes,
}

impl TestApp {
    /// A request of any method. `path` with its query.
    pub fn request(&self, method: Method, path: &str) -> Request<'_> {
        let builder = axum::http::Request::builder().method(method).uri(path);
        Request { app: self, builder, body: Bytes::new() }
    }

    /// A GET.
    pub fn get(&self, path: &str) -> Request<'_> {
        self.request(Method::GET, path)
    }

    /// A POST with a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Request<'_> {
        self.request(Method::POST, path).header("content-type", "application/json").body(body.to_string())
    }

    /// A PUT with a JSON body.
    pub fn put(&self, path: &str, body: &Value) -> Request<'_> {
        self.request(Method::PUT, path).header("content-type", "application/json").body(body.to_string())
    }
}

impl Request<'_> {
    /// One more header.
    pub fn header(self, name: &str, value: &str) -> Self {
        Self { builder: self.builder.header(name, value), ..self }
    }

    /// The body, as it is.
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// From this address.
    pub fn from(self, peer: &str) -> Self {
        let peer: SocketAddr = peer.parse().unwrap();
        Self { builder: self.builder.extension(ConnectInfo(peer)), ..self }
    }

    /// With this bearer token.
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// With a fresh token that says this.
    pub fn with_token(self, token: &Token) -> Self {
        let token = self.app.mint(token);
        self.bearer(&token)
    }

    /// By this person, freshly signed in.
    pub fn by(self, person: &Person) -> Self {
        self.with_token(&person.token())
    }

    /// Sends it and reads the reply, which must be in order, whatever it says.
    pub async fn send(self) -> Reply {
        let reply = self.send_as_it_is().await;
        reply.must_be_in_order();
        reply
    }

    /// Sends it and reads the reply, which may be something else than JSON.
    pub async fn send_as_it_is(self) -> Reply {
        let request = self.builder.body(Body::from(self.body)).unwrap();
        let asked = format!("{} {}", request.method(), request.uri());
        let response = self.app.router().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        Reply { asked, status, headers, text }
    }

    /// Sends it and takes the body of a reply that must be 200.
    pub async fn ok(self) -> Value {
        self.send().await.ok()
    }

    /// Sends it and takes the problem object of a reply that must be this refusal.
    pub async fn refused(self, code: ErrorCode) -> Value {
        self.send().await.refused(code)
    }
}

/// A reply.
#[derive(Clone, Debug)]
pub struct Reply {
    asked: String,
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub text: String,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{}: {error}: {:?}", self.asked, self.text))
    }

    /// The body of a reply that must be 200.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.about());
        self.json()
    }

    /// What to say when it is not as it should be.
    fn about(&self) -> String {
        format!("{}: {} {:.600}", self.asked, self.status, self.text)
    }

    /// The refusal's code; `None` for a success.
    pub fn code(&self) -> Option<ErrorCode> {
        if self.status.is_success() { None } else { serde_json::from_value(self.json()["code"].clone()).unwrap() }
    }

    /// The problem object of a reply that must be this refusal.
    pub fn refused(&self, code: ErrorCode) -> Value {
        assert_eq!(self.code(), Some(code), "{}", self.about());
        self.json()
    }

    /// A header's text.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// What every reply keeps, success or refusal.
    fn must_be_in_order(&self) {
        let about = self.about();
        let request_id = self.header("x-request-id");
        assert_eq!(request_id.len(), 32, "{about}");
        assert_eq!(self.header("cache-control"), "no-store", "{about}");
        if self.status.is_success() {
            assert_eq!(self.header("content-type"), "application/json", "{about}");
            return;
        }
        assert_eq!(self.header("content-type"), "application/problem+json", "{about}");
        let problem = self.json();
        let code: ErrorCode = serde_json::from_value(problem["code"].clone()).unwrap_or_else(|_| panic!("{about}"));
        assert_ne!(code, ErrorCode::Internal, "nothing may be our fault: {about}");
        assert!(ErrorCode::ALL.contains(&code), "{about}");
        assert_eq!(self.status, status_of(code), "{about}");
        assert_eq!(problem["status"], self.status.as_u16(), "{about}");
        assert_eq!(problem["type"], "about:blank", "{about}");
        assert_eq!(problem["requestId"], request_id, "{about}");
        assert_eq!(problem["success"], false, "{about}");
        for sentence in ["title", "detail", "error", "message", "details"] {
            assert!(problem[sentence].as_str().is_some_and(|text| !text.is_empty()), "{sentence}: {about}");
        }
        if self.status == StatusCode::UNAUTHORIZED {
            assert!(self.headers.contains_key(header::WWW_AUTHENTICATE), "{about}");
        }
    }
}
