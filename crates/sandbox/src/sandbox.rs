//! The sandbox: state, clock and HTTP client that all handlers share.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};

use crate::config::{Config, Error, Webhook};
use crate::flow::timers;
use crate::state::{IdGenerator, Journal, Record, State};

/// Timeout of a webhook delivery.
const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(5);

/// A stand-in for Razorpay. Cloning is cheap; clones share their state.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

struct Inner {
    config: Config,
    core: Mutex<Core>,
    http: reqwest::Client,
    /// Held during a delivery.
    delivery: tokio::sync::Mutex<()>,
    changed: Notify,
    stopped: watch::Sender<bool>,
}

struct Core {
    state: State,
    journal: Option<Journal>,
    webhook: Option<Webhook>,
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("config", &self.0.config).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Opens a sandbox and reads its state file, if there is one.
    ///
    /// # Errors
    /// [`Error::Config`] if a setting is invalid; [`Error::File`], [`Error::Corrupt`] or [`Error::InUse`] for the state file;
    /// [`Error::Randomness`] or [`Error::Http`] if the system provides no randomness or no HTTP client.
    pub fn open(config: Config) -> Result<Self, Error> {
        config.validate()?;
        let mut state = State::new(IdGenerator::new(config.seed)?);
        let mut journal = None;
        if let Some(path) = &config.file {
            let (mut opened, records) = Journal::open(path)?;
            records.into_iter().for_each(|record| state.apply(record));
            opened.compact(&state.records())?;
            journal = Some(opened);
        }
        let webhook = config.webhook.clone();
        state.webhook_secret = webhook.as_ref().map(|webhook| webhook.secret.clone());
        // Without proxies from the environment, since webhooks usually point to this host.
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(WEBHOOK_TIMEOUT)
            .user_agent("Razorpay-Webhook/v1")
            .build()?;
        Ok(Self(Arc::new(Inner {
            config,
            core: Mutex::new(Core { state, journal, webhook }),
            http,
            delivery: tokio::sync::Mutex::new(()),
            changed: Notify::new(),
            stopped: watch::Sender::new(false),
        })))
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The URL of the script that a shop's page loads in place of Razorpay's `checkout.js`.
    #[must_use]
    pub fn checkout_script_url(&self) -> String {
        format!("{}/checkout.js", self.0.config.base_url)
    }

    /// Delivers events until `stop` completes.
    pub async fn run(&self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut tick = tokio::time::interval(Duration::from_millis(500));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = &mut stop => break,
                _ = tick.tick() => {}
                () = self.0.changed.notified() => {}
            }
            tokio::select! {
                () = &mut stop => break,
                _ = self.deliver_due() => {}
            }
        }
        self.0.stopped.send_replace(true);
    }

    /// Sets the webhook. Existing events keep the secret with which they were created.
    pub fn set_webhook(&self, webhook: Option<Webhook>) {
        let mut core = self.lock();
        core.state.webhook_secret = webhook.as_ref().map(|webhook| webhook.secret.clone());
        core.webhook = webhook;
    }

    /// Runs due timers and then `update`, and returns after the changes are flushed to disk.
    ///
    /// # Errors
    /// [`Error::File`] if the changes cannot be written. They are written with the next update then.
    pub(crate) fn update<T>(&self, update: impl FnOnce(&mut State) -> T) -> Result<T, Error> {
        let mut core = self.lock();
        core.state.now = (self.0.config.clock)();
        timers::run_due(&mut core.state);
        let out = update(&mut core.state);
        let changes = core.state.take_changes();
        if changes.is_empty() {
            return Ok(out);
        }
        if let Err(error) = core.save(&changes) {
            core.state.restore_changes(changes);
            tracing::error!(%error, "cannot write sandbox state");
            return Err(error);
        }
        drop(core);
        self.0.changed.notify_one();
        Ok(out)
    }

    pub(crate) fn webhook(&self) -> Option<Webhook> {
        self.lock().webhook.clone()
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.0.http
    }

    /// Serializes deliveries, so that events arrive in order.
    pub(crate) async fn lock_delivery(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.delivery.lock().await
    }

    /// Completes when [`Sandbox::run`] stops.
    pub(crate) async fn wait_until_stopped(&self) {
        let mut stopped = self.0.stopped.subscribe();
        if stopped.wait_for(|stopped| *stopped).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Core> {
        self.0.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Core {
    fn save(&mut self, changes: &[Record]) -> Result<(), Error> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.append(changes)?;
        if journal.needs_compaction() {
            journal.compact(&self.state.records())?;
        }
        Ok(())
    }
}
