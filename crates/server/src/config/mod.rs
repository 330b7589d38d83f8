//! The configuration: defaults in the binary, overridden by a file, overridden by environment variables.

mod load;

use serde::{Deserialize, Serialize};

pub use load::{ConfigError, DEFAULTS, load};

/// A value that is hidden in logs and in `tala config check`.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl Secret {
    /// True if no value is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_empty() { "\"\"" } else { "\"(set, not shown)\"" })
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.is_empty() { "" } else { "(set, not shown)" })
    }
}

macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize, Serialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_doc])* pub $field: $kind,)+ }
    };
}

section! {
    /// The whole configuration. `default.toml` documents each key.
    Config {
        /// HTTP server.
        server: ServerConfig,
        /// The database.
        database: DatabaseConfig,
        /// The data directory.
        data: DataConfig,
        /// The OpenID Connect provider.
        oidc: OidcConfig,
        /// Outgoing mail.
        mail: MailConfig,
        /// The payment provider.
        payments: PaymentsConfig,
        /// Fees that students pay.
        fees: FeesConfig,
        /// Payouts to teachers.
        payouts: PayoutsConfig,
        /// Names and addresses shown to people.
        product: ProductConfig,
        /// The waitlist.
        waitlist: WaitlistConfig,
        /// Encryption keys.
        secrets: SecretsConfig,
        /// Logging.
        log: LogConfig,
    }
}

section! {
    /// HTTP server.
    ServerConfig {
        /// Address and port to listen on.
        listen: String,
        /// Public base URL, without a trailing slash.
        public_url: String,
        /// Read the client address from `X-Forwarded-For`.
        trust_proxy: bool,
        /// Sustained requests per second for each client address; 0 disables the limit.
        requests_per_second: u32,
        /// Bearer token for `/metrics`; empty allows only local connections.
        metrics_token: Secret,
    }
}

section! {
    /// The database.
    DatabaseConfig {
        /// `sqlite:` or `postgres:` URL; empty for SQLite in the data directory.
        url: Secret,
        /// URL of a PostgreSQL standby for long reads; empty for none.
        replica_url: Secret,
        /// Size of the connection pool.
        max_connections: u32,
    }
}

section! {
    /// The data directory.
    DataConfig {
        /// Path of the directory.
        dir: std::path::PathBuf,
    }
}

section! {
    /// The OpenID Connect provider.
    OidcConfig {
        /// Issuer URL; empty for the built-in issuer.
        issuer: String,
        /// Client id of the public client.
        client_id: String,
        /// Required audience of access tokens; empty for none.
        audience: String,
        /// Requested scopes.
        scope: String,
        /// Further origins for `connect-src` of the CSP, separated by spaces.
        connect_src_origins: String,
        /// Claim with the email address.
        email_claim: String,
        /// Claim with the verification state of the address.
        email_verified_claim: String,
        /// Claim with the display name.
        name_claim: String,
        /// Verify opaque tokens at the userinfo endpoint.
        userinfo_fallback: bool,
        /// Allow `http://` issuers on other machines.
        allow_insecure_http: bool,
        /// Link sign-ins with another provider by their verified address, without a code (D38).
        link_by_verified_email: bool,
    }
}

section! {
    /// Outgoing mail.
    MailConfig {
        /// SMTP URL; empty for the local mailbox.
        smtp_url: Secret,
        /// Sender address.
        from: String,
        /// Mail the support address about new teacher applications.
        staff_applications: bool,
        /// Mail support messages to the support address.
        staff_messages: bool,
        /// Mail the support address about refunds that failed repeatedly.
        staff_failed_refunds: bool,
    }
}

section! {
    /// The payment provider.
    PaymentsConfig {
        /// Key id; empty disables payments.
        key_id: String,
        /// Key secret.
        key_secret: Secret,
        /// Secret of webhook signatures.
        webhook_secret: Secret,
        /// Previous secret of webhook signatures.
        previous_webhook_secret: Secret,
        /// Base URL of the provider's API.
        api_url: String,
        /// URL of the checkout script.
        checkout_script_url: String,
    }
}

section! {
    /// Fees that students pay (D20, D21).
    FeesConfig {
        /// `tiers` or `flat`.
        student: String,
        /// Instant before which no service fee is charged.
        promotion_until: String,
        /// The provider's fee in basis points.
        provider_basis_points: u32,
    }
}

section! {
    /// Payouts to teachers (D26).
    PayoutsConfig {
        /// Rupees for one US dollar, as a decimal string.
        inr_per_usd: String,
        /// Date of the rate.
        rate_as_of: String,
    }
}

section! {
    /// Names and addresses shown to people (D1).
    ProductConfig {
        /// Product name.
        name: String,
        /// Email address of support.
        support_email: String,
        /// Postal address in footers.
        postal_address: String,
        /// Links in footers.
        social_links: Vec<SocialLink>,
        /// Quotation on the front page.
        testimonial: Testimonial,
    }
}

section! {
    /// A quotation on the front page.
    Testimonial {
        /// The quotation; empty for no testimonial.
        quote: String,
        /// Name of the person.
        name: String,
        /// Description of the person.
        about: String,
    }
}

section! {
    /// The waitlist (D33).
    WaitlistConfig {
        /// URL that receives each entry; empty for none.
        webhook_url: Secret,
    }
}

section! {
    /// A link in footers.
    SocialLink {
        /// Link text.
        label: String,
        /// Link target.
        url: String,
    }
}

section! {
    /// Encryption keys.
    SecretsConfig {
        /// Master key; empty for a generated one in the data directory.
        master_key: Secret,
        /// Previous master key, during a key change.
        previous_master_key: Secret,
    }
}

section! {
    /// Logging.
    LogConfig {
        /// Filter in the syntax of `tracing_subscriber::EnvFilter`.
        filter: String,
        /// `text` or `json`.
        format: String,
    }
}
