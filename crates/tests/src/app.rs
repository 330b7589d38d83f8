//! The whole application on its own database.

use std::sync::Arc;

use axum::Router;
use jiff::{SignedDuration, Timestamp};
use secrecy::SecretString;
use tala_app::context::{
    AppContext, BuiltInAccounts, Clock, Ctx, OidcClientSettings, Payments, ReferenceRate, Settings, StaffNotices,
};
use tala_domain::money::ExchangeRate;
use tala_domain::pricing::{BasisPoints, FeeRules, StudentFeeModel};
use tala_gateways::vault::Vault;
use tala_store::ledger::{self, Finding};
use tokio::sync::Notify;

use crate::clock::{FakeClock, START, SeededEntropy, at};
use crate::database::{Database, Fixture};
use crate::identity_provider::{AUDIENCE, ISSUER, IdentityProvider, Token};
use crate::mailer::RecordingMailer;

/// Clients, server and worker in one process, with a clock that the test sets.
#[derive(Clone)]
pub struct TestApp {
    pub ctx: Ctx,
    pub database: Database,
    pub clock: Arc<FakeClock>,
    /// Records sent mail.
    pub mailer: Arc<RecordingMailer>,
    /// The identity provider that signs access tokens.
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

    /// An application with this payment provider and this clock.
    pub async fn with_payments(database: Database, clock: Arc<FakeClock>, payments: Payments) -> Self {
        Self::assemble(database, settings(), clock, Arc::default(), Arc::default(), Some(payments), 1).await
    }

    /// Another server process on the same database, with the same clock, provider and mail server.
    pub async fn another_server(&self, seed: u64) -> Self {
        self.another_server_on(self.clock.clone(), seed).await
    }

    /// As [`Self::another_server`], with its own clock.
    pub async fn another_server_on(&self, clock: Arc<FakeClock>, seed: u64) -> Self {
        let (provider, mailer) = (self.provider.clone(), self.mailer.clone());
        let payments = self.ctx.payments.clone();
        Self::assemble(self.database.clone(), self.ctx.settings.clone(), clock, provider, mailer, payments, seed).await
    }

    /// The same server, with these accounts as its built-in issuer.
    #[must_use]
    pub fn with_own_accounts(self, built_in_accounts: Arc<dyn BuiltInAccounts>) -> Self {
        self.with_other(|parts| parts.built_in_accounts = Some(built_in_accounts))
    }

    /// The same server, restarted with other master keys.
    #[must_use]
    pub fn with_vault(self, vault: Vault) -> Self {
        self.with_other(|parts| parts.vault = vault)
    }

    fn with_other(self, change: impl FnOnce(&mut AppContext)) -> Self {
        let mut parts = AppContext {
            store: self.ctx.store.clone(),
            clock: self.clock.clone(),
            entropy: Arc::clone(&self.ctx.entropy),
            verifier: self.provider.verifier(),
            built_in_accounts: None,
            mailer: self.mailer.clone(),
            payments: self.ctx.payments.clone(),
            vault: vault(),
            settings: self.ctx.settings.clone(),
            job_enqueued: Arc::new(Notify::new()),
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
        let ctx = Ctx::new(AppContext {
            store: database.open().await,
            clock: clock.clone(),
            entropy: Arc::new(SeededEntropy::new(seed)),
            verifier: provider.verifier(),
            built_in_accounts: None,
            mailer: mailer.clone(),
            payments,
            vault: vault(),
            settings,
            job_enqueued: Arc::new(Notify::new()),
        });
        let router = tala_app::router::api(ctx.clone());
        Self { ctx, database, clock, mailer, provider, router }
    }

    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn advance(&self, by: SignedDuration) {
        self.clock.advance(by);
    }

    /// Runs all due jobs; returns the number of attempts.
    pub async fn work(&self) -> usize {
        tala_app::worker::run_due_jobs(&self.ctx).await.unwrap()
    }

    /// Signs an access token that is valid now.
    pub fn mint(&self, token: &Token) -> String {
        self.provider.mint(token, self.now())
    }

    /// Runs the ledger check (D18). An empty list means that the ledger is balanced.
    pub async fn ledger_findings(&self) -> Vec<Finding> {
        ledger::check(self.ctx.store.read()).await.unwrap()
    }

    /// Number of rows in a table.
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
        oidc_client: OidcClientSettings {
            authority: ISSUER.to_owned(),
            client_id: "tala-web".to_owned(),
            audience: Some(AUDIENCE.to_owned()),
            scope: "openid profile email offline_access".to_owned(),
        },
        demo: false,
        requests_per_second: 0,
        trust_proxy: false,
        fees: FeeRules {
            student: StudentFeeModel::Tiers,
            promotion_until: at("2025-07-25T18:30:00Z"),
            provider: BasisPoints(240),
        },
        reference_rate: ReferenceRate { rate: ExchangeRate::parse("80.00").unwrap(), as_of: "2026-01-31".to_owned() },
        staff_notices: StaffNotices { applications: true, messages: true, failed_refunds: true },
        waitlist_webhook: None,
        link_by_verified_email: false,
    }
}
