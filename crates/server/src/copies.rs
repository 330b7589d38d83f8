//! `tala backup` and `tala restore`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use tala_app::services::ledger_check::Report;
use tala_server::backup::{self, Manifest};
use tala_server::config::Config;
use tala_server::system::SystemClock;

use crate::print;

/// Where a copy goes.
#[derive(clap::Args)]
pub(crate) struct BackupArguments {
    /// A folder that is not there yet.
    #[arg(long)]
    to: PathBuf,
    /// Leave the master key out, where copies are kept apart from it.
    #[arg(long)]
    without_key: bool,
}

/// Where a copy comes from.
#[derive(clap::Args)]
pub(crate) struct RestoreArguments {
    /// The folder that `tala backup` has made.
    #[arg(long)]
    from: PathBuf,
    /// Only look whether the copy is whole and can be restored; change nothing.
    #[arg(long)]
    check: bool,
}

pub(crate) async fn back_up(config: &Config, arguments: &BackupArguments) -> Result<()> {
    let BackupArguments { to, without_key } = arguments;
    let manifest = backup::take(config, to, !without_key, SystemClock::default().now()).await?;
    print(&format!("Copied into {}:\n", to.display()))?;
    for file in &manifest.files {
        print(&format!("  {:<12} {} bytes\n", file.name, file.bytes))?;
    }
    print(match manifest.has("master.key") {
        true => "It holds the master key: whoever has this folder can read everything in it.\n",
        false => {
            "It does not hold the master key. Keep that elsewhere: without it account numbers, authenticators and sign-in \
             keys in the copy cannot be read.\n"
        }
    })
}

pub(crate) async fn restore(config: &Config, arguments: &RestoreArguments) -> Result<ExitCode> {
    let RestoreArguments { from, check } = arguments;
    if *check {
        let manifest = backup::check(config, from)?;
        print(&format!("The copy is whole. {}\n", about(&manifest)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let restored = backup::restore(config, from).await?;
    print(&format!("Restored from {}. {}\n", from.display(), about(&restored.manifest)))?;
    judge(&restored.books, from)
}

fn about(manifest: &Manifest) -> String {
    let step = manifest.schema.last().map_or("none", String::as_str);
    format!("It was made at {} by Tala {}, with the schema step {step}.", manifest.taken_at, manifest.program)
}

fn judge(books: &Report, from: &Path) -> Result<ExitCode> {
    crate::show_findings(books)?;
    if books.findings.is_empty() {
        print("The books agree. `tala ledger check` compares them with the payment provider's as well.\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&format!("{} differences, which were in {} as well.\n", books.findings.len(), from.display()))?;
    Ok(ExitCode::FAILURE)
}
