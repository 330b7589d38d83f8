//! The identity provider: the built-in issuer or a hosted one, and the verification of its access tokens.

use std::sync::Arc;

use anyhow::Result;
use async_trait::async_trait;
use serde_json::Value;
use tala_app::context::{BuiltInAccounts, OidcClientSettings};
use tala_gateways::mail::Mailer;
use tala_gateways::oidc::{KeySource, OidcError, OidcSettings, Verifier};
use tala_issuer::{ClientConfig, Issuer, IssuerConfig};
use uuid::Uuid;

use crate::config::Config;
use crate::mail::IssuerMailer;
use crate::system::{SystemClock, SystemEntropy};
use crate::{database, master_key};

/// Database connections of the built-in issuer.
const ISSUER_CONNECTIONS: u32 = 4;

/// Returns the URL of the built-in issuer.
pub fn built_in_issuer_url(config: &Config) -> String {
    format!("{}/id", config.server.public_url)
}

/// Returns the URL of the issuer in use.
pub(crate) fn issuer_url(config: &Config) -> String {
    if is_built_in(config) { built_in_issuer_url(config) } else { config.oidc.issuer.clone() }
}

fn is_built_in(config: &Config) -> bool {
    config.oidc.issuer.is_empty()
}

/// Validates the configuration without a request to the provider.
pub(crate) fn check(config: &Config) -> Result<()> {
    Ok(verifier_settings(config).check()?)
}

/// Returns the built-in issuer, unless a hosted provider is configured.
pub(crate) async fn built_in_issuer(
    config: &Config,
    demo: bool,
    clock: Arc<SystemClock>,
    mailer: Arc<dyn Mailer>,
) -> Result<Option<Issuer>> {
    if !is_built_in(config) {
        return Ok(None);
    }
    let public_url = &config.server.public_url;
    let issuer_config = IssuerConfig {
        clients: vec![ClientConfig {
            client_id: config.oidc.client_id.clone(),
            redirect_uris: vec![format!("{public_url}/auth/callback")],
            post_logout_redirect_uris: vec![format!("{public_url}/"), public_url.clone()],
            // Opened without a code, the callback redirects signed-in people to their start page.
            entry_uri: Some(format!("{public_url}/auth/callback")),
        }],
        audience: config.oidc.audience.clone(),
        terms_url: Some(format!("{public_url}/terms")),
        privacy_url: Some(format!("{public_url}/privacy-policy")),
        sign_in_url: Some(format!("{public_url}/#sign-in")),
        demo_mailbox_url: demo.then(|| "/dev/mailbox".to_owned()),
        trusted_proxies: usize::from(config.server.trust_proxy),
        previous_master_key: master_key::find_previous(config)?,
        ..IssuerConfig::new(&built_in_issuer_url(config), &config.product.name, master_key::load_or_create(config)?)
    };
    // SQLite has one writer for each file: in a separate one the issuer's writes never wait for the application's.
    let options = tala_db::Options::new(database::url(config, "issuer.db"), ISSUER_CONNECTIONS);
    let db = tala_db::Database::open(&options).await?;
    tala_issuer::migrate(&db).await?;
    let mailer = Arc::new(IssuerMailer { mailer, clock: clock.clone() });
    Ok(Some(Issuer::new(issuer_config, db, clock, Arc::new(SystemEntropy), mailer)?))
}

/// Returns the settings of the browser client.
pub(crate) fn client_settings(config: &Config) -> OidcClientSettings {
    OidcClientSettings {
        authority: issuer_url(config),
        client_id: config.oidc.client_id.clone(),
        audience: audience(config),
        scope: config.oidc.scope.clone(),
    }
}

fn audience(config: &Config) -> Option<String> {
    Some(config.oidc.audience.clone()).filter(|audience| !audience.is_empty())
}

fn verifier_settings(config: &Config) -> OidcSettings {
    let oidc = &config.oidc;
    OidcSettings {
        client_id: Some(oidc.client_id.clone()).filter(|id| !id.is_empty()),
        email_claim: oidc.email_claim.clone(),
        email_verified_claim: oidc.email_verified_claim.clone(),
        name_claim: oidc.name_claim.clone(),
        userinfo_fallback: oidc.userinfo_fallback,
        // The built-in issuer is called in process; TLS at its public address is the proxy's concern.
        allow_insecure_http: oidc.allow_insecure_http || is_built_in(config),
        ..OidcSettings::new(issuer_url(config), audience(config))
    }
}

/// Returns the verifier of access tokens. It reads the built-in issuer's keys in process and a hosted provider's over HTTP.
pub(crate) fn verifier(config: &Config, issuer: Option<&Issuer>) -> Result<Verifier> {
    let settings = verifier_settings(config);
    match issuer {
        Some(issuer) => Ok(Verifier::new(settings, Arc::new(IssuerKeys(issuer.clone())), None)?),
        None => Ok(Verifier::over_http(settings)?),
    }
}

struct IssuerKeys(Issuer);

#[async_trait]
impl KeySource for IssuerKeys {
    async fn jwks(&self) -> Result<Value, OidcError> {
        self.0.jwks().await.map_err(|error| OidcError::Unavailable(error.to_string()))
    }
}

/// Accounts of the built-in issuer, as the application uses them.
pub(crate) struct IssuerAccounts {
    pub(crate) issuer: Issuer,
    pub(crate) url: String,
}

#[async_trait]
impl BuiltInAccounts for IssuerAccounts {
    fn issuer(&self) -> &str {
        &self.url
    }

    async fn delete(&self, account_id: Uuid) -> Result<(), String> {
        let deleted = self.issuer.delete_account(&account_id.to_string()).await;
        deleted.map(|_| ()).map_err(|error| error.to_string())
    }
}
