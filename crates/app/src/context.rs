//! The application context: database, clock, randomness, gateways and settings.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use secrecy::SecretString;
use tala_domain::money::ExchangeRate;
use tala_domain::pricing::FeeRules;
use tala_gateways::form_webhook::FormWebhook;
use tala_gateways::mail::Mailer;
use tala_gateways::oidc::Verifier;
use tala_gateways::razorpay::PaymentProvider;
use tala_gateways::vault::Vault;
use tala_store::Store;
use tokio::sync::Notify;
use uuid::Uuid;

/// Source of the current time: the system clock in production, a movable clock in tests and the demo.
pub trait Clock: Send + Sync {
    /// Returns the current instant.
    fn now(&self) -> Timestamp;
}

/// Source of randomness: the operating system in production, a seeded generator in simulations.
pub trait Entropy: Send + Sync {
    /// Fills the buffer with random bytes.
    fn fill(&self, buffer: &mut [u8]);
}

/// Settings from the operator's configuration.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The product's name (D1).
    pub product_name: String,
    /// Email address of support; also the recipient of support messages (D33).
    pub support_email: String,
    /// Postal address, shown in page footers.
    pub postal_address: String,
    /// Label and URL of each social media link.
    pub social_links: Vec<(String, String)>,
    /// Public base URL, without a trailing slash.
    pub public_url: String,
    /// Sender address of all mails and organizer of all calendar invitations.
    pub mail_from: String,
    /// OpenID Connect settings for the browser client.
    pub oidc_client: OidcClientSettings,
    /// Demo mode: the `/dev/…` endpoints exist.
    pub demo: bool,
    /// Sustained request rate for each client address, in requests per second; bursts may use four seconds' worth. 0
    /// disables the limit.
    pub requests_per_second: u32,
    /// Read the client address from `X-Forwarded-For`. Only safe behind a reverse proxy that sets the header.
    pub trust_proxy: bool,
    /// Rules for service fees and provider fees (D20, D21).
    pub fees: FeeRules,
    /// USD to INR rate for analytics that combine both currencies (D26).
    pub reference_rate: ReferenceRate,
    /// Notices to staff at the support address.
    pub staff_notices: StaffNotices,
    /// Webhook that receives new waitlist entries, if configured (D33).
    pub waitlist_webhook: Option<FormWebhook>,
    /// Link a sign-in with another provider to the person with its verified address without a code (D38).
    pub link_by_verified_email: bool,
}

/// Which mails staff receive at the support address.
#[derive(Clone, Copy, Debug)]
pub struct StaffNotices {
    /// New teacher applications.
    pub applications: bool,
    /// Support messages (D33).
    pub messages: bool,
    /// Refunds that failed repeatedly.
    pub failed_refunds: bool,
}

/// Price of one US dollar in Indian rupees, for analytics only. Charges and payouts never use it (D26).
#[derive(Clone, Debug)]
pub struct ReferenceRate {
    /// The rate.
    pub rate: ExchangeRate,
    /// Date of the rate, as displayed.
    pub as_of: String,
}

/// The payment provider's API client and credentials.
#[derive(Clone)]
pub struct Payments {
    /// API client.
    pub api: Arc<dyn PaymentProvider>,
    /// Public key id, sent to the browser.
    pub key_id: String,
    /// Key secret; verifies the signature of a payment proof that the browser submits.
    pub key_secret: SecretString,
    /// Secrets for webhook signatures: the current one and, during a rotation, the previous one.
    pub webhook_secrets: Vec<SecretString>,
    /// URL of the checkout script.
    pub checkout_script: String,
}

/// Accounts of the built-in issuer (D6). Accounts at a hosted identity provider are outside Tala's control and are never
/// deleted.
#[async_trait]
pub trait BuiltInAccounts: Send + Sync {
    /// Issuer URL, the `iss` claim of its tokens.
    fn issuer(&self) -> &str;

    /// Deletes an account and revokes its tokens. Does nothing if the account does not exist.
    ///
    /// # Errors
    /// A message for the log if the account cannot be deleted now.
    async fn delete(&self, account_id: Uuid) -> Result<(), String>;
}

/// OpenID Connect settings for the browser client.
#[derive(Clone, Debug)]
pub struct OidcClientSettings {
    /// Issuer URL.
    pub authority: String,
    /// Client id of the public client.
    pub client_id: String,
    /// Value of the `audience` parameter, if the identity provider requires one.
    pub audience: Option<String>,
    /// Requested scopes, separated by spaces.
    pub scope: String,
}

/// Shared handle of the application context; the state of all routers.
pub type Ctx = Arc<AppContext>;

/// Dependencies of all use cases.
pub struct AppContext {
    /// Database access.
    pub store: Store,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub entropy: Arc<dyn Entropy>,
    /// Verifier of access tokens.
    pub verifier: Verifier,
    /// Accounts of the built-in issuer; `None` with a hosted identity provider.
    pub built_in_accounts: Option<Arc<dyn BuiltInAccounts>>,
    /// Mail transport.
    pub mailer: Arc<dyn Mailer>,
    /// The payment provider. Without one, classes can only be booked with credits.
    pub payments: Option<Payments>,
    /// Encrypts account numbers and authenticator secrets.
    pub vault: Vault,
    /// The operator's settings.
    pub settings: Settings,
    /// Wakes the worker of this process after a commit that enqueued jobs.
    pub job_enqueued: Arc<Notify>,
}

impl AppContext {
    /// Returns the current instant of the configured clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns a new UUID v7 from the configured clock and randomness (D3).
    pub fn new_id(&self) -> Uuid {
        self.new_id_at(self.now())
    }

    /// Creates an id for a record of another time, such as demo data: lists are sorted by id.
    pub fn new_id_at(&self, at: Timestamp) -> Uuid {
        let mut random = [0; 10];
        self.entropy.fill(&mut random);
        let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }
}
