//! Builds the running services from the configuration.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use razorpay_sandbox::Sandbox;
use tala_app::context::{AppContext, BuiltInAccounts, Ctx, Settings};
use tala_gateways::form_webhook::FormWebhook;
use tala_gateways::mail::Mailbox;
use tala_issuer::Issuer;
use tala_store::{Store, audit};
use tokio::sync::Notify;

use crate::config::Config;
use crate::demo::marker::DEMO_SEEDED;
use crate::oidc::{self, IssuerAccounts};
use crate::system::{SystemClock, SystemEntropy};
use crate::{database, mail, master_key, payments};

/// All services of a process, before it listens.
pub struct Services {
    /// The context of the use cases.
    pub ctx: Ctx,
    /// The built-in issuer, unless a hosted provider is configured.
    pub issuer: Option<Issuer>,
    /// The local mailbox, unless an SMTP server is configured.
    pub mailbox: Option<Arc<Mailbox>>,
    /// The demo's payment provider, unless another is configured.
    pub sandbox: Option<Sandbox>,
    /// The clock, which the demo can move.
    pub clock: Arc<SystemClock>,
}

/// Builds all services and migrates the database schemas. `demo` enables `/dev/…` and the built-in sandbox.
///
/// # Errors
/// If the configuration is invalid ([`check`]), or if a directory, a key file or a database cannot be opened.
pub async fn build(config: &Config, demo: bool) -> Result<Services> {
    check(config, demo)?;
    let dir = &config.data.dir;
    std::fs::create_dir_all(dir)
        .with_context(|| format!("cannot create the data directory {} (data.dir)", dir.display()))?;
    let (mailer, mailbox) = mail::mailer(config).await?;
    let store = Store::open(&database::options(config)).await.context("cannot open the database (database.url)")?;
    // Commands that work on a demo database use its moved clock too, so that they agree with its server about the date.
    let is_demo_database = demo || audit::has_action(store.read(), DEMO_SEEDED).await?;
    let clock = match is_demo_database {
        true => Arc::new(SystemClock::movable(dir.join("clock"))),
        false => Arc::new(SystemClock::default()),
    };
    let issuer = oidc::built_in_issuer(config, demo, Arc::clone(&clock), Arc::clone(&mailer)).await?;
    let verifier = oidc::verifier(config, issuer.as_ref())?;
    let (sandbox, payments) = match payments::configured(config)? {
        None if demo => {
            let secret = master_key::load_or_create(config)?;
            let (sandbox, payments) = payments::sandbox(config, Arc::clone(&clock), &secret)?;
            (Some(sandbox), Some(payments))
        }
        configured => (None, configured),
    };
    let built_in_accounts = issuer.clone().map(|issuer| -> Arc<dyn BuiltInAccounts> {
        Arc::new(IssuerAccounts { issuer, url: oidc::built_in_issuer_url(config) })
    });
    let ctx = Ctx::new(AppContext {
        store,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
        verifier,
        built_in_accounts,
        mailer,
        payments,
        vault: master_key::vault(config)?,
        settings: settings(config, demo)?,
        job_enqueued: Arc::new(Notify::new()),
    });
    Ok(Services { ctx, issuer, mailbox, sandbox, clock })
}

fn settings(config: &Config, demo: bool) -> Result<Settings> {
    Ok(Settings {
        product_name: config.product.name.clone(),
        support_email: config.product.support_email.clone(),
        postal_address: config.product.postal_address.clone(),
        social_links: config.product.social_links.iter().map(|l| (l.label.clone(), l.url.clone())).collect(),
        public_url: config.server.public_url.clone(),
        mail_from: config.mail.from.clone(),
        oidc_client: oidc::client_settings(config),
        demo,
        requests_per_second: config.server.requests_per_second,
        trust_proxy: config.server.trust_proxy,
        fees: payments::fees(config)?,
        reference_rate: payments::reference_rate(config)?,
        waitlist_webhook: waitlist_webhook(config)?,
    })
}

/// Validates the configuration without side effects. `build` calls it first.
///
/// # Errors
/// With the name of the first invalid key.
pub fn check(config: &Config, demo: bool) -> Result<()> {
    mail::check(config)?;
    oidc::check(config)?;
    payments::check(config)?;
    payments::reference_rate(config)?;
    waitlist_webhook(config)?;
    master_key::find_previous(config)?;
    tracing_subscriber::EnvFilter::try_new(&config.log.filter).context("log.filter")?;
    let is_shared = config.database.url.0.starts_with("postgres");
    ensure!(
        demo || !(is_shared && config.secrets.master_key.is_empty()),
        "secrets.master_key is empty: servers that share a PostgreSQL database need the same key of at least 32 characters. \
         A key that a server has generated is in the file master.key of its data directory"
    );
    Ok(())
}

fn waitlist_webhook(config: &Config) -> Result<Option<FormWebhook>> {
    let url = &config.waitlist.webhook_url;
    let endpoint = (!url.is_empty()).then(|| FormWebhook::new(&url.0)).transpose();
    endpoint.context("waitlist.webhook_url")
}
