//! The server under load: the product's router and pages on a loopback port, and the routes of the baselines.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::Result;
use async_trait::async_trait;
use axum::routing::get;
use axum::{Json, Router};
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::context::{AppContext, Ctx, OidcClientSettings, Payments, Settings, StaffNotices};
use tala_domain::pricing::FeeRules;
use tala_gateways::mail::{MailError, Mailer, OutgoingMail};
use tala_gateways::oidc::{KeySource, OidcSettings, Verifier};
use tala_gateways::vault::Vault;
use tala_server::config::Config;
use tala_server::system::{SystemClock, SystemEntropy};
use tala_server::web::client_routes;
use tala_store::Store;
use tala_tests::{AUDIENCE, ISSUER, IdentityProvider};
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

use crate::recorded_response::RecordedResponse;

/// A running server.
pub struct Server {
    /// Address of the server.
    pub address: SocketAddr,
    /// Context of the use cases.
    pub ctx: Ctx,
    stop: oneshot::Sender<()>,
    stopped: JoinHandle<std::io::Result<()>>,
}

impl Server {
    /// Starts a server, with a worker if `worker` is set. Mails are discarded.
    pub async fn start(
        store: Store,
        config: &Config,
        provider: &Arc<IdentityProvider>,
        payments: Payments,
        recorded: RecordedResponse,
        worker: bool,
    ) -> Result<Self> {
        let ctx = context(store, config, provider, payments)?;
        let (stop, stopping) = oneshot::channel();
        let (stop_worker, worker_stopping) = oneshot::channel::<()>();
        let working = worker.then(|| {
            tokio::spawn(tala_app::worker::run_worker(ctx.clone(), async move {
                let _ = worker_stopping.await;
            }))
        });
        let router = router(ctx.clone(), config, recorded);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let stopped = tokio::spawn(async move {
            let until = async move {
                let _ = stopping.await;
            };
            axum::serve(listener, service).with_graceful_shutdown(until).await?;
            drop(stop_worker);
            if let Some(working) = working {
                working.await.map_err(std::io::Error::other)?;
            }
            Ok(())
        });
        Ok(Self { address, ctx, stop, stopped })
    }

    /// Stops the server and waits for requests and jobs in progress.
    pub async fn stop(self) -> Result<()> {
        let _ = self.stop.send(());
        Ok(self.stopped.await??)
    }
}

fn router(ctx: Ctx, config: &Config, recorded: RecordedResponse) -> Router {
    let two_kilobytes = Arc::new(two_kilobytes());
    tala_app::router::api(ctx.clone())
        .merge(client_routes(ctx.clone(), config))
        .merge(recorded.routes(ctx))
        .route("/bench/json", get(move || async move { Json(Value::clone(&two_kilobytes)) }))
}

/// About 2,000 bytes of JSON, serialized for each request: the cost of HTTP and JSON alone.
fn two_kilobytes() -> Value {
    let entry = |n: i32| json!({ "number": n, "name": "A name of some length", "at": "2026-03-02T04:30:00Z" });
    (0..25).map(entry).collect()
}

fn context(store: Store, config: &Config, provider: &Arc<IdentityProvider>, payments: Payments) -> Result<Ctx> {
    let settings = OidcSettings::new(ISSUER, Some(AUDIENCE.to_owned()));
    let keys: Arc<dyn KeySource> = Arc::<IdentityProvider>::clone(provider);
    Ok(Ctx::new(AppContext {
        store,
        clock: Arc::new(SystemClock::default()),
        entropy: Arc::new(SystemEntropy),
        verifier: Verifier::new(settings, keys, None)?,
        built_in_accounts: None,
        mailer: Arc::new(NullMailer),
        vault: Vault::new(&SecretString::from("a master key of the bench, long enough"))?,
        settings: Settings {
            product_name: config.product.name.clone(),
            support_email: config.product.support_email.clone(),
            postal_address: config.product.postal_address.clone(),
            social_links: Vec::new(),
            public_url: config.server.public_url.clone(),
            mail_from: config.mail.from.clone(),
            oidc_client: OidcClientSettings {
                authority: ISSUER.to_owned(),
                client_id: config.oidc.client_id.clone(),
                audience: Some(AUDIENCE.to_owned()),
                scope: config.oidc.scope.clone(),
            },
            demo: false,
            requests_per_second: 0,
            trust_proxy: false,
            fees: FeeRules::default(),
            reference_rate: tala_server::payments::reference_rate(config)?,
            staff_notices: StaffNotices { applications: true, messages: true, failed_refunds: true },
            waitlist_webhook: None,
            link_by_verified_email: false,
        },
        payments: Some(payments),
        job_enqueued: Arc::new(Notify::new()),
    }))
}

/// Accepts every mail immediately and discards it.
struct NullMailer;

#[async_trait]
impl Mailer for NullMailer {
    async fn send(&self, _: &OutgoingMail) -> Result<(), MailError> {
        Ok(())
    }
}
