//! What every use case is handed: the database, the clock, randomness, the outside world, the settings.

use std::sync::Arc;

use jiff::Timestamp;
use secrecy::SecretString;
use tala_domain::pricing::FeeRules;
use tala_gateways::mail::Mailer;
use tala_gateways::oidc::Verifier;
use tala_gateways::razorpay::PaymentProvider;
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
}

/// The payment provider, as the use cases need it.
#[derive(Clone)]
pub struct Payments {
    /// Makes orders, tells about payments, sends refunds.
    pub provider: Arc<dyn PaymentProvider>,
    /// Public half of the provider's key, for the browser.
    pub key_id: String,
    /// Secret half: signs what the browser brings back.
    pub key_secret: SecretString,
    /// Secrets that sign the provider's webhooks: the current one, and the one before while it is being changed.
    pub webhook_secrets: Vec<SecretString>,
    /// Address of the checkout script.
    pub checkout_script: String,
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
    /// Sends mail.
    pub mailer: Arc<dyn Mailer>,
    /// The payment provider. Without one, classes are booked with credits only.
    pub payments: Option<Payments>,
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
