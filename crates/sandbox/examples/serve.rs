//! A standalone sandbox: `cargo run -p razorpay-sandbox --example serve`.
//!
//! Environment variables: `SANDBOX_LISTEN` (default 127.0.0.1:4200), `SANDBOX_BASE_URL` (default: the listening address),
//! `SANDBOX_KEY_ID`, `SANDBOX_KEY_SECRET`, `SANDBOX_WEBHOOK_URL` and `SANDBOX_WEBHOOK_SECRET` (default: no webhook),
//! `SANDBOX_FILE` (default: state in memory).
#![allow(clippy::print_stdout, reason = "command-line program")]

use std::env::var;

use razorpay_sandbox::{Config, Sandbox, Webhook, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let var_or = |name: &str, default: &str| var(name).unwrap_or_else(|_| default.to_owned());
    let listener = tokio::net::TcpListener::bind(var_or("SANDBOX_LISTEN", "127.0.0.1:4200")).await?;
    let address = format!("http://{}", listener.local_addr()?);
    let mut config = Config::new(
        &var_or("SANDBOX_BASE_URL", &address),
        &var_or("SANDBOX_KEY_ID", "rzp_test_sandbox"),
        &var_or("SANDBOX_KEY_SECRET", "sandbox_secret"),
    );
    config.file = var("SANDBOX_FILE").ok().map(Into::into);
    if let (Ok(url), Ok(secret)) = (var("SANDBOX_WEBHOOK_URL"), var("SANDBOX_WEBHOOK_SECRET")) {
        config.webhook = Some(Webhook { url, secret });
    }
    let sandbox = Sandbox::open(config)?;
    println!("Razorpay sandbox listening at {}", sandbox.config().base_url);
    serve(sandbox, listener, async {
        let _ = tokio::signal::ctrl_c().await;
    })
    .await?;
    Ok(())
}
