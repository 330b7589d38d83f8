//! The log, on standard error.

use std::io::IsTerminal as _;

use anyhow::{Context as _, Result};
use tala_server::config::Config;
use tracing_subscriber::EnvFilter;

/// Filter of commands that end by themselves, unless `RUST_LOG` is set: their result is on standard output.
const COMMAND_FILTER: &str = "warn";

/// Starts the log. Servers use the filter of the configuration; other commands log warnings and errors only.
pub(crate) fn init(config: &Config, is_server: bool) -> Result<()> {
    let filter = match std::env::var("RUST_LOG") {
        _ if is_server => EnvFilter::try_new(&config.log.filter).context("log.filter")?,
        Ok(filter) if !filter.is_empty() => EnvFilter::try_new(filter).context("RUST_LOG")?,
        _ => EnvFilter::new(COMMAND_FILTER),
    };
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(use_colors());
    if config.log.format == "json" {
        log.json().flatten_event(true).init();
    } else {
        log.with_target(false).init();
    }
    Ok(())
}

/// Colours are for terminals, and can be disabled there too (<https://no-color.org>).
fn use_colors() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
