//! The parts of a running Tala, made from the settings.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use razorpay_sandbox::Sandbox;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use tala_app::context::{Ctx, Entropy as _, OwnAccounts, Parts as AppParts, Settings, SignIn};
use tala_gateways::forms::FormEndpoint;
use tala_gateways::mail::{Composer, Mailbox, Mailer, OutgoingMail, Party, SmtpMailer, SmtpSettings};
use tala_gateways::oidc::{KeySource, OidcError, OidcSettings, Verifier};
use tala_gateways::vault::Vault;
use tala_issuer::{ClientConfig, Issuer, IssuerConfig};
use tala_store::{Store, audit};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::config::{Config, Secret};
use crate::demo::marker::DEMO_SEEDED;
use crate::payments;
use crate::system::{SystemClock, SystemEntropy};

/// A running Tala, before it listens.
pub struct Parts {
    /// For the use cases.
    pub ctx: Ctx,
    /// The built-in issuer, unless another provider is configured.
    pub issuer: Option<Issuer>,
    /// The local mailbox, unless mail goes out by SMTP.
    pub mailbox: Option<Arc<Mailbox>>,
    /// The demo's own payment provider, unless another is configured.
    pub sandbox: Option<Sandbox>,
    /// The clock, for the demo to move.
    pub clock: Arc<SystemClock>,
}

/// Database connections of the built-in issuer.
const ISSUER_CONNECTIONS: u32 = 4;

/// Makes everything. `demo` turns on what only the demo has: `/dev/…`, which move its clock.
pub async fn build(config: &Config, demo: bool) -> Result<Parts> {
    check(config, demo)?;
    let folder = &config.data.folder;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the data folder {}", folder.display()))?;
    let (mailer, mailbox) = mail(config).await?;
    let store = Store::open(&database(config)).await.context("cannot open the database (database.url)")?;
    // The demo's clock also for the commands that work on its database: they must not live on another day than its server.
    let of_demo = demo || audit::has_action(store.read(), DEMO_SEEDED).await?;
    let clock = Arc::new(if of_demo { SystemClock::movable(folder.join("clock")) } else { SystemClock::default() });
    let issuer = match config.sign_in.issuer.is_empty() {
        true => Some(own_issuer(config, demo, Arc::clone(&clock), Arc::clone(&mailer)).await?),
        false => None,
    };
    let verifier = verifier(config, issuer.as_ref())?;
    let (sandbox, payments) = match payments::configured(config)? {
        None if demo => {
            let (sandbox, payments) = payments::sandbox(config, Arc::clone(&clock), &master_key(config)?)?;
            (Some(sandbox), Some(payments))
        }
        configured => (None, configured),
    };
    let own_accounts = issuer
        .clone()
        .map(|issuer| -> Arc<dyn OwnAccounts> { Arc::new(IssuerAccounts { issuer, url: own_issuer_url(config) }) });
    let ctx = Ctx::new(AppParts {
        store,
        clock: clock.clone(),
        entropy: Arc::new(SystemEntropy),
        verifier,
        own_accounts,
        mailer,
        payments,
        vault: vault(config)?,
        settings: settings(config, demo)?,
        work_filed: Arc::new(Notify::new()),
    });
    Ok(Parts { ctx, issuer, mailbox, sandbox, clock })
}

/// The configured database, or a SQLite file of this name in the data folder.
pub fn database_url(config: &Config, file: &str) -> String {
    if config.database.url.is_empty() {
        format!("sqlite://{}", config.data.folder.join(file).display())
    } else {
        config.database.url.0.clone()
    }
}

fn database(config: &Config) -> tala_db::Options {
    tala_db::Options {
        url: database_url(config, "tala.db"),
        replica_url: (!config.database.replica_url.is_empty()).then(|| config.database.replica_url.0.clone()),
        max_connections: config.database.max_connections,
    }
}

/// The file that a `sqlite:` URL names.
pub fn sqlite_file(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    Some(Path::new(path.split('?').next().unwrap_or(path)))
}

/// Where our own issuer lives.
pub fn own_issuer_url(config: &Config) -> String {
    format!("{}/id", config.server.public_url)
}

fn settings(config: &Config, demo: bool) -> Result<Settings> {
    let authority =
        if config.sign_in.issuer.is_empty() { own_issuer_url(config) } else { config.sign_in.issuer.clone() };
    Ok(Settings {
        product_name: config.product.name.clone(),
        support_email: config.product.support_email.clone(),
        postal_address: config.product.postal_address.clone(),
        social_links: config.product.social_links.iter().map(|l| (l.label.clone(), l.url.clone())).collect(),
        public_url: config.server.public_url.clone(),
        mail_from: config.mail.from.clone(),
        sign_in: SignIn {
            authority,
            client_id: config.sign_in.client_id.clone(),
            audience: Some(config.sign_in.audience.clone()).filter(|audience| !audience.is_empty()),
            scope: config.sign_in.scope.clone(),
        },
        demo,
        requests_per_second: config.server.requests_per_second,
        trust_proxy: config.server.trust_proxy,
        fees: payments::fees(config)?,
        reference_rate: payments::reference_rate(config)?,
        waitlist_forward: waitlist_forward(config)?,
    })
}

