//! `/healthz`, `/readyz` and `/metrics`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tala_app::context::Ctx;
use tala_app::worker::{record_backlog, record_last_backup};

use crate::backup::find_last_success;
use crate::config::Config;

#[derive(Clone)]
struct Monitoring {
    ctx: Ctx,
    metrics: PrometheusHandle,
    metrics_token: String,
    data_dir: PathBuf,
}

/// Returns the monitoring endpoints and installs the metrics recorder of this process.
pub(crate) fn routes(config: &Config, ctx: Ctx) -> Result<Router> {
    let state = Monitoring {
        ctx,
        metrics: metrics_recorder()?,
        metrics_token: config.server.metrics_token.0.clone(),
        data_dir: config.data.dir.clone(),
    };
    Ok(Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(get_readiness))
        .route("/metrics", get(get_metrics))
        .with_state(state))
}

fn metrics_recorder() -> Result<PrometheusHandle> {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    if let Some(handle) = RECORDER.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new().install_recorder().context("cannot install the metrics recorder")?;
    Ok(RECORDER.get_or_init(|| handle).clone())
}

async fn get_readiness(State(monitoring): State<Monitoring>) -> Response {
    match monitoring.ctx.store.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready: database unavailable");
            (StatusCode::SERVICE_UNAVAILABLE, "database unavailable").into_response()
        }
    }
}

/// Answers 404 to everyone but holders of the metrics token and direct connections from this machine.
async fn get_metrics(State(monitoring): State<Monitoring>, request: Request) -> Response {
    if !(is_local(&request) || has_token(&request, &monitoring.metrics_token)) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if let Err(error) = record_backlog(&monitoring.ctx).await {
        tracing::warn!(%error, "backlog metrics are stale: cannot read the database");
    }
    if let Some(at) = find_last_success(&monitoring.data_dir) {
        record_last_backup(at);
    }
    monitoring.metrics.run_upkeep();
    monitoring.metrics.render().into_response()
}

/// A forwarding header means that a local proxy relays a request from elsewhere.
fn is_local(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let headers = request.headers();
    let is_forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED);
    peer.is_some_and(|ConnectInfo(peer)| peer.ip().is_loopback()) && !is_forwarded
}

fn has_token(request: &Request, token: &str) -> bool {
    let authorization = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    !token.is_empty() && authorization.is_some_and(|value| constant_time_eq(value, &format!("Bearer {token}")))
}

/// Compares without an early exit, so that the response time does not reveal a matching prefix.
fn constant_time_eq(a: &str, b: &str) -> bool {
    let difference = a.bytes().zip(b.bytes()).fold(0_u8, |sum, (x, y)| sum | (x ^ y));
    a.len() == b.len() && difference == 0
}
