//! `tala payout`: payouts to teachers (D25).

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::payout_results::{PaymentChannel, fail_payout, pay_payout, reverse_payout};
use tala_app::services::payout_runs::{PayoutExport, country_warning, export_payouts, run_payouts};
use tala_domain::ids::PayoutId;
use tala_server::master_key::write_private_file;

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum PayoutCommand {
    /// Prepare all payouts that are due, one for each teacher and currency. Can be repeated.
    Run {
        /// Payout day in India, such as 2026-12-01. Default: today.
        #[arg(long)]
        date: Option<jiff::civil::Date>,
        /// Export payouts that were not exported before into this new CSV file for the bank. It contains full account numbers.
        #[arg(long)]
        csv: Option<PathBuf>,
        /// Include payouts that were exported before, if that file was lost.
        #[arg(long, requires = "csv")]
        all: bool,
    },
    /// Mark a payout as paid and email the teacher.
    MarkPaid {
        /// Id of the payout.
        id: PayoutId,
        /// The bank's reference.
        #[arg(long)]
        reference: String,
        /// The payout was never exported and was paid manually.
        #[arg(long)]
        manual: bool,
    },
    /// Mark a payout that the bank has rejected as failed and email the teacher. Its classes are part of the next run.
    MarkFailed {
        /// Id of the payout.
        id: PayoutId,
        /// The bank's reason; the teacher can read it.
        #[arg(long)]
        reason: Option<String>,
    },
    /// Reverse a paid payout that the bank has sent back and email the teacher. Its classes are part of the next run.
    Reverse {
        /// Id of the payout.
        id: PayoutId,
        /// The bank's reason; the teacher can read it.
        #[arg(long)]
        reason: String,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: PayoutCommand) -> Result<()> {
    match command {
        PayoutCommand::Run { date, csv, all } => prepare(ctx, date, csv.as_deref(), all).await,
        PayoutCommand::MarkPaid { id, reference, manual } => {
            let channel = if manual { PaymentChannel::Manual } else { PaymentChannel::Export };
            pay_payout(ctx, id, &reference, channel).await.map_err(rejected)?;
            print("Payout marked as paid. The teacher receives an email.\n")
        }
        PayoutCommand::MarkFailed { id, reason } => {
            let failed = fail_payout(ctx, id, reason.as_deref()).await.map_err(rejected)?;
            if let Some(at) = failed.exported_at {
                print(&format!("The payout was exported at {at}: make sure that the bank has not paid it.\n"))?;
            }
            print("Payout marked as failed. The teacher receives an email; the classes are part of the next run.\n")
        }
        PayoutCommand::Reverse { id, reason } => {
            reverse_payout(ctx, id, &reason).await.map_err(rejected)?;
            print("Payout reversed. The teacher receives an email; the classes are part of the next run.\n")
        }
    }
}

async fn prepare(ctx: &Ctx, date: Option<jiff::civil::Date>, csv: Option<&Path>, all: bool) -> Result<()> {
    if let Some(path) = csv.filter(|path| path.exists()) {
        bail!("{} already exists: choose a new file (--csv)", path.display());
    }
    let run = run_payouts(ctx, date).await.map_err(rejected)?;
    for payout in &run.prepared {
        let amount = format!("{} {}", payout.amount.currency.code(), payout.amount.to_major_text());
        print(&format!("{} {}: {amount} for {} classes\n", payout.id, payout.teacher_name, payout.classes))?;
        if let Some(country) = payout.mismatched_country() {
            print(&format!("  warning: {}\n", country_warning(payout, country)))?;
        }
    }
    for teacher in &run.without_account {
        print(&format!("{teacher}: no payout, the teacher has not entered a bank account\n"))?;
    }
    for teacher in &run.failed {
        print(&format!("{teacher}: payout not prepared, see the log\n"))?;
    }
    print(&format!("{} payouts prepared\n", run.prepared.len()))?;
    if let Some(path) = csv {
        let selection = if all { PayoutExport::All } else { PayoutExport::New };
        write_private_file(path, &export_payouts(ctx, selection).await.map_err(rejected)?).with_context(|| {
            format!("cannot write {}; the payouts are now marked as exported, so repeat with --all", path.display())
        })?;
    }
    match run.failed.len() {
        0 => Ok(()),
        count => bail!("{count} payouts were not prepared; see the log, then run the command again"),
    }
}