/// Refuses settings with which the program could not start, without touching anything.
pub fn check(config: &Config, demo: bool) -> Result<()> {
    let composer = composer(config)?;
    if !config.mail.smtp_url.is_empty() {
        smtp(config, composer)?;
    }
    oidc_settings(config, config.sign_in.issuer.is_empty()).check()?;
    payments::check(config)?;
    payments::reference_rate(config)?;
    waitlist_forward(config)?;
    previous_master_key(config)?;
    tracing_subscriber::EnvFilter::try_new(&config.log.filter).context("log.filter")?;
    let shared = config.database.url.0.starts_with("postgres");
    anyhow::ensure!(
        demo || !(shared && config.secrets.master_key.is_empty()),
        "secrets.master_key: servers that share a database need the same key; set it (at least 32 characters; a server that \
         made one itself has it in the file master.key of its data folder)"
    );
    Ok(())
}

fn waitlist_forward(config: &Config) -> Result<Option<FormEndpoint>> {
    let address = &config.waitlist.forward_url;
    let endpoint = (!address.is_empty()).then(|| FormEndpoint::new(&address.0)).transpose();
    endpoint.context("waitlist.forward_url")
}

fn composer(config: &Config) -> Result<Composer> {
    let from = Party { name: config.product.name.clone(), address: config.mail.from.clone() };
    let domain = config.mail.from.rsplit('@').next().unwrap_or("localhost");
    Composer::new(&from, domain).context("mail.from")
}

fn smtp(config: &Config, composer: Composer) -> Result<SmtpMailer> {
    let settings = SmtpSettings::new(SecretString::from(config.mail.smtp_url.0.clone()));
    SmtpMailer::new(&settings, composer).context("mail.smtp_url")
}

async fn mail(config: &Config) -> Result<(Arc<dyn Mailer>, Option<Arc<Mailbox>>)> {
    let composer = composer(config)?;
    if config.mail.smtp_url.is_empty() {
        let mailbox = Arc::new(Mailbox::open(config.data.folder.join("mailbox"), composer).await?);
        return Ok((mailbox.clone(), Some(mailbox)));
    }
    Ok((Arc::new(smtp(config, composer)?), None))
}

async fn own_issuer(config: &Config, demo: bool, clock: Arc<SystemClock>, mailer: Arc<dyn Mailer>) -> Result<Issuer> {
    let issuer_config = IssuerConfig {
        clients: vec![ClientConfig {
            client_id: config.sign_in.client_id.clone(),
            redirect_uris: vec![format!("{}/auth/callback", config.server.public_url)],
            post_logout_redirect_uris: vec![format!("{}/", config.server.public_url), config.server.public_url.clone()],
            // Without a code it takes whoever is signed in home.
            entry_uri: Some(format!("{}/auth/callback", config.server.public_url)),
        }],
        audience: config.sign_in.audience.clone(),
        show_mailbox_link: demo.then(|| "/dev/mailbox".to_owned()),
        trusted_proxies: usize::from(config.server.trust_proxy),
        previous_master_key: previous_master_key(config)?,
        ..IssuerConfig::new(&own_issuer_url(config), &config.product.name, master_key(config)?)
    };
    // On SQLite the issuer has a file of its own, so that its writes never wait for ours.
    let options = tala_db::Options::new(database_url(config, "issuer.db"), ISSUER_CONNECTIONS);
    let db = tala_db::Database::open(&options).await?;
    tala_issuer::migrate(&db).await?;
    let mail = Arc::new(IssuerMail { mailer, clock: clock.clone() });
    Ok(Issuer::new(issuer_config, db, clock, Arc::new(SystemEntropy), mail)?)
}

