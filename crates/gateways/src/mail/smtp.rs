//! Delivery by SMTP, encrypted unless the URL disables it.
//!
//! `lettre` implements the protocol; this module pools the connections. The pool of `lettre` reuses a connection after a
//! send was cancelled in the middle, and the delayed reply would then be taken for that of the next mail.

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

/// Replies about authentication. They are temporary, because corrected settings resolve them.
const AUTHENTICATION_CODES: [u16; 4] = [530, 534, 535, 538];
/// Idle connections are discarded after this time; many servers close them.
const MAX_IDLE_SECONDS: u64 = 60;

/// The connection to the mail server.
#[derive(Clone, Debug)]
pub struct SmtpSettings {
    /// `smtp://user:password@host:587` (STARTTLS required), `smtps://…` (implicit TLS, port 465), or `smtp+insecure://…`
    /// (no encryption, the same as `smtp://…?tls=none`; only on the loopback interface or without a password). User and
    /// password are percent-encoded.
    pub url: SecretString,
    /// The time allowed to connect.
    pub connect_timeout: Duration,
    /// The time allowed for one mail, including the wait for a connection.
    pub send_timeout: Duration,
    /// The maximum number of concurrent connections; further mails wait.
    pub max_connections: usize,
}

impl SmtpSettings {
    /// Creates settings with default limits.
    pub fn new(url: SecretString) -> Self {
        Self {
            url,
            connect_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(60),
            max_connections: 4,
        }
    }
}

/// Sends mail through one SMTP server over pooled connections.
pub struct SmtpMailer {
    server: SmtpServer,
    composer: Composer,
    send_timeout: Duration,
    connections: Semaphore,
    idle: Mutex<Vec<(Instant, AsyncSmtpConnection)>>,
}

/// How to connect to the server.
struct SmtpServer {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    ehlo_name: ClientId,
    connect_timeout: Duration,
}

enum Encryption {
    StartTls(TlsParameters),
    ImplicitTls(TlsParameters),
    None,
}

impl SmtpMailer {
    /// Creates a mailer; connects on the first mail.
    ///
    /// # Errors
    /// [`MailSettingsError`] for an invalid or insecure setting.
    pub fn new(settings: &SmtpSettings, composer: Composer) -> Result<Self, MailSettingsError> {
        if settings.max_connections == 0 {
            return Err(MailSettingsError::new("max_connections", "must be at least 1"));
        }
        Ok(Self {
            server: SmtpServer::new(settings, &composer)?,
            composer,
            send_timeout: settings.send_timeout,
            connections: Semaphore::new(settings.max_connections.min(Semaphore::MAX_PERMITS)),
            idle: Mutex::default(),
        })
    }

    /// Sends one message. Cancellation drops the connection, so an incomplete exchange is never continued.
    async fn deliver(&self, message: &Message) -> Result<(), Error> {
        // The semaphore is never closed.
        let _permit = self.connections.acquire().await.ok();
        let mut connection = match self.idle_connection().await {
            Some(connection) => connection,
            None => self.server.connect().await?,
        };
        connection.send(message.envelope(), &message.formatted()).await?;
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((Instant::now(), connection));
        Ok(())
    }

