//! Settings: the commented defaults in the binary, a file, the environment; later wins.

mod load;

use serde::{Deserialize, Serialize};

pub use load::{ConfigError, DEFAULTS, load};

/// A value that never shows in logs or printed settings.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl Secret {
    /// True when nothing was set.
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
    /// Everything that can be set; `default.toml` says what each means.
    Config {
        /// Listening and limits.
        server: ServerConfig,
        /// The database.
        database: DatabaseConfig,
        /// Files of the built-in parts.
        data: DataConfig,
        /// The OpenID provider.
        sign_in: SignInConfig,
        /// Outgoing mail.
        mail: MailConfig,
        /// The payment provider.
        payments: PaymentsConfig,
        /// What students pay on top.
        fees: FeesConfig,
        /// What teachers are paid.
        payouts: PayoutsConfig,
        /// Names and addresses.
        product: ProductConfig,
        /// Visitors without an invite code.
        waitlist: WaitlistConfig,
        /// Keys.
        secrets: SecretsConfig,
        /// Logging.
        log: LogConfig,
    }
}

section! {
    /// Listening and limits.
    ServerConfig {
        /// Address and port.
        listen: String,
        /// Where browsers reach us.
        public_url: String,
        /// Take the client's address from `X-Forwarded-For`.
        trust_proxy: bool,
        /// Sustained requests a second for each address; 0 is no limit.
        requests_per_second: u32,
        /// Bearer token for `/metrics` from elsewhere.
        metrics_token: Secret,
    }
}

section! {
    /// The database.
    DatabaseConfig {
        /// `sqlite:` or `postgres:` URL; may hold a password.
        url: Secret,
        /// A PostgreSQL standby for long reads, which may lag behind; may hold a password. Empty for none.
        replica_url: Secret,
        /// Connections.
        max_connections: u32,
    }
}

section! {
    /// Files of the built-in parts.
    DataConfig {
        /// The folder.
        folder: std::path::PathBuf,
    }
}

section! {
    /// The OpenID provider.
    SignInConfig {
        /// Empty for our own.
        issuer: String,
        /// Our public client.
        client_id: String,
        /// Audience of access tokens, or empty.
        audience: String,
        /// Scopes to ask for.
        scope: String,
        /// Further origins of the provider that the browser calls.
        other_origins: String,
        /// Claim with the address.
        email_claim: String,
        /// Claim that says it is verified.
        email_verified_claim: String,
        /// Claim with the name.
        name_claim: String,
        /// Opaque tokens through userinfo.
        userinfo_fallback: bool,
        /// `http://` issuers elsewhere.
        allow_insecure_http: bool,
    }
}

section! {
    /// Outgoing mail.
    MailConfig {
        /// Empty for the local mailbox.
        smtp_url: Secret,
        /// Sender.
        from: String,
    }
}

section! {
    /// The payment provider.
    PaymentsConfig {
        /// Public half of the key; empty for no payments.
        key_id: String,
        /// Secret half.
        key_secret: Secret,
        /// Signs webhooks.
        webhook_secret: Secret,
        /// Signed them before.
        previous_webhook_secret: Secret,
        /// The provider's API.
        api_url: String,
        /// The script that browsers load.
        checkout_script: String,
    }
}

section! {
    /// What students pay on top (D20, D21).
    FeesConfig {
        /// `tiers` or `flat`.
        student: String,
        /// An instant.
        promotion_until: String,
        /// Hundredths of a percent.
        provider_basis_points: u32,
    }
}

section! {
    /// What teachers are paid (D26).
    PayoutsConfig {
        /// Rupees for a dollar, as decimal text.
        inr_per_usd: String,
        /// The day of that rate.
        rate_as_of: String,
    }
}

section! {
    /// Names and addresses (D1).
    ProductConfig {
        /// The product's name.
        name: String,
        /// Where people write to.
        support_email: String,
        /// For footers.
        postal_address: String,
        /// For footers.
        social_links: Vec<SocialLink>,
        /// For the front page.
        testimonial: Testimonial,
    }
}

section! {
    /// One person's word on the front page.
    Testimonial {
        /// What they say; empty for no testimonial.
        quote: String,
        /// Who says it.
        name: String,
        /// And who that is.
        about: String,
    }
}

section! {
    /// Visitors without an invite code (D33).
    WaitlistConfig {
        /// Where entries are passed on to; empty for nowhere.
        forward_url: Secret,
    }
}

section! {
    /// One social link.
    SocialLink {
        /// What it says.
        label: String,
        /// Where it leads.
        url: String,
    }
}

section! {
    /// Keys.
    SecretsConfig {
        /// Encrypts keys at rest.
        master_key: Secret,
        /// Encrypted them before.
        previous_master_key: Secret,
    }
}

section! {
    /// Logging.
    LogConfig {
        /// `tracing` filter.
        filter: String,
        /// `text` or `json`.
        format: String,
    }
}
