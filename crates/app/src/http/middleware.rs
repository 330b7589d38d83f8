//! Middleware for all requests: timeout, caching headers, request ids, logs and metrics.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, histogram};
use tala_domain::error::ErrorCode;
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::Instrument;

use super::problem::REQUEST_ID;
use crate::context::Ctx;
use crate::error::AppError;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Cancels a request after [`REQUEST_TIMEOUT`] and rolls its transaction back.
pub(crate) async fn limit_duration(request: Request, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => AppError::new(ErrorCode::Unavailable).into_response(),
    }
}

/// Sets `Cache-Control: no-store` unless the handler has set another value: replies contain personal data.
pub(crate) fn no_store() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
}

/// Assigns a request id, writes one log line and records metrics. Query strings and bodies are never logged.
pub(crate) async fn observe(State(ctx): State<Ctx>, request: Request, next: Next) -> Response {
    let id = ctx.new_id().simple().to_string();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("unmatched", MatchedPath::as_str).to_owned();
    let started = Instant::now();
    let span = tracing::info_span!("request", request_id = %id);
    let mut response = REQUEST_ID.scope(id.clone(), next.run(request)).instrument(span).await;
    let status = response.status().as_u16();
    let elapsed = started.elapsed();
    tracing::info!(request_id = %id, %method, route, status, elapsed_us = elapsed.as_micros(), "request");
    counter!("tala_http_requests_total", "route" => route.clone(), "status" => status.to_string()).increment(1);
    histogram!("tala_http_request_duration_seconds", "route" => route).record(elapsed.as_secs_f64());
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}
