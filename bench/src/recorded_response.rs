//! The baseline of T1: the bytes of one list of available slots, recorded from the real endpoint and served from memory.

use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::routing::get;
use tala_app::context::Ctx;
use tala_app::router::{with_telemetry, with_timeout};

use crate::load::Response;

/// A recorded response, shared by clones.
#[derive(Clone, Default)]
pub struct RecordedResponse(Arc<OnceLock<(HeaderMap, Bytes)>>);

impl RecordedResponse {
    /// Path of the route.
    pub const PATH: &str = "/bench/slots";

    /// Returns the route, with the product's timeout, request ids, log lines and metrics.
    pub fn routes(self, ctx: Ctx) -> Router {
        let serve = move || async move { self.0.get().cloned().ok_or(StatusCode::NOT_FOUND) };
        with_telemetry(with_timeout(Router::new().route(Self::PATH, get(serve))), ctx)
    }

    /// Records a response, without the headers that the server sets on each response.
    pub fn record(&self, response: &Response<'_>) -> Result<()> {
        let mut headers = HeaderMap::new();
        for line in std::str::from_utf8(response.head)?.lines().skip(1) {
            let Some((name, value)) = line.split_once(": ") else { continue };
            headers.insert(HeaderName::from_bytes(name.as_bytes())?, HeaderValue::from_str(value)?);
        }
        for name in [header::CONTENT_LENGTH, header::DATE, HeaderName::from_static("x-request-id")] {
            headers.remove(name);
        }
        let recorded = (headers, Bytes::copy_from_slice(response.body));
        self.0.set(recorded).ok().context("a response is already recorded")
    }
}
