//! The payment provider: the sandbox on a loopback port of the same process, without files and webhooks.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use razorpay_sandbox::{Config, Method, Outcome, PaymentResult, Sandbox};
use secrecy::SecretString;
use tala_app::context::Payments;
use tala_gateways::razorpay::{Razorpay, RazorpaySettings};
use tala_tests::{KEY_ID, KEY_SECRET, WEBHOOK_SECRET};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running sandbox.
pub struct Provider {
    /// Address of the server.
    pub address: SocketAddr,
    sandbox: Sandbox,
    stop: oneshot::Sender<()>,
    stopped: JoinHandle<std::io::Result<()>>,
}

impl Provider {
    /// Starts the sandbox.
    pub async fn start() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let sandbox = Sandbox::open(Config::new(&format!("http://{address}"), KEY_ID, KEY_SECRET))?;
        let (stop, stopping) = oneshot::channel::<()>();
        let router = sandbox.router();
        let stopped = tokio::spawn(async move {
            let until = async move {
                let _ = stopping.await;
            };
            axum::serve(listener, router).with_graceful_shutdown(until).await
        });
        Ok(Self { address, sandbox, stop, stopped })
    }

    /// Returns the product's client for it, with the product's settings.
    pub fn payments(&self) -> Result<Payments> {
        let settings = RazorpaySettings {
            base_url: format!("http://{}", self.address),
            ..RazorpaySettings::new(KEY_ID, SecretString::from(KEY_SECRET))
        };
        Ok(Payments {
            api: Arc::new(Razorpay::new(settings)?),
            key_id: KEY_ID.to_owned(),
            key_secret: SecretString::from(KEY_SECRET),
            webhook_secrets: vec![SecretString::from(WEBHOOK_SECRET)],
            checkout_script: self.sandbox.checkout_script_url(),
        })
    }

    /// Pays an order, as a customer does in the checkout.
    pub fn pay(&self, order: &str) -> Result<PaymentResult> {
        Ok(self.sandbox.pay(order, Method::Upi, Outcome::Captured)?)
    }

    /// Returns the body of a real event about an unmatched payment, which causes no further work.
    pub fn event(&self) -> Result<String> {
        self.sandbox.pay_unknown_order(51_200, "INR")?;
        let events = self.sandbox.events()?;
        let captured = events.into_iter().find(|event| event.name == "payment.captured");
        Ok(captured.context("the sandbox has sent no payment.captured event")?.body)
    }

    /// Returns the `Authorization` header of API calls.
    pub fn authorization() -> String {
        format!("Basic {}", STANDARD.encode(format!("{KEY_ID}:{KEY_SECRET}")))
    }

    /// Stops the sandbox.
    pub async fn stop(self) -> Result<()> {
        let _ = self.stop.send(());
        Ok(self.stopped.await??)
    }
}
