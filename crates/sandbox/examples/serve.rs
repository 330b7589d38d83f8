//! `cargo run -p razorpay-sandbox --example serve`: a sandbox by itself, set by environment variables.
//!
//! `SANDBOX_LISTEN` (127.0.0.1:4200), `SANDBOX_BASE_URL` (the listening address), `SANDBOX_KEY_ID`, `SANDBOX_KEY_SECRET`,
//! `SANDBOX_WEBHOOK_URL` and `SANDBOX_WEBHOOK_SECRET` (none), `SANDBOX_FILE` (none: the state ends with the process).
#![allow(clippy::print_stdout, reason = "a program for a terminal")]

use std::env::var;

use razorpay_sandbox::{Config, Sandbox, Webhook, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let or = |name: &str, otherwise: &str| var(name).unwrap_or_else(|_| otherwise.to_owned());
    let listener = tokio::net::TcpListener::bind(or("SANDBOX_LISTEN", "127.0.0.1:4200")).await?;
    let address = format!("http://{}", listener.local_addr()?);
    let mut config = Config::new(
        &or("SANDBOX_BASE_URL", &address),
        &or("SANDBOX_KEY_ID", "rzp_test_sandbox"),
        &or("SANDBOX_KEY_SECRET", "sandbox_secret"),
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
