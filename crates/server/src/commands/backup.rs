//! `tala backup` and `tala restore`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use tala_server::backup::{self, Manifest};
use tala_server::config::Config;
use tala_server::system::SystemClock;

use super::ledger;
use crate::output::print;

#[derive(clap::Args)]
pub(crate) struct BackupArguments {
    /// Directory to create
    #[arg(long)]
    to: PathBuf,
    /// Leave out a generated master key, to store it separately
    #[arg(long)]
    without_key: bool,
}

#[derive(clap::Args)]
pub(crate) struct RestoreArguments {
    /// Directory that `tala backup` created
    #[arg(long)]
    from: PathBuf,
    /// Verify the backup and its master key without restoring it
    #[arg(long)]
    check: bool,
}

pub(crate) async fn back_up(config: &Config, arguments: &BackupArguments) -> Result<()> {
    let BackupArguments { to, without_key } = arguments;
    let manifest = backup::create(config, to, !without_key, SystemClock::default().now()).await?;
    print(&format!("Backup created in {}\n", to.display()))?;
    for file in &manifest.files {
        print(&format!("  {:<12} {} bytes\n", file.name, file.bytes))?;
    }
    print(match manifest.has("master.key") {
        true => "It contains the master key: everyone who can read this directory can decrypt its data.\n",
        false => {
            "It does not contain the master key. Store the key separately: without it account numbers, authenticators and \
             signing keys cannot be decrypted.\n"
        }
    })
}

pub(crate) async fn restore(config: &Config, arguments: &RestoreArguments) -> Result<ExitCode> {
    let RestoreArguments { from, check } = arguments;
    if *check {
        let manifest = backup::check(config, from)?;
        print(&format!("Backup verified: {}\n", describe(&manifest)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let restored = backup::restore(config, from).await?;
    print(&format!("Backup restored: {}\n", describe(&restored.manifest)))?;
    let code = ledger::print_result(&restored.ledger)?;
    print("Run `tala ledger check` to compare the ledger with the payment provider.\n")?;
    Ok(code)
}

fn describe(manifest: &Manifest) -> String {
    let migration = manifest.schema.last().map_or("none", String::as_str);
    format!("created at {} by Tala {}, schema {migration}", manifest.taken_at, manifest.program)
}
