//! HTTP: everything on one address, and a shutdown that finishes what has begun.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tala_app::context::Ctx;
use tala_app::worker::{measure_backlog, measure_copy, run_worker};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle};

use crate::backup::last_made;
use crate::config::Config;
use crate::connections;
use crate::parts::Parts;
use crate::payments::SANDBOX_PATH;
use crate::web::{SecurityHeaders, client_routes, dev_routes, secured, shortened};

const FINISH_WITHIN: Duration = Duration::from_secs(25);
const CLEANUP_EVERY: Duration = Duration::from_secs(600);

/// Which halves of the program run in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// HTTP and worker.
    Both,
    /// HTTP alone; a worker runs elsewhere.
    HttpOnly,
    /// The worker alone.
    WorkerOnly,
}

/// Makes the parts by `start` and serves until SIGINT or SIGTERM, or until the worker ends by itself, which is an error.
/// A signal that comes during the start ends it; what it had begun is undone by the database. `listening` is told the
/// address once requests are taken. A worker alone answers `/healthz`, `/readyz` and `/metrics` there.
pub async fn run(
    config: &Config,
    halves: Halves,
    start: impl Future<Output = Result<Parts>>,
    listening: impl FnOnce(SocketAddr),
) -> Result<()> {
    let mut signals = Signals::listen()?;
    tokio::select! {
        () = signals.received() => {
            tracing::info!("stopped before the start was done");
            Ok(())
        }
        parts = start => serve(config, parts?, halves, signals, listening).await,
    }
}

async fn serve(
    config: &Config,
    parts: Parts,
    halves: Halves,
    mut signals: Signals,
    listening: impl FnOnce(SocketAddr),
) -> Result<()> {
    let (stop, stopped) = watch::channel(false);
    let stop = Arc::new(stop);
    let worker = (halves != Halves::HttpOnly).then(|| {
        let (work, stop) = (run_worker(parts.ctx.clone(), wait(stopped.clone())), Arc::clone(&stop));
        tokio::spawn(async move {
            let ended = tokio::spawn(work).await;
            let _ = stop.send(true);
            ended
        })
    });
    let cleanup = tokio::spawn(clean_up_now_and_then(parts.issuer.clone(), parts.ctx.clone(), wait(stopped.clone())));
    if let Some(sandbox) = parts.sandbox.clone() {
        let stopped = stopped.clone();
        tokio::spawn(async move { sandbox.run(wait(stopped)).await });
    }
    tokio::spawn(async move {
        signals.received().await;
        tracing::info!("shutting down");
        let _ = stop.send(true);
    });
    let listener = TcpListener::bind(&config.server.listen)
        .await
        .with_context(|| format!("cannot listen on {} (server.listen)", config.server.listen))?;
    listening(listener.local_addr()?);
    let routes = match halves {
        Halves::WorkerOnly => operations(config, parts.ctx.clone())?,
        Halves::Both | Halves::HttpOnly => router(config, &parts)?,
    };
    let finished = tokio::select! {
        outcome = finish(connections::serve(listener, routes, wait(stopped.clone())), worker) => outcome,
        () = async { wait(stopped).await; tokio::time::sleep(FINISH_WITHIN).await } => {
            tracing::warn!("some work did not finish in time; mails that were being sent are tried again");
            Ok(())
        }
    };
    cleanup.abort();
    parts.ctx.store.clone().close().await;
    finished
}

/// Waits for both halves to finish what they have begun.
async fn finish(server: impl Future<Output = ()>, worker: Option<JoinHandle<Result<(), JoinError>>>) -> Result<()> {
    server.await;
    if let Some(worker) = worker {
        worker.await?.context("the worker ended unasked")?;
    }
    Ok(())
}

async fn wait(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender is gone, which is a reason to stop as well.
    let _ = stopped.wait_for(|stop| *stop).await;
}

/// The signals that ask to stop, heard from the moment this is made.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> Result<Self> {
        let hear = |kind| signal(kind).context("cannot listen for signals");
        Ok(Self { terminate: hear(SignalKind::terminate())?, interrupt: hear(SignalKind::interrupt())? })
    }

    async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

async fn clean_up_now_and_then(issuer: Option<tala_issuer::Issuer>, ctx: Ctx, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    loop {
        if let Some(issuer) = &issuer
            && let Err(error) = issuer.cleanup(ctx.now()).await
        {
            tracing::warn!(%error, "issuer clean-up failed");
        }
        tokio::select! {
            () = &mut stop => return,
            () = tokio::time::sleep(CLEANUP_EVERY) => {}
        }
    }
}

/// All routes of the program.
pub fn router(config: &Config, parts: &Parts) -> Result<Router> {
    let security = SecurityHeaders::new(config);
    let mut router = shortened(tala_app::router::routes(parts.ctx.clone()))
        .merge(operations(config, parts.ctx.clone())?)
        .merge(client_routes(config));
    if let Some(issuer) = &parts.issuer {
        router = router.nest("/id", tala_app::router::limited(issuer.router()));
    }
    if parts.ctx.settings.demo {
        router = router.merge(dev_routes(parts.ctx.clone(), parts.clock.clone(), parts.mailbox.clone()));
    }
    let mut router = secured(router, security);
    // Its pages are made to be framed and bring their own headers.
    if let Some(sandbox) = &parts.sandbox {
        router = router.nest(SANDBOX_PATH, sandbox.router());
    }
    Ok(tala_app::router::observed(router, parts.ctx.clone()))
}

#[derive(Clone)]
struct Operations {
    ctx: Ctx,
    metrics: PrometheusHandle,
    metrics_token: String,
    data_folder: PathBuf,
}

fn operations(config: &Config, ctx: Ctx) -> Result<Router> {
    static METRICS: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    let metrics = match METRICS.get() {
        Some(handle) => handle.clone(),
        None => {
            let handle = PrometheusBuilder::new().install_recorder().context("cannot install the metrics recorder")?;
            METRICS.get_or_init(|| handle).clone()
        }
    };
    let metrics_token = config.server.metrics_token.0.clone();
    let state = Operations { ctx, metrics, metrics_token, data_folder: config.data.folder.clone() };
    Ok(Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(show_metrics))
        .with_state(state))
}

async fn ready(State(operations): State<Operations>) -> Response {
    match operations.ctx.store.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer").into_response()
        }
    }
}

/// For whoever knows the token, or asks directly from this machine.
async fn show_metrics(State(operations): State<Operations>, request: Request) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let headers = request.headers();
    let direct = !headers.contains_key("x-forwarded-for") && !headers.contains_key(header::FORWARDED);
    let here = peer.is_some_and(|ConnectInfo(peer)| peer.ip().is_loopback()) && direct;
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let known = !operations.metrics_token.is_empty()
        && token.is_some_and(|value| same(value, &format!("Bearer {}", operations.metrics_token)));
    if !(here || known) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if let Err(error) = measure_backlog(&operations.ctx).await {
        tracing::warn!(%error, "cannot count the backlog");
    }
    if let Some(at) = last_made(&operations.data_folder) {
        measure_copy(at);
    }
    operations.metrics.run_upkeep();
    operations.metrics.render().into_response()
}

/// Compares without telling by its time how far the texts agree.
fn same(a: &str, b: &str) -> bool {
    let difference = a.bytes().zip(b.bytes()).fold(0_u8, |sum, (x, y)| sum | (x ^ y));
    a.len() == b.len() && difference == 0
}
