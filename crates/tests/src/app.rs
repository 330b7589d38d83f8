//! The whole application on a database of its own.

use std::sync::Arc;

use axum::Router;
use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use tala_app::context::{Clock, Ctx, OwnAccounts, Parts, Payments, ReferenceRate, Settings, SignIn};
use tala_domain::money::ExchangeRate;
use tala_domain::pricing::{BasisPoints, FeeRules, StudentFees};
use tala_gateways::vault::Vault;
use tala_store::ledger::{self, Finding};
use tokio::sync::Notify;

use crate::clock::{FakeClock, START, SeededEntropy, at};
use crate::database::{Database, Fixture};
use crate::identity_provider::{AUDIENCE, ISSUER, IdentityProvider, Token};
use crate::mailer::RecordingMailer;

/// Clients, server and worker in one process, with a clock that the test moves.
#[derive(Clone)]
pub struct TestApp {
    /// What every use case is handed.
    pub ctx: Ctx,
    /// The database behind it.
    pub database: Database,
    /// Time.
    pub clock: Arc<FakeClock>,
    /// Where mail ends.
    pub mailer: Arc<RecordingMailer>,
    /// Who signs people in.
    pub provider: Arc<IdentityProvider>,
    router: Router,
}

impl Fixture for TestApp {
    async fn on(database: Database) -> Self {
        Self::with(database, |_| {}).await
    }
}

impl TestApp {
    /// An application with other settings.
    pub async fn with(database: Database, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = settings();
        change(&mut settings);
        let clock = Arc::new(FakeClock::new(at(START)));
        Self::assemble(database, settings, clock, Arc::default(), Arc::default(), None, 1).await
    }

    /// An application that takes money through this provider, on this clock.
    pub async fn with_payments(database: Database, clock: Arc<FakeClock>, payments: Payments) -> Self {
        Self::assemble(database, settings(), clock, Arc::default(), Arc::default(), Some(payments), 1).await
    }

    /// Another server process on the same database, with the same clock, provider and mail server.
    pub async fn another_server(&self, seed: u64) -> Self {
        self.another_server_on(self.clock.clone(), seed).await
    }

    /// The same with a clock of its own, which may go wrong.
    pub async fn another_server_on(&self, clock: Arc<FakeClock>, seed: u64) -> Self {
        let (provider, mailer) = (self.provider.clone(), self.mailer.clone());
        let payments = self.ctx.payments.clone();
        Self::assemble(self.database.clone(), self.ctx.settings.clone(), clock, provider, mailer, payments, seed).await
    }

    /// The same server, where people sign in with the built-in issuer that has these accounts.
    #[must_use]
    pub fn with_own_accounts(self, own_accounts: Arc<dyn OwnAccounts>) -> Self {
        self.with_other(|parts| parts.own_accounts = Some(own_accounts))
    }

    /// The same server, started anew with other master keys.
    #[must_use]
    pub fn with_vault(self, vault: Vault) -> Self {
        self.with_other(|parts| parts.vault = vault)
    }

    fn with_other(self, change: impl FnOnce(&mut Parts)) -> Self {
        let mut parts = Parts {
            store: self.ctx.store.clone(),
            clock: self.clock.clone(),
            entropy: Arc::clone(&self.ctx.entropy),
            verifier: self.provider.verifier(),
            own_accounts: None,
            mailer: self.mailer.clone(),
            payments: self.ctx.payments.clone(),
            vault: vault(),
            settings: self.ctx.settings.clone(),
            work_filed: Arc::new(Notify::new()),
        };
        change(&mut parts);
        let ctx = Ctx::new(parts);
        Self { router: tala_app::router::api(ctx.clone()), ctx, ..self }
    }

    async fn assemble(
        database: Database,
        settings: Settings,
        clock: Arc<FakeClock>,
        provider: Arc<IdentityProvider>,
        mailer: Arc<RecordingMailer>,
        payments: Option<Payments>,
        seed: u64,
    ) -> Self {
        let ctx = Ctx::new(Parts {
            store: database.open().await,
            clock: clock.clone(),
            entropy: Arc::new(SeededEntropy::new(seed)),
            verifier: provider.verifier(),
            own_accounts: None,
            mailer: mailer.clone(),
            payments,
            vault: vault(),
            settings,
            work_filed: Arc::new(Notify::new()),
        });
        let router = tala_app::router::api(ctx.clone());
        Self { ctx, database, clock, mailer, provider, router }
    }

    /// The routes, to be asked once.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// What the clock shows.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Moves the clock.
    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Lets the worker do everything that is due; returns how many pieces of work it tried.
    pub async fn work(&self) -> usize {
        tala_app::worker::run_due_jobs(&self.ctx).await.unwrap()
    }

    /// A fresh access token.
    pub fn mint(&self, token: &Token) -> String {
        self.provider.mint(token, self.now())
    }

    /// What the ledger check finds (D18); nothing, if all is well.
    pub async fn ledger_findings(&self) -> Vec<Finding> {
        ledger::check(self.ctx.store.read()).await.unwrap()
    }

    /// How many rows a table has.
    pub async fn count(&self, table: &str) -> i64 {
        crate::raw::count(&self.ctx.store, table).await
    }
}

/// The master key of every test.
pub const MASTER_KEY: &str = "a master key of the tests, long enough";

fn vault() -> Vault {
    Vault::new(&SecretString::from(MASTER_KEY)).unwrap()
}

fn settings() -> Settings {
    Settings {
        product_name: "Tala".to_owned(),
        support_email: "help@tala.test".to_owned(),
        postal_address: "1 Temple Street, Chennai".to_owned(),
        social_links: vec![("Instagram".to_owned(), "https://instagram.test/tala".to_owned())],
        public_url: "https://tala.test".to_owned(),
        mail_from: "classes@tala.test".to_owned(),
        sign_in: SignIn {
            authority: ISSUER.to_owned(),
            client_id: "tala-web".to_owned(),
            audience: Some(AUDIENCE.to_owned()),
            scope: "openid profile email offline_access".to_owned(),
        },
        demo: false,
        requests_per_second: 0,
        trust_proxy: false,
        fees: FeeRules {
            student: StudentFees::Tiers,
            promotion_until: at("2025-07-25T18:30:00Z"),
            provider: BasisPoints(240),
        },
        reference_rate: ReferenceRate { rate: ExchangeRate::parse("80.00").unwrap(), as_of: "2026-01-31".to_owned() },
        waitlist_forward: None,
    }
}
