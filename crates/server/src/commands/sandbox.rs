//! `tala sandbox`: the Razorpay sandbox as a separate server.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use razorpay_sandbox::{Config, Sandbox, Webhook, serve};

use crate::output::print;

#[derive(clap::Args)]
pub(crate) struct SandboxArguments {
    /// Address and port to listen on
    #[arg(long, default_value = "127.0.0.1:4190")]
    listen: String,
    /// Public base URL, without a trailing slash
    #[arg(long, default_value = "http://localhost:4190")]
    base_url: String,
    /// File for the state. Without it, the state is lost at exit
    #[arg(long)]
    file: Option<PathBuf>,
    /// API key id
    #[arg(long, default_value = "rzp_test_Sandbox")]
    key_id: String,
    /// API key secret
    #[arg(long, env = "TALA_SANDBOX_KEY_SECRET", default_value = "sandbox_secret", hide_env_values = true)]
    key_secret: String,
    /// URL that receives webhooks
    #[arg(long, requires = "webhook_secret")]
    webhook_url: Option<String>,
    /// Secret for webhook signatures
    #[arg(long, env = "TALA_SANDBOX_WEBHOOK_SECRET", hide_env_values = true)]
    webhook_secret: Option<String>,
}

pub(crate) async fn run(arguments: SandboxArguments) -> Result<()> {
    let SandboxArguments { listen, base_url, file, key_id, key_secret, webhook_url, webhook_secret } = arguments;
    let webhook = webhook_url.zip(webhook_secret).map(|(url, secret)| Webhook { url, secret });
    let sandbox = Sandbox::open(Config { webhook, file, ..Config::new(&base_url, &key_id, &key_secret) })?;
    let listener = tokio::net::TcpListener::bind(&listen)
        .await
        .with_context(|| format!("cannot listen on {listen} (--listen)"))?;
    print(&format!("Sandbox listening at {base_url}, control page at {base_url}/operator\n"))?;
    let stop = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    Ok(serve(sandbox, listener, stop).await?)
}
