//! The sandbox: state, time and outgoing HTTP, shared by all handlers.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Json;
use serde_json::Value;
use tokio::sync::{Notify, watch};

use crate::api::ApiError;
use crate::config::{Config, Error, Webhook};
use crate::flow::time;
use crate::state::{Ids, Journal, State};

/// How long a webhook may take to answer before it counts as failed.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// A stand-in for Razorpay. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

struct Inner {
    config: Config,
    core: Mutex<Core>,
    http: reqwest::Client,
    delivering: tokio::sync::Mutex<()>,
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
    /// Reads the state file, if there is one, and is ready.
    ///
    /// # Errors
    /// For settings that cannot work, and when the state file cannot be read, is in use, or is not one of ours.
    pub fn open(config: Config) -> Result<Self, Error> {
        config.check()?;
        let mut state = State::new(Ids::new(config.seed)?);
        let mut journal = None;
        if let Some(path) = &config.file {
            let (mut opened, rows) = Journal::open(path)?;
            rows.into_iter().for_each(|row| state.apply(row));
            opened.rewrite(&state.rows())?;
            journal = Some(opened);
        }
        let webhook = config.webhook.clone();
        state.webhook_secret = webhook.as_ref().map(|webhook| webhook.secret.clone());
        // A webhook is called directly: a proxy of the environment does not know the addresses of this machine.
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(ANSWER_WITHIN)
            .user_agent("Razorpay-Webhook/v1")
            .build()?;
        Ok(Self(Arc::new(Inner {
            config,
            core: Mutex::new(Core { state, journal, webhook }),
            http,
            delivering: tokio::sync::Mutex::new(()),
            changed: Notify::new(),
            stopped: watch::Sender::new(false),
        })))
    }

    /// The settings it was opened with.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The address of the script that a shop's page loads in place of Razorpay's `checkout.js`.
    #[must_use]
    pub fn checkout_script(&self) -> String {
        format!("{}/checkout.js", self.0.config.base_url)
    }

    /// All addresses of the sandbox. To be nested under the path of `base_url`, if it has one.
    pub fn router(&self) -> axum::Router {
        crate::router::router(self.clone())
    }

    /// Sends events in the background until `stop` is done.
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

    /// Where events go from now on. Events that exist keep the secret they were made with.
    pub fn set_webhook(&self, webhook: Option<Webhook>) {
        let mut core = self.lock();
        core.state.webhook_secret = webhook.as_ref().map(|webhook| webhook.secret.clone());
        core.webhook = webhook;
    }

    /// Lets time pass, does something, and returns when what it changed is on the disk.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> Result<T, Error> {
        let mut core = self.lock();
        core.state.now = (self.0.config.clock)();
        time::catch_up(&mut core.state);
        let out = act(&mut core.state);
        let changes = core.state.take_changes();
        if changes.is_empty() {
            return Ok(out);
        }
        if let Err(error) = core.save(&changes) {
            core.state.give_back(changes);
            tracing::error!(%error, "the sandbox cannot keep its state");
            return Err(error);
        }
        drop(core);
        self.0.changed.notify_one();
        Ok(out)
    }

    /// The same for handlers: the flush does not keep other requests waiting.
    pub(crate) async fn call<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut State) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let done = match self.0.config.file {
            None => self.with(act),
            Some(_) => {
                let sandbox = self.clone();
                match tokio::task::spawn_blocking(move || sandbox.with(act)).await {
                    Ok(done) => done,
                    Err(_) => return Err(ApiError::server()),
                }
            }
        };
        done.unwrap_or_else(|_| Err(ApiError::server()))
    }

    /// The same with a JSON answer.
    pub(crate) async fn answer(
        &self,
        act: impl FnOnce(&mut State) -> Result<Value, ApiError> + Send + 'static,
    ) -> Result<Json<Value>, ApiError> {
        self.call(act).await.map(Json)
    }

    pub(crate) fn webhook(&self) -> Option<Webhook> {
        self.lock().webhook.clone()
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.0.http
    }

    /// One delivery at a time, so that events arrive in the order that was chosen.
    pub(crate) async fn turn_to_deliver(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.delivering.lock().await
    }

    /// Ends when [`Sandbox::run`] has been told to stop.
    pub(crate) async fn until_stopped(&self) {
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
    fn save(&mut self, changes: &[crate::state::Row]) -> Result<(), Error> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.append(changes)?;
        if journal.is_overgrown() {
            journal.rewrite(&self.state.rows())?;
        }
        Ok(())
    }
}
