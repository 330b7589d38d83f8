//! The payment provider, made from the settings: the real one, a stand-in elsewhere, or the demo's own sandbox.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use razorpay_sandbox::{Sandbox, Webhook};
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::context::{Payments, ReferenceRate};
use tala_domain::money::ExchangeRate;
use tala_domain::pricing::{BasisPoints, FeeRules, StudentFees};
use tala_gateways::razorpay::{Razorpay, RazorpaySettings};

use crate::config::Config;
use crate::system::SystemClock;

/// Where the demo's sandbox lives on the demo's own address.
pub const SANDBOX_PATH: &str = "/razorpay-sandbox";
const SANDBOX_KEY: &str = "rzp_test_TalaDemo";
const TIMEOUT: Duration = Duration::from_secs(10);

/// Refuses settings with which nothing could be paid.
pub fn check(config: &Config) -> Result<()> {
    let payments = &config.payments;
    fees(config)?;
    if payments.key_id.is_empty() {
        ensure!(payments.key_secret.is_empty(), "payments.key_id is missing, although payments.key_secret is there");
        return Ok(());
    }
    ensure!(
        !payments.webhook_secret.is_empty(),
        "payments.webhook_secret is missing: set the webhook up at the provider"
    );
    url::Url::parse(&payments.checkout_script).context("payments.checkout_script")?;
    settings(config).check().map_err(|error| anyhow::anyhow!("payments.{}: {}", error.field, error.message))
}

/// The rate for figures in one currency (D26).
pub fn reference_rate(config: &Config) -> Result<ReferenceRate> {
    let rate = ExchangeRate::parse(&config.payouts.inr_per_usd);
    let rate = rate.context("payouts.inr_per_usd: rupees for a dollar, such as \"88.50\"")?;
    let as_of: jiff::civil::Date =
        config.payouts.rate_as_of.parse().context("payouts.rate_as_of: a day, such as \"2026-11-01\"")?;
    Ok(ReferenceRate { rate, as_of: as_of.to_string() })
}

/// How fees are reckoned.
pub fn fees(config: &Config) -> Result<FeeRules> {
    let student = match config.fees.student.as_str() {
        "tiers" => StudentFees::Tiers,
        "flat" => StudentFees::Flat,
        _ => bail!("fees.student: \"tiers\" or \"flat\""),
    };
    let promotion_until = config.fees.promotion_until.parse().context("fees.promotion_until")?;
    ensure!(config.fees.provider_basis_points <= 2_000, "fees.provider_basis_points: at most 2000 (20 %)");
    Ok(FeeRules { student, promotion_until, provider: BasisPoints(config.fees.provider_basis_points) })
}

fn settings(config: &Config) -> RazorpaySettings {
    let payments = &config.payments;
    RazorpaySettings {
        base_url: payments.api_url.clone(),
        timeout: TIMEOUT,
        ..RazorpaySettings::new(payments.key_id.clone(), SecretString::from(payments.key_secret.0.clone()))
    }
}

/// The configured provider, if there is one.
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
        checkout_script: payments.checkout_script.clone(),
    }))
}

/// A sandbox on the demo's own address, and the client that speaks to it. `secret` is the data folder's own key.
pub fn sandbox(config: &Config, clock: Arc<SystemClock>, secret: &SecretString) -> Result<(Sandbox, Payments)> {
    let public = format!("{}{SANDBOX_PATH}", config.server.public_url);
    let here = own_address(config)?;
    let key_secret = format!("api-{}", secret.expose_secret());
    let webhook_secret = format!("webhook-{}", secret.expose_secret());
    let sandbox = Sandbox::open(razorpay_sandbox::Config {
        webhook: Some(Webhook { url: format!("{here}/api/webhooks/razorpay"), secret: webhook_secret.clone() }),
        file: Some(config.data.folder.join("razorpay-sandbox.log")),
        clock: Arc::new(move || clock.now().as_second()),
        ..razorpay_sandbox::Config::new(&public, SANDBOX_KEY, &key_secret)
    })?;
    let key_secret = SecretString::from(key_secret);
    let settings = RazorpaySettings {
        base_url: format!("{here}{SANDBOX_PATH}"),
        timeout: TIMEOUT,
        ..RazorpaySettings::new(SANDBOX_KEY, key_secret.clone())
    };
    let payments = Payments {
        api: Arc::new(Razorpay::new(settings)?),
        key_id: SANDBOX_KEY.to_owned(),
        key_secret,
        webhook_secrets: vec![SecretString::from(webhook_secret)],
        checkout_script: sandbox.checkout_script(),
    };
    Ok((sandbox, payments))
}

/// How this process reaches itself, whatever address it is known by elsewhere.
fn own_address(config: &Config) -> Result<String> {
    let listen: std::net::SocketAddr = config.server.listen.parse().context("server.listen")?;
    let host = match listen.ip() {
        ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
        std::net::IpAddr::V6(ip) => format!("[{ip}]"),
        std::net::IpAddr::V4(ip) => ip.to_string(),
    };
    Ok(format!("http://{host}:{}", listen.port()))
}
