//! Requests as a browser sends them. Every response is checked for the rules that all responses keep.

use std::net::SocketAddr;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, StatusCode, header};
use serde_json::Value;
use tala_app::http::problem::status_of;
use tala_domain::error::ErrorCode;
use tower::ServiceExt;

use crate::app::TestApp;
use crate::declared_codes::assert_declared;
use crate::identity_provider::Token;
use crate::person::Person;

/// Request builder.
#[must_use]
pub struct Request<'a> {
    app: &'a TestApp,
    builder: axum::http::request::Builder,
    body: Bytes,
}

impl TestApp {
    /// A request of any method. `path` includes the query.
    pub fn request(&self, method: Method, path: &str) -> Request<'_> {
        let builder = axum::http::Request::builder().method(method).uri(path);
        Request { app: self, builder, body: Bytes::new() }
    }

    pub fn get(&self, path: &str) -> Request<'_> {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str, body: &Value) -> Request<'_> {
        self.request(Method::POST, path).header("content-type", "application/json").body(body.to_string())
    }

    pub fn put(&self, path: &str, body: &Value) -> Request<'_> {
        self.request(Method::PUT, path).header("content-type", "application/json").body(body.to_string())
    }
}

impl Request<'_> {
    /// Adds a header.
    pub fn header(self, name: &str, value: &str) -> Self {
        Self { builder: self.builder.header(name, value), ..self }
    }

    /// Sets a raw body.
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// Sets the client's IP address.
    pub fn from(self, peer: &str) -> Self {
        let peer: SocketAddr = peer.parse().unwrap();
        Self { builder: self.builder.extension(ConnectInfo(peer)), ..self }
    }

    /// Sets the bearer token.
    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// Sets a new access token with these claims.
    pub fn with_token(self, token: &Token) -> Self {
        let token = self.app.mint(token);
        self.bearer(&token)
    }

    /// Sets a new access token of this person, or of the learner's guardian with the learner's id.
    pub fn by(self, person: &Person) -> Self {
        let request = self.with_token(&person.token());
        match person.acts_for {
            Some(learner) => request.header("x-learner", &learner.to_string()),
            None => request,
        }
    }

    /// Sends the request and checks the response, whatever its status.
    pub async fn send(self) -> Reply {
        let reply = self.send_unchecked().await;
        reply.check_common_rules();
        reply
    }

    /// As [`Self::send`], for responses that may be other than JSON.
    pub async fn send_unchecked(self) -> Reply {
        let request = self.builder.body(Body::from(self.body)).unwrap();
        let asked = format!("{} {}", request.method(), request.uri());
        let response = self.app.router().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let reply = Reply { asked, status, headers, text };
        let is_problem = reply.headers.get("content-type").is_some_and(|kind| kind == "application/problem+json");
        if let (true, Some(code)) = (is_problem, reply.code()) {
            assert_declared(&reply.asked, code.as_str());
        }
        reply
    }

    /// Sends the request and returns the body; panics unless the status is 200.
    pub async fn ok(self) -> Value {
        self.send().await.ok()
    }

    /// Sends the request and returns the problem object; panics unless it has this code.
    pub async fn refused(self, code: ErrorCode) -> Value {
        self.send().await.refused(code)
    }
}

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    asked: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    /// Parses the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{}: {error}: {:?}", self.asked, self.text))
    }

    /// The body; panics unless the status is 200.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.about());
        self.json()
    }

    /// Description for failed assertions.
    fn about(&self) -> String {
        format!("{}: {} {:.600}", self.asked, self.status, self.text)
    }

    /// The problem's code; `None` for a success.
    pub fn code(&self) -> Option<ErrorCode> {
        if self.status.is_success() { None } else { serde_json::from_value(self.json()["code"].clone()).unwrap() }
    }

    /// The problem object; panics unless it has this code.
    pub fn refused(&self, code: ErrorCode) -> Value {
        assert_eq!(self.code(), Some(code), "{}", self.about());
        self.json()
    }

    /// Value of a header; panics if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Checks the rules of every response, success or problem.
    fn check_common_rules(&self) {
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
        assert_ne!(code, ErrorCode::Internal, "internal errors are not permitted: {about}");
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
