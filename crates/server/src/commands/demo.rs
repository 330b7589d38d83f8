//! `tala demo`.

use anyhow::Result;
use tala_server::config::Config;
use tala_server::demo;
use tala_server::serve::{ProcessMode, run as serve};

use crate::output::print;

pub(crate) async fn run(config: &Config) -> Result<()> {
    let public_url = config.server.public_url.clone();
    serve(config, ProcessMode::HttpAndWorker, Box::pin(demo::build(config)), |_| {
        if let Err(error) = print(&banner(&public_url)) {
            tracing::warn!(%error, "cannot print the demo's addresses");
        }
    })
    .await
}

fn banner(public_url: &str) -> String {
    let mut lines = vec![
        String::new(),
        format!("  Tala is running at {public_url}"),
        format!("  Mailbox: {public_url}/dev/mailbox"),
        format!("  API reference: {public_url}/api/docs"),
        String::new(),
        format!("  Sign in with one of these addresses, password: {}", demo::PASSWORD),
    ];
    let accounts = demo::sign_ins();
    lines.extend(accounts.iter().map(|one| format!("    {:<18} {:<18} {}", one.email, one.name, one.about)));
    let (name, password) = demo::ADMIN;
    lines.push(String::new());
    lines.push(format!("  Administration: {public_url}/admin-login, user name: {name}, password: {password}"));
    lines.extend([String::new(), "  Press Ctrl+C to stop.".to_owned(), String::new()]);
    lines.join("\n")
}
