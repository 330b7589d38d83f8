//! The payment provider: Razorpay, a sandbox elsewhere, or the demo's built-in sandbox.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use razorpay_sandbox::{Sandbox, Webhook};
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::context::{Payments, ReferenceRate};
use tala_domain::money::ExchangeRate;
use tala_domain::pricing::{BasisPoints, FeeRules, StudentFeeModel};
use tala_gateways::razorpay::{Razorpay, RazorpaySettings};

use crate::config::Config;
use crate::system::SystemClock;

/// Path of the built-in sandbox on the demo's server.
pub const SANDBOX_PATH: &str = "/razorpay-sandbox";
const SANDBOX_KEY: &str = "rzp_test_TalaDemo";
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Validates the configuration of payments and fees.
///
/// # Errors
/// With the name of the first invalid key.
pub fn check(config: &Config) -> Result<()> {
    let payments = &config.payments;
    fees(config)?;
    if payments.key_id.is_empty() {
        ensure!(payments.key_secret.is_empty(), "payments.key_id must be set when payments.key_secret is set");
        return Ok(());
    }
    ensure!(
        !payments.webhook_secret.is_empty(),
        "payments.webhook_secret must be set: create the webhook at the payment provider"
    );
    url::Url::parse(&payments.checkout_script_url).context("payments.checkout_script_url")?;
    settings(config).check().map_err(|error| anyhow::anyhow!("payments.{}: {}", error.field, error.message))
}

/// Returns the exchange rate for analytics (D26).
///
/// # Errors
/// If the rate or its date cannot be parsed.
pub fn reference_rate(config: &Config) -> Result<ReferenceRate> {
    let rate = ExchangeRate::parse(&config.payouts.inr_per_usd);
    let rate = rate.context("payouts.inr_per_usd must be a decimal number, such as \"88.50\"")?;
    let as_of: jiff::civil::Date =
        config.payouts.rate_as_of.parse().context("payouts.rate_as_of must be a date, such as \"2026-11-01\"")?;
    Ok(ReferenceRate { rate, as_of: as_of.to_string() })
}

/// Returns the fee rules (D20, D21).
///
/// # Errors
/// If a value is invalid.
pub fn fees(config: &Config) -> Result<FeeRules> {
    let student = match config.fees.student.as_str() {
        "tiers" => StudentFeeModel::Tiers,
        "flat" => StudentFeeModel::Flat,
        _ => bail!("fees.student must be \"tiers\" or \"flat\""),
    };
    let promotion_until = config
        .fees
        .promotion_until
        .parse()
        .context("fees.promotion_until must be an instant, such as \"2026-12-01T00:00:00+05:30\"")?;
    ensure!(config.fees.provider_basis_points <= 2_000, "fees.provider_basis_points must be at most 2000 (20 %)");
    Ok(FeeRules { student, promotion_until, provider: BasisPoints(config.fees.provider_basis_points) })
}

fn settings(config: &Config) -> RazorpaySettings {
    let payments = &config.payments;
    RazorpaySettings {
        base_url: payments.api_url.clone(),
        timeout: REQUEST_TIMEOUT,
        ..RazorpaySettings::new(payments.key_id.clone(), SecretString::from(payments.key_secret.0.clone()))
    }
}

/// Returns the configured provider, or `None` if payments are disabled.
///
/// # Errors
/// If the client cannot be built.
pub fn configured(config: &Config) -> Result<Option<Payments>> {
    let payments = &config.payments;
    if payments.key_id.is_empty() {
        return Ok(None);
    }
    let secrets = [&payments.webhook_secret, &payments.previous_webhook_secret];
    Ok(Some(Payments {
        api: Arc::new(Razorpay::new(settings(config))?),
        key_id: payments.key_id.clone(),
        key_secret: SecretString::from(payments.key_secret.0.clone()),
        webhook_secrets: secrets
            .into_iter()
            .filter(|secret| !secret.is_empty())
            .map(|secret| SecretString::from(secret.0.clone()))
            .collect(),
        checkout_script: payments.checkout_script_url.clone(),
    }))
}

/// Returns a sandbox for the demo's server, and a client for it. Its secrets are derived from `secret`.
///
/// # Errors
/// If the sandbox's file cannot be read.
pub fn sandbox(config: &Config, clock: Arc<SystemClock>, secret: &SecretString) -> Result<(Sandbox, Payments)> {
    let public_url = format!("{}{SANDBOX_PATH}", config.server.public_url);
    let local = loopback_url(config)?;
    let key_secret = format!("api-{}", secret.expose_secret());
    let webhook_secret = format!("webhook-{}", secret.expose_secret());
    let sandbox = Sandbox::open(razorpay_sandbox::Config {
        webhook: Some(Webhook { url: format!("{local}/api/webhooks/razorpay"), secret: webhook_secret.clone() }),
        file: Some(config.data.dir.join("razorpay-sandbox.log")),
        clock: Arc::new(move || clock.now().as_second()),
        ..razorpay_sandbox::Config::new(&public_url, SANDBOX_KEY, &key_secret)
    })?;
    let key_secret = SecretString::from(key_secret);
    let settings = RazorpaySettings {
        base_url: format!("{local}{SANDBOX_PATH}"),
        timeout: REQUEST_TIMEOUT,
        ..RazorpaySettings::new(SANDBOX_KEY, key_secret.clone())
    };
    let payments = Payments {
        api: Arc::new(Razorpay::new(settings)?),
        key_id: SANDBOX_KEY.to_owned(),
        key_secret,
        webhook_secrets: vec![SecretString::from(webhook_secret)],
        checkout_script: sandbox.checkout_script_url(),
    };
    Ok((sandbox, payments))
}

/// The URL at which this process reaches its own server, independent of `server.public_url`.
fn loopback_url(config: &Config) -> Result<String> {
    let listen: std::net::SocketAddr = config.server.listen.parse().context("server.listen")?;
    let host = match listen.ip() {
        ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
        std::net::IpAddr::V6(ip) => format!("[{ip}]"),
        std::net::IpAddr::V4(ip) => ip.to_string(),
    };
    Ok(format!("http://{host}:{}", listen.port()))
}
