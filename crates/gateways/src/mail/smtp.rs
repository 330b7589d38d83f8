//! Mail over SMTP, encrypted unless the address says otherwise.
//!
//! The conversation is lettre's; the few connections that stay open are kept here. lettre's own pool takes a
//! connection back when a send is given up in the middle, and a late answer would then count for the next mail.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use url::{Host, Url};

use super::{Composer, MailError, MailSettingsError, Mailer, OutgoingMail};

/// Answers about our own sign-in to the mail server, not about this mail: they wait for corrected settings.
const SIGN_IN_CODES: [u16; 4] = [530, 534, 535, 538];
/// A connection that has been silent for longer is not used again; many servers have hung up by then.
const IDLE_SECONDS: u64 = 60;

/// How to reach the mail server.
#[derive(Clone, Debug)]
pub struct SmtpSettings {
    /// `smtp://user:password@host:587` (STARTTLS required), `smtps://…` (TLS from the start, 465), or, only for a
    /// server on this machine or one without a password, `smtp+insecure://…` (the same as `smtp://…?tls=none`).
    /// User and password are percent-encoded.
    pub url: SecretString,
    /// Time allowed to reach the server.
    pub connect_timeout: Duration,
    /// Time allowed for a whole mail, waiting for a connection included.
    pub send_timeout: Duration,
    /// Connections at one time; further mails wait.
    pub max_connections: usize,
}

impl SmtpSettings {
    /// The usual limits for the server at `url`.
    pub fn new(url: SecretString) -> Self {
        Self {
            url,
            connect_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(60),
            max_connections: 4,
        }
    }
}

/// Sends through one SMTP server, over a few connections that stay open.
pub struct SmtpMailer {
    server: Server,
    composer: Composer,
    send_timeout: Duration,
    slots: Semaphore,
    idle: Mutex<Vec<(Instant, AsyncSmtpConnection)>>,
}

/// Where the server is, and how to greet it.
struct Server {
    host: String,
    port: u16,
    protection: Protection,
    credentials: Option<Credentials>,
    hello: ClientId,
    connect_timeout: Duration,
}

enum Protection {
    StartTls(TlsParameters),
    Tls(TlsParameters),
    Clear,
}

impl SmtpMailer {
    /// Reads the settings; nothing is sent yet.
    pub fn new(settings: &SmtpSettings, composer: Composer) -> Result<Self, MailSettingsError> {
        if settings.max_connections == 0 {
            return Err(MailSettingsError::new("max_connections", "must be at least 1"));
        }
        Ok(Self {
            server: Server::new(settings, &composer)?,
            composer,
            send_timeout: settings.send_timeout,
            slots: Semaphore::new(settings.max_connections.min(Semaphore::MAX_PERMITS)),
            idle: Mutex::default(),
        })
    }

    /// Whoever gives up drops the connection with the future, so an unfinished conversation is never continued.
    async fn carry(&self, message: &Message) -> Result<(), Error> {
        // The semaphore is never closed.
        let _slot = self.slots.acquire().await.ok();
        let mut connection = match self.idle_connection().await {
            Some(connection) => connection,
            None => self.server.connect().await?,
        };
        connection.send(message.envelope(), &message.formatted()).await?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((Instant::now(), connection));
        Ok(())
    }

    /// A connection from an earlier mail that still answers.
    async fn idle_connection(&self) -> Option<AsyncSmtpConnection> {
        loop {
            let (since, mut connection) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if since.elapsed() < Duration::from_secs(IDLE_SECONDS)
                && timeout(self.server.connect_timeout, connection.test_connected()).await.unwrap_or(false)
            {
                return Some(connection);
            }
        }
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError> {
        let message = self.composer.compose(mail)?;
        match timeout(self.send_timeout, self.carry(&message)).await {
            Ok(Ok(())) => Ok(()),
            // The server does not know SMTPUTF8, which only this address needs.
            Ok(Err(error)) if error.is_client() && !mail.to.address.is_ascii() => {
                Err(MailError::Permanent(error.to_string()))
            }
            Ok(Err(error)) => Err(classify(&error)),
            Err(_) => Err(MailError::Temporary("the mail server took too long".to_owned())),
        }
    }
}

impl Server {
    fn new(settings: &SmtpSettings, composer: &Composer) -> Result<Self, MailSettingsError> {
        let url = Url::parse(settings.url.expose_secret()).map_err(|error| bad(format!("not an address: {error}")))?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(|| bad("the host is missing"))?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let (protection, usual_port) = protection(&url, &host)?;
        let credentials = credentials(&url)?;
        if credentials.is_some() && matches!(protection, Protection::Clear) && !local(&host) {
            return Err(bad("a password is never sent without encryption to another machine"));
        }
        let port = url.port().unwrap_or(usual_port);
        let hello = hello_name(composer);
        Ok(Self { host, port, protection, credentials, hello, connect_timeout: settings.connect_timeout })
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let place = (self.host.as_str(), self.port);
        let tls = if let Protection::Tls(parameters) = &self.protection { Some(parameters.clone()) } else { None };
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(place, Some(self.connect_timeout), &self.hello, tls, None).await?;
        if let Protection::StartTls(parameters) = &self.protection {
            connection.starttls(parameters.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
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

/// The encryption that the address asks for, and the port that usually goes with it.
fn protection(url: &Url, host: &str) -> Result<(Protection, u16), MailSettingsError> {
    let asked = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let parameters = || TlsParameters::new(host.to_owned()).map_err(|error| bad(format!("TLS: {error}")));
    match (url.scheme(), asked.as_deref()) {
        ("smtp", None | Some("required")) => Ok((Protection::StartTls(parameters()?), 587)),
        ("smtps", None | Some("required")) => Ok((Protection::Tls(parameters()?), 465)),
        ("smtp+insecure", None) | ("smtp" | "smtp+insecure", Some("none")) => Ok((Protection::Clear, 25)),
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
    let value =
        url::form_urlencoded::parse(query.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default();
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
fn hello_name(composer: &Composer) -> ClientId {
    let domain = composer.sender().address.rsplit_once('@').map(|(_, domain)| domain.to_owned());
    domain.map_or_else(ClientId::default, ClientId::Domain)
}

fn bad(message: impl Into<String>) -> MailSettingsError {
    MailSettingsError::new("url", message)
}
