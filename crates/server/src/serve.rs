//! The server process: start, routes, and graceful shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use tala_app::context::Ctx;
use tala_app::worker::run_worker;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinHandle};

use crate::config::Config;
use crate::payments::SANDBOX_PATH;
use crate::web::{
    SecurityHeaders, client_routes, compress_json, dev_routes, invitation_routes, with_date_of_clock,
    with_same_origin_check, with_security_headers,
};
use crate::wiring::Services;
use crate::{listener, monitoring};

const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(25);
const ISSUER_CLEANUP_INTERVAL: Duration = Duration::from_secs(600);

/// What this process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessMode {
    /// HTTP and the worker.
    HttpAndWorker,
    /// HTTP only; a worker runs in another process.
    HttpOnly,
    /// The worker only. It serves `/healthz`, `/readyz` and `/metrics`.
    WorkerOnly,
}

/// Builds the services and serves until SIGINT or SIGTERM. A signal during `build` ends the process cleanly; the database
/// rolls back what was begun. `on_listening` receives the address once requests are accepted.
///
/// # Errors
/// If `build` fails, if the address cannot be bound, or if the worker ends without a signal.
pub async fn run(
    config: &Config,
    mode: ProcessMode,
    build: impl Future<Output = Result<Services>>,
    on_listening: impl FnOnce(SocketAddr),
) -> Result<()> {
    let mut signals = Signals::listen()?;
    tokio::select! {
        () = signals.received() => {
            tracing::info!("stopped during start");
            Ok(())
        }
        services = build => serve(config, services?, mode, signals, on_listening).await,
    }
}

async fn serve(
    config: &Config,
    services: Services,
    mode: ProcessMode,
    mut signals: Signals,
    on_listening: impl FnOnce(SocketAddr),
) -> Result<()> {
    let (stop, stopped) = watch::channel(false);
    let stop = Arc::new(stop);
    let worker = (mode != ProcessMode::HttpOnly).then(|| {
        let (work, stop) = (run_worker(services.ctx.clone(), wait(stopped.clone())), Arc::clone(&stop));
        tokio::spawn(async move {
            let ended = tokio::spawn(work).await;
            let _ = stop.send(true);
            ended
        })
    });
    let cleanup = tokio::spawn(clean_up_issuer(services.issuer.clone(), services.ctx.clone(), wait(stopped.clone())));
    if let Some(sandbox) = services.sandbox.clone() {
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
    on_listening(listener.local_addr()?);
    let routes = match mode {
        ProcessMode::WorkerOnly => monitoring::routes(config, services.ctx.clone())?,
        ProcessMode::HttpAndWorker | ProcessMode::HttpOnly => router(config, &services)?,
    };
    let finished = tokio::select! {
        outcome = finish(listener::serve(listener, routes, wait(stopped.clone())), worker) => outcome,
        () = async { wait(stopped).await; tokio::time::sleep(SHUTDOWN_TIMEOUT).await } => {
            tracing::warn!("shutdown timed out; unfinished jobs will be retried");
            Ok(())
        }
    };
    cleanup.abort();
    services.ctx.store.clone().close().await;
    finished
}

/// Waits until requests in progress and jobs in progress are done.
async fn finish(server: impl Future<Output = ()>, worker: Option<JoinHandle<Result<(), JoinError>>>) -> Result<()> {
    server.await;
    if let Some(worker) = worker {
        worker.await?.context("the worker ended unexpectedly; restart the process")?;
    }
    Ok(())
}

async fn wait(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender was dropped, which is a reason to stop too.
    let _ = stopped.wait_for(|stop| *stop).await;
}

/// SIGTERM and SIGINT, received from the moment of construction.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> Result<Self> {
        let handle = |kind| signal(kind).context("cannot install signal handlers");
        Ok(Self { terminate: handle(SignalKind::terminate())?, interrupt: handle(SignalKind::interrupt())? })
    }

    async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

async fn clean_up_issuer(issuer: Option<tala_issuer::Issuer>, ctx: Ctx, stop: impl Future<Output = ()>) {
    let Some(issuer) = issuer else { return };
    tokio::pin!(stop);
    loop {
        if let Err(error) = issuer.cleanup(ctx.now()).await {
            tracing::warn!(%error, "issuer cleanup failed");
        }
        tokio::select! {
            () = &mut stop => return,
            () = tokio::time::sleep(ISSUER_CLEANUP_INTERVAL) => {}
        }
    }
}

/// Returns all routes of a server.
///
/// # Errors
/// If the metrics recorder cannot be installed.
pub fn router(config: &Config, services: &Services) -> Result<Router> {
    let ctx = &services.ctx;
    let mut router = compress_json(tala_app::router::routes(ctx.clone()))
        .merge(monitoring::routes(config, ctx.clone())?)
        .merge(invitation_routes(ctx.clone(), config))
        .merge(client_routes(ctx.clone(), config));
    if let Some(issuer) = &services.issuer {
        router = router.nest("/id", tala_app::router::with_timeout(issuer.router()));
    }
    if ctx.settings.demo {
        router = router.merge(dev_routes(ctx.clone(), services.clock.clone(), services.mailbox.clone()));
    }
    let router = with_same_origin_check(router, config);
    let mut router = with_security_headers(router, SecurityHeaders::new(config));
    // The sandbox's pages are framed by the checkout and set their own headers.
    if let Some(sandbox) = &services.sandbox {
        router = router.nest(SANDBOX_PATH, sandbox.router());
    }
    if ctx.settings.demo {
        router = with_date_of_clock(router, services.clock.clone());
    }
    Ok(tala_app::router::with_telemetry(router, ctx.clone()))
}
