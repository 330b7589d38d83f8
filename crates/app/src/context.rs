//! What every use case is handed: the database, the clock, randomness, the outside world, the settings.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;
use tala_domain::money::ExchangeRate;
use tala_domain::pricing::FeeRules;
use tala_gateways::forms::FormEndpoint;
use tala_gateways::mail::Mailer;
use tala_gateways::oidc::Verifier;
use tala_gateways::razorpay::PaymentProvider;
use tala_gateways::vault::Vault;
use tala_store::Store;
use tokio::sync::Notify;
use uuid::Uuid;

/// Tells the time. The product runs on the system's clock, tests and the demo on one that can be moved.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// Gives randomness. The product uses the system's, simulations a seeded one.
pub trait Entropy: Send + Sync {
    /// Fills the buffer.
    fn fill(&self, buffer: &mut [u8]);
}

/// What the operator has settled.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The product's name (D1).
    pub product_name: String,
    /// Where people write to.
    pub support_email: String,
    /// The postal address in footers.
    pub postal_address: String,
    /// Label and address of each social link.
    pub social_links: Vec<(String, String)>,
    /// Where browsers reach us, without a trailing slash.
    pub public_url: String,
    /// Sender of all mails, and organiser of all invitations.
    pub mail_from: String,
    /// Sign-in as the browser needs it.
    pub sign_in: SignIn,
    /// Demo mode: `/dev/…` exists.
    pub demo: bool,
    /// Requests each address may make in a second, sustained; bursts of four times that.
    pub requests_per_second: u32,
    /// Take the client's address from `X-Forwarded-For`, because a proxy of ours sets it.
    pub trust_proxy: bool,
    /// How service and provider fees are reckoned (D20, D21).
    pub fees: FeeRules,
    /// Rupees for a dollar, for figures that put both currencies together (D26).
    pub reference_rate: ReferenceRate,
    /// Where entries of the waitlist are passed on to, if anywhere (D33).
    pub waitlist_forward: Option<FormEndpoint>,
}

/// What a dollar is worth in rupees, for figures only: nobody is charged or paid by it (D26).
#[derive(Clone, Debug)]
pub struct ReferenceRate {
    /// The rate.
    pub rate: ExchangeRate,
    /// The day from which it is, as it is shown.
    pub as_of: String,
}

/// The payment provider, as the use cases need it.
#[derive(Clone)]
pub struct Payments {
    /// Its API.
    pub api: Arc<dyn PaymentProvider>,
    /// Public half of the provider's key, for the browser.
    pub key_id: String,
    /// Secret half: signs what the browser brings back.
    pub key_secret: SecretString,
    /// Secrets that sign the provider's webhooks: the current one, and the one before while it is being changed.
    pub webhook_secrets: Vec<SecretString>,
    /// Address of the checkout script.
    pub checkout_script: String,
}

/// The accounts of the built-in issuer, where people sign in with that (D6). Accounts with a hosted provider are the
/// provider's: nobody is deleted there.
#[async_trait]
pub trait OwnAccounts: Send + Sync {
    /// The issuer's name, as its tokens say it.
    fn issuer(&self) -> &str;

    /// Deletes the account of a subject, unless that was done before, and ends what is signed in with it.
    ///
    /// # Errors
    /// A sentence for the log when it could not be done now.
    async fn delete(&self, account_id: Uuid) -> Result<(), String>;
}

/// The OpenID Connect settings that the browser needs.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The issuer.
    pub authority: String,
    /// Our public client there.
    pub client_id: String,
    /// The audience to ask for, where the provider wants one.
    pub audience: Option<String>,
    /// The scopes to ask for.
    pub scope: String,
}

/// The context. Cheap to clone.
#[derive(Clone)]
pub struct Ctx(Arc<Parts>);

/// What a context is made of.
pub struct Parts {
    /// The database.
    pub store: Store,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub entropy: Arc<dyn Entropy>,
    /// Checks access tokens.
    pub verifier: Verifier,
    /// The built-in issuer's accounts, unless people sign in elsewhere.
    pub own_accounts: Option<Arc<dyn OwnAccounts>>,
    /// Sends mail.
    pub mailer: Arc<dyn Mailer>,
    /// The payment provider. Without one, classes are booked with credits only.
    pub payments: Option<Payments>,
    /// Seals account numbers.
    pub vault: Vault,
    /// The operator's settings.
    pub settings: Settings,
    /// Wakes the worker of this process after a commit that filed work.
    pub work_filed: Arc<Notify>,
}

impl std::ops::Deref for Ctx {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Ctx {
    /// A context of these parts.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// Now, by our clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A new UUID v7, made of our clock and our randomness (D3).
    pub fn new_id(&self) -> Uuid {
        let mut random = [0; 10];
        self.entropy.fill(&mut random);
        let millis = u64::try_from(self.now().as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}
