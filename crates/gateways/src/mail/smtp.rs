//! Mail over SMTP, encrypted unless the address says otherwise.

use std::time::Duration;

use async_trait::async_trait;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, PoolConfig};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

use super::{Composer, MailError, MailSettingsError, Mailer, OutgoingMail};

/// Answers about our own sign-in to the mail server, not about this mail: they wait for corrected settings.
const SIGN_IN_CODES: [u16; 4] = [530, 534, 535, 538];

/// How to reach the mail server.
#[derive(Clone, Debug)]
pub struct SmtpSettings {
    /// `smtp://user:password@host:587` (STARTTLS required), `smtps://…` (TLS from the start, 465), or, only for a
    /// server on this machine or one without a password, `smtp+insecure://…` (the same as `smtp://…?tls=none`).
    /// User and password are percent-encoded.
    pub url: SecretString,
    /// Time allowed for one command and its answer.
    pub command_timeout: Duration,
    /// Time allowed for a whole mail, connection included.
    pub send_timeout: Duration,
    /// Connections kept at most.
    pub max_connections: u32,
}

impl SmtpSettings {
    /// The usual limits for the server at `url`.
    pub fn new(url: SecretString) -> Self {
        Self { url, command_timeout: Duration::from_secs(15), send_timeout: Duration::from_secs(60), max_connections: 4 }
    }
}

/// Sends through one SMTP server, over a few connections that stay open.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    composer: Composer,
    send_timeout: Duration,
}

enum Protection {
    StartTls,
    Tls,
    Clear,
}

impl SmtpMailer {
    /// Reads the settings; nothing is sent yet. Needs no runtime, but sending does.
    pub fn new(settings: &SmtpSettings, composer: Composer) -> Result<Self, MailSettingsError> {
        let url = Url::parse(settings.url.expose_secret()).map_err(|error| bad(format!("not an address: {error}")))?;
        let protection = protection(&url)?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(|| bad("the host is missing"))?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let credentials = credentials(&url)?;
        if credentials.is_some() && matches!(protection, Protection::Clear) && !local(&host) {
            return Err(bad("a password is never sent without encryption to another machine"));
        }
        let parameters = || TlsParameters::new(host.clone()).map_err(|error| bad(format!("TLS: {error}")));
        let (tls, usual_port) = match protection {
            Protection::StartTls => (Tls::Required(parameters()?), 587),
            Protection::Tls => (Tls::Wrapper(parameters()?), 465),
            Protection::Clear => (Tls::None, 25),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(url.port().unwrap_or(usual_port))
            .tls(tls)
            .timeout(Some(settings.command_timeout))
            .pool_config(PoolConfig::new().max_size(settings.max_connections).idle_timeout(Duration::from_secs(60)));
        if let Some(credentials) = credentials {
            builder = builder.credentials(credentials);
        }
        if let Some(name) = hello_name(&composer) {
            builder = builder.hello_name(name);
        }
        Ok(Self { transport: builder.build(), composer, send_timeout: settings.send_timeout })
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError> {
        let message = self.composer.compose(mail)?;
        match tokio::time::timeout(self.send_timeout, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            // The server does not know SMTPUTF8, which only this address needs.
            Ok(Err(error)) if error.is_client() && !mail.to.address.is_ascii() => {
                Err(MailError::Permanent(error.to_string()))
            }
            Ok(Err(error)) => Err(classify(&error)),
            Err(_) => Err(MailError::Temporary("the mail server took too long".to_owned())),
        }
    }
}

/// A 5xx answer is final, unless it is about our own sign-in; everything else may pass (INTEGRATIONS §4).
fn classify(error: &Error) -> MailError {
    let code = error.status().map(u16::from);
    if error.is_permanent() && !code.is_some_and(|code| SIGN_IN_CODES.contains(&code)) {
        MailError::Permanent(error.to_string())
    } else {
        MailError::Temporary(error.to_string())
    }
}

fn protection(url: &Url) -> Result<Protection, MailSettingsError> {
    let asked = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    match (url.scheme(), asked.as_deref()) {
        ("smtp", None | Some("required")) => Ok(Protection::StartTls),
        ("smtps", None | Some("required")) => Ok(Protection::Tls),
        ("smtp+insecure", None) | ("smtp" | "smtp+insecure", Some("none")) => Ok(Protection::Clear),
        (_, Some(_)) => Err(bad("tls must be \"required\" or, with smtp://, \"none\"")),
        _ => Err(bad("must start with smtp://, smtps:// or smtp+insecure://")),
    }
}

fn credentials(url: &Url) -> Result<Option<Credentials>, MailSettingsError> {
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (_, None) | ("", Some(_)) => Err(bad("user and password go together")),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
    }
}

/// Undoes percent-encoding (RFC 3986 §2.1).
fn decoded(text: &str) -> Result<String, MailSettingsError> {
    // A form decoder would turn "+" into a space; a "+" in a password stands for itself.
    let query = format!("v={}", text.replace('+', "%2B"));
    let value = url::form_urlencoded::parse(query.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default();
    if value.contains(char::REPLACEMENT_CHARACTER) || value.contains(char::is_control) {
        return Err(bad("user or password is not valid percent-encoded text"));
    }
    Ok(value)
}

fn local(host: &str) -> bool {
    match Host::parse(host).or_else(|_| Host::parse(&format!("[{host}]"))) {
        Ok(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Err(_) => false,
    }
}

/// Says hello with the sender's domain: the machine's own name is often one that mail servers refuse.
fn hello_name(composer: &Composer) -> Option<ClientId> {
    let (_, domain) = composer.sender().address.rsplit_once('@')?;
    domain.is_ascii().then(|| ClientId::Domain(domain.to_owned()))
}

fn bad(message: impl Into<String>) -> MailSettingsError {
    MailSettingsError::new("url", message)
}
