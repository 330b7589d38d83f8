//! A served issuer with a separate database, a fake clock and a mailbox.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::Router;
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::Value;
use tala_db::{Connection, Database, Error, Options, Reader, Transaction};
use tala_issuer::{ClientConfig, Clock, Entropy, Issuer, IssuerConfig, Mailer, migrate};
use tempfile::TempDir;

/// The client's redirect URI. Tests never request it.
pub(crate) const CALLBACK: &str = "http://app.test/auth/callback";
pub(crate) const HOME: &str = "http://app.test/";
/// The client's `entry_uri`.
pub(crate) const ENTRY: &str = "http://app.test/at-home";
pub(crate) const CLIENT: &str = "web";
pub(crate) const MASTER_KEY: &str = "a master key for tests only, 32+ long";

pub(crate) struct FakeClock(AtomicI64);

impl FakeClock {
    pub(crate) fn advance_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        aws_lc_rs::rand::fill(bytes).unwrap();
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Mail {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
}

impl Mail {
    /// The six-digit code in the mail.
    pub(crate) fn code(&self) -> String {
        self.text.split_whitespace().find(|w| w.len() == 6 && w.bytes().all(|b| b.is_ascii_digit())).unwrap().to_owned()
    }

    pub(crate) fn has_code(&self) -> bool {
        self.text.split_whitespace().any(|w| w.len() == 6 && w.bytes().all(|b| b.is_ascii_digit()))
    }
}

#[derive(Default)]
pub(crate) struct Mailbox {
    pub(crate) mails: Mutex<Vec<Mail>>,
    pub(crate) is_failing: std::sync::atomic::AtomicBool,
}

#[async_trait]
impl Mailer for Mailbox {
    async fn send(&self, _name: &str, to: &str, subject: &str, text: &str, html: &str) -> Result<(), String> {
        if self.is_failing.load(Ordering::SeqCst) {
            return Err("the mail server is down".to_owned());
        }
        let mail = Mail { to: to.into(), subject: subject.into(), text: text.into(), html: html.into() };
        self.mails.lock().unwrap().push(mail);
        Ok(())
    }
}

pub(crate) struct TestServer {
    pub(crate) issuer: Issuer,
    pub(crate) url: String,
    pub(crate) clock: Arc<FakeClock>,
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) db: Database,
    pub(crate) http: reqwest::Client,
    _directory: TempDir,
}

impl TestServer {
    async fn start(db: Database, directory: TempDir, adjust: fn(&mut IssuerConfig)) -> Self {
        migrate(&db).await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/id", listener.local_addr().unwrap());
        let mut config = IssuerConfig::new(&url, "Tala", SecretString::from(MASTER_KEY));
        config.clients = vec![
            ClientConfig {
                client_id: CLIENT.into(),
                redirect_uris: vec![CALLBACK.into()],
                post_logout_redirect_uris: vec![HOME.into()],
                entry_uri: Some(ENTRY.into()),
            },
            ClientConfig {
                client_id: "other".into(),
                redirect_uris: vec!["https://other.test/cb?fixed=1".into()],
                post_logout_redirect_uris: vec!["https://other.test/bye".into()],
                entry_uri: None,
            },
        ];
        adjust(&mut config);
        let clock = Arc::new(FakeClock(AtomicI64::new(1_790_000_000_000_000)));
        let mailbox = Arc::new(Mailbox::default());
        let issuer = Issuer::new(config, db.clone(), clock.clone(), Arc::new(SystemEntropy), mailbox.clone()).unwrap();
        let app = Router::new().nest("/id", issuer.router());
        let service = app.into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { issuer, url, clock, mailbox, db, http, _directory: directory }
    }

    /// The latest mail to an address.
    pub(crate) fn mail_to(&self, address: &str) -> Mail {
        self.mailbox.mails.lock().unwrap().iter().rev().find(|mail| mail.to == address).unwrap().clone()
    }

    pub(crate) fn mail_count(&self) -> usize {
        self.mailbox.mails.lock().unwrap().len()
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap().json().await.unwrap()
    }

    /// Creates a confirmed account and returns its subject.
    pub(crate) async fn create_account(&self, email: &str, password: &str) -> String {
        self.issuer.create_account(email, "Meera Iyer", password, true).await.unwrap()
    }

    /// The result of a query for one integer.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        self.db.reader().query_one::<(i64,)>(sql, &[]).await.unwrap().0
    }

    /// Executes SQL directly.
    pub(crate) async fn batch(&self, sql: &str) {
        let batch = async |tx: Transaction| -> Result<(), Error> { tx.batch(sql).await };
        self.db.transaction(batch).await.unwrap();
    }
}

/// Runs a scenario on SQLite and, if `TALA_TEST_POSTGRES` is set, on PostgreSQL.
pub(crate) async fn for_each_database<F>(adjust: fn(&mut IssuerConfig), scenario: F)
where
    F: AsyncFn(TestServer),
{
    let (db, directory) = sqlite().await;
    Box::pin(scenario(TestServer::start(db, directory, adjust).await)).await;
    if let Ok(admin_url) = std::env::var("TALA_TEST_POSTGRES") {
        let admin = Reader::open(&admin_url).await.unwrap();
        let mut random = [0_u8; 8];
        SystemEntropy.fill(&mut random);
        let name = format!("issuer_test_{:016x}", u64::from_be_bytes(random));
        admin.query::<()>(&format!("CREATE DATABASE {name}"), &[]).await.unwrap();
        let mut url = url::Url::parse(&admin_url).unwrap();
        url.set_path(&name);
        let db = Database::open(&Options::new(url.as_str(), 8)).await.unwrap();
        let server = TestServer::start(db.clone(), TempDir::new().unwrap(), adjust).await;
        Box::pin(scenario(server)).await;
        db.close().await;
        admin.query::<()>(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"), &[]).await.unwrap();
    }
}

pub(crate) async fn sqlite() -> (Database, TempDir) {
    let directory = TempDir::new().unwrap();
    let url = format!("sqlite:{}", directory.path().join("issuer.db").display());
    (Database::open(&Options::new(url, 4)).await.unwrap(), directory)
}

/// Leaves the configuration unchanged.
pub(crate) fn default_config(_config: &mut IssuerConfig) {}

/// Trusts one proxy, so that tests can set the client address.
pub(crate) fn behind_proxy(config: &mut IssuerConfig) {
    config.trusted_proxies = 1;
}