/// The configured key, or one made at the first start and kept, readable by its owner only, in the data folder.
fn master_key(config: &Config) -> Result<SecretString> {
    if let Some(key) = known_master_key(config)? {
        return Ok(key);
    }
    let path = key_file(config);
    let mut bytes = [0; 32];
    SystemEntropy.fill(&mut bytes);
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    write_private(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    read_key(&path)
}

/// The key as it is set, or in its file in the data folder.
fn known_master_key(config: &Config) -> Result<Option<SecretString>> {
    set_or_in_file(&config.secrets.master_key, &key_file(config))
}

/// The key before, while it is being changed: as it is set, or in its file in the data folder.
///
/// # Errors
/// When it cannot be read, or is the key of now, wherever each of them stands.
pub fn previous_master_key(config: &Config) -> Result<Option<SecretString>> {
    let previous = set_or_in_file(&config.secrets.previous_master_key, &previous_key_file(config))?;
    if let (Some(previous), Some(key)) = (&previous, known_master_key(config)?) {
        refuse_same(&key, previous)?;
    }
    Ok(previous)
}

fn set_or_in_file(set: &Secret, file: &Path) -> Result<Option<SecretString>> {
    if set.is_empty() {
        return file.exists().then(|| read_key(file)).transpose();
    }
    Ok(Some(SecretString::from(set.0.clone())))
}

/// Refuses a key before that is the key of now: there would be nothing to seal anew, and the old key would stay in force
/// unnoticed.
pub(crate) fn refuse_same(key: &SecretString, previous: &SecretString) -> Result<()> {
    anyhow::ensure!(
        key.expose_secret() != previous.expose_secret(),
        "the previous master key (secrets.previous_master_key, or previous-master.key in the data folder) is the same as \
         the master key (secrets.master_key, or master.key there), so the key is not changed at all: put the new one in \
         the place of the master key, or take the previous one away"
    );
    Ok(())
}

fn vault(config: &Config) -> Result<Vault> {
    let vault = Vault::new(&master_key(config)?)?;
    Ok(match previous_master_key(config)? {
        Some(previous) => vault.and_previous(&previous)?,
        None => vault,
    })
}

/// Where the key before is kept, if it was made at the first start.
pub fn previous_key_file(config: &Config) -> PathBuf {
    config.data.folder.join("previous-master.key")
}

/// Where the key is kept that is made at the first start.
pub fn key_file(config: &Config) -> PathBuf {
    config.data.folder.join("master.key")
}

/// Reads a key from its file.
pub fn read_key(path: &Path) -> Result<SecretString> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(SecretString::from(text.trim().to_owned()))
}

/// Writes a new file that only its owner can read.
///
/// # Errors
/// Also when there is such a file already.
pub fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn oidc_settings(config: &Config, own: bool) -> OidcSettings {
    let sign_in = &config.sign_in;
    let audience = Some(sign_in.audience.clone()).filter(|audience| !audience.is_empty());
    OidcSettings {
        client_id: Some(sign_in.client_id.clone()).filter(|id| !id.is_empty()),
        email_claim: sign_in.email_claim.clone(),
        email_verified_claim: sign_in.email_verified_claim.clone(),
        name_claim: sign_in.name_claim.clone(),
        userinfo_fallback: sign_in.userinfo_fallback,
        // Our own issuer runs here; whether its public address has TLS is the proxy's business.
        allow_insecure_http: sign_in.allow_insecure_http || own,
        ..OidcSettings::new(if own { own_issuer_url(config) } else { sign_in.issuer.clone() }, audience)
    }
}

fn verifier(config: &Config, issuer: Option<&Issuer>) -> Result<Verifier> {
    let settings = oidc_settings(config, issuer.is_some());
    match issuer {
        Some(issuer) => Ok(Verifier::new(settings, Arc::new(OwnKeys(issuer.clone())), None)?),
        None => Ok(Verifier::over_http(settings)?),
    }
}

/// The keys of the issuer in this process, without a detour over the network.
struct OwnKeys(Issuer);

#[async_trait]
impl KeySource for OwnKeys {
    async fn jwks(&self) -> Result<Value, OidcError> {
        self.0.jwks().await.map_err(|error| OidcError::Unavailable(error.to_string()))
    }
}

/// Accounts of the issuer in this process.
struct IssuerAccounts {
    issuer: Issuer,
    url: String,
}

#[async_trait]
impl OwnAccounts for IssuerAccounts {
    fn issuer(&self) -> &str {
        &self.url
    }

    async fn delete(&self, account_id: Uuid) -> Result<(), String> {
        let deleted = self.issuer.delete_account(&account_id.to_string()).await;
        deleted.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// The issuer's mails go the way of all others.
struct IssuerMail {
    mailer: Arc<dyn Mailer>,
    clock: Arc<SystemClock>,
}

#[async_trait]
impl tala_issuer::Mailer for IssuerMail {
    async fn send(&self, name: &str, address: &str, subject: &str, text: &str, html: &str) -> Result<(), String> {
        let mut random = [0; 16];
        SystemEntropy.fill(&mut random);
        let mail = OutgoingMail {
            message_id: format!("id-{:032x}", u128::from_be_bytes(random)),
            date: self.clock.now(),
            to: Party { name: name.to_owned(), address: address.to_owned() },
            reply_to: None,
            subject: subject.to_owned(),
            text: text.to_owned(),
            html: html.to_owned(),
            invitation: None,
            headers: Vec::new(),
        };
        self.mailer.send(&mail).await.map_err(|error| error.to_string())
    }
}
