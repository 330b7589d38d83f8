//! Builds the running services from the configuration.

use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use razorpay_sandbox::Sandbox;
use tala_app::context::{AppContext, BuiltInAccounts, Ctx, Settings, StaffNotices};
use tala_app::services::master_key_check::accept_new_key;
use tala_domain::audit_actions::AuditAction;
use tala_gateways::form_webhook::FormWebhook;
use tala_gateways::mail::Mailbox;
use tala_issuer::Issuer;
use tala_store::{Store, audit};
use tokio::sync::Notify;

use crate::config::Config;
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
    let vault = master_key::open_vault(config, &store).await?;
    // Commands that work on a demo database use its moved clock too, so that they agree with its server about the date.
    let is_demo_database = demo || audit::has_action(store.read(), AuditAction::DemoSeeded).await?;
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
        vault,
        settings: settings(config, demo)?,
        job_enqueued: Arc::new(Notify::new()),
    });
    Ok(Services { ctx, issuer, mailbox, sandbox, clock })
}

/// Builds all services for a command that does not serve requests. It neither creates nor migrates the database.
///
/// # Errors
/// As [`build`], and if the schema is not up to date.
pub async fn build_for_command(config: &Config) -> Result<Services> {
    check(config, false)?;
    database::require_current_schema(config).await?;
    build(config, false).await
}

/// Accepts the configured master key, or a new one, after the original was lost.
///
/// # Errors
/// As [`build_for_command`], except that the key is not checked.
pub async fn accept_new_master_key(config: &Config) -> Result<()> {
    check(config, false)?;
    database::require_current_schema(config).await?;
    let store = Store::open(&database::options(config)).await.context("cannot open the database (database.url)")?;
    accept_new_key(&store, &master_key::vault(config)?).await?;
    store.close().await;
    Ok(())
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
        staff_notices: StaffNotices {
            applications: config.mail.staff_applications,
            messages: config.mail.staff_messages,
            failed_refunds: config.mail.staff_failed_refunds,
        },
        waitlist_webhook: waitlist_webhook(config)?,
        link_by_verified_email: config.oidc.link_by_verified_email,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;
    use crate::config;

    fn config(dir: &Path, key: &str) -> Config {
        let values = [("DATA__DIR", dir.to_str().unwrap()), ("SECRETS__MASTER_KEY", key)];
        let environment: BTreeMap<_, _> =
            values.iter().map(|(name, value)| (format!("TALA__{name}"), (*value).to_owned())).collect();
        config::load(None, &environment).unwrap()
    }

    async fn start(config: &Config) -> Result<()> {
        let services = Box::pin(build(config, false)).await?;
        services.ctx.store.clone().close().await;
        Ok(())
    }

    async fn refusal(config: &Config) -> String {
        start(config).await.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn server_starts_only_with_the_key_of_its_database() {
        let dir = tempfile::tempdir().unwrap();
        let generated = config(dir.path(), "");
        start(&generated).await.unwrap();
        start(&generated).await.unwrap();
        let key_file = dir.path().join("master.key");
        let key = std::fs::read_to_string(&key_file).unwrap();

        std::fs::remove_file(&key_file).unwrap();
        let missing = refusal(&generated).await;
        assert!(missing.starts_with("the master key is missing") && missing.contains("docs/keys.md"), "{missing}");
        assert!(!key_file.exists(), "no other key is generated");
        let other = config(dir.path(), &"other key ".repeat(4));
        let wrong = refusal(&other).await;
        assert!(wrong.contains("not the one that this database was encrypted with"), "{wrong}");

        start(&config(dir.path(), key.trim())).await.unwrap();
        let mut changing = other.clone();
        changing.secrets.previous_master_key = config::Secret(key.trim().to_owned());
        start(&changing).await.unwrap();
        Box::pin(accept_new_master_key(&other)).await.unwrap();
        start(&other).await.unwrap();
        assert!(refusal(&config(dir.path(), key.trim())).await.contains("not the one"));
    }

    #[tokio::test]
    async fn commands_neither_create_nor_migrate_a_database() {
        let dir = tempfile::tempdir().unwrap();
        let config = config(dir.path(), "");
        let refuse = async || Box::pin(build_for_command(&config)).await.map(|_| ()).unwrap_err().to_string();
        assert!(refuse().await.contains("run `tala migrate` first"));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing was created");
        start(&config).await.unwrap();
        Box::pin(build_for_command(&config)).await.unwrap().ctx.store.clone().close().await;

        let store = Store::open(&database::options(&config)).await.unwrap();
        let delete = "DELETE FROM schema_migrations WHERE name = '0003_master_key_check'";
        let tx = store.begin().await.unwrap();
        tx.batch(&format!("{delete}; DROP TABLE master_key_checks")).await.unwrap();
        tx.commit().await.unwrap();
        store.close().await;
        assert!(refuse().await.contains("the database schema is older than this version of Tala"));
        start(&config).await.unwrap();
    }
}