    /// Returns an idle connection that still works, if there is one.
    async fn idle_connection(&self) -> Option<AsyncSmtpConnection> {
        loop {
            let (since, mut connection) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if since.elapsed() < Duration::from_secs(MAX_IDLE_SECONDS)
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
        match timeout(self.send_timeout, self.deliver(&message)).await {
            Ok(Ok(())) => Ok(()),
            // The server does not support SMTPUTF8, which only a non-ASCII address needs.
            Ok(Err(error)) if error.is_client() && !mail.to.address.is_ascii() => {
                Err(MailError::Permanent(error.to_string()))
            }
            Ok(Err(error)) => Err(classify(&error)),
            Err(_) => Err(MailError::Temporary("mail server timeout".to_owned())),
        }
    }
}

impl SmtpServer {
    fn new(settings: &SmtpSettings, composer: &Composer) -> Result<Self, MailSettingsError> {
        let url = Url::parse(settings.url.expose_secret()).map_err(|error| url_error(format!("not a URL: {error}")))?;
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or_else(|| url_error("host is missing"))?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let (encryption, default_port) = parse_encryption(&url, &host)?;
        let credentials = parse_credentials(&url)?;
        if credentials.is_some() && matches!(encryption, Encryption::None) && !is_loopback(&host) {
            return Err(url_error("a password requires encryption, except on the loopback interface"));
        }
        let port = url.port().unwrap_or(default_port);
        let ehlo_name = ehlo_name(composer);
        Ok(Self { host, port, encryption, credentials, ehlo_name, connect_timeout: settings.connect_timeout })
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let address = (self.host.as_str(), self.port);
        let tls =
            if let Encryption::ImplicitTls(parameters) = &self.encryption { Some(parameters.clone()) } else { None };
        let timeout = Some(self.connect_timeout);
        let mut connection = AsyncSmtpConnection::connect_tokio1(address, timeout, &self.ehlo_name, tls, None).await?;
        if let Encryption::StartTls(parameters) = &self.encryption {
            connection.starttls(parameters.clone(), &self.ehlo_name).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// A 5xx reply is permanent unless it is about authentication; everything else is temporary (docs/integrations.md §4).
fn classify(error: &Error) -> MailError {
    let code = error.status().map(u16::from);
    if error.is_permanent() && !code.is_some_and(|code| AUTHENTICATION_CODES.contains(&code)) {
        MailError::Permanent(error.to_string())
    } else {
        MailError::Temporary(error.to_string())
    }
}

/// Returns the encryption that the URL selects, and its default port.
fn parse_encryption(url: &Url, host: &str) -> Result<(Encryption, u16), MailSettingsError> {
    let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let parameters = || TlsParameters::new(host.to_owned()).map_err(|error| url_error(format!("TLS: {error}")));
    match (url.scheme(), tls.as_deref()) {
        ("smtp", None | Some("required")) => Ok((Encryption::StartTls(parameters()?), 587)),
        ("smtps", None | Some("required")) => Ok((Encryption::ImplicitTls(parameters()?), 465)),
        ("smtp+insecure", None) | ("smtp" | "smtp+insecure", Some("none")) => Ok((Encryption::None, 25)),
        (_, Some(_)) => Err(url_error("tls must be \"required\" or, with smtp://, \"none\"")),
        _ => Err(url_error("must start with smtp://, smtps:// or smtp+insecure://")),
    }
}

fn parse_credentials(url: &Url) -> Result<Option<Credentials>, MailSettingsError> {
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (_, None) | ("", Some(_)) => Err(url_error("user and password must be given together")),
        (user, Some(password)) => Ok(Some(Credentials::new(percent_decode(user)?, percent_decode(password)?))),
    }
}

/// Decodes percent-encoding (RFC 3986 §2.1).
fn percent_decode(text: &str) -> Result<String, MailSettingsError> {
    // The form decoder replaces "+" with a space, so "+" is escaped first.
    let query = format!("v={}", text.replace('+', "%2B"));
    let value =
        url::form_urlencoded::parse(query.as_bytes()).next().map(|(_, value)| value.into_owned()).unwrap_or_default();
    if value.contains(char::REPLACEMENT_CHARACTER) || value.contains(char::is_control) {
        return Err(url_error("user or password is not valid percent-encoded text"));
    }
    Ok(value)
}

fn is_loopback(host: &str) -> bool {
    match Host::parse(host).or_else(|_| Host::parse(&format!("[{host}]"))) {
        Ok(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Err(_) => false,
    }
}

/// Returns the domain of the sender as the name for `EHLO`; mail servers often reject the name of the machine.
fn ehlo_name(composer: &Composer) -> ClientId {
    let domain = composer.sender().address.rsplit_once('@').map(|(_, domain)| domain.to_owned());
    domain.map_or_else(ClientId::default, ClientId::Domain)
}

fn url_error(message: impl Into<String>) -> MailSettingsError {
    MailSettingsError::new("url", message)
}
