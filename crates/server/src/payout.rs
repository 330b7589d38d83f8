//! `tala payout …`: paying the teachers (D25).

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::payout_results::{Way, fail_payout, pay_payout, return_payout};
use tala_app::services::payout_runs::{BankTable, bank_csv, doubt, run_payouts};
use tala_domain::ids::PayoutId;
use tala_server::parts;

use crate::{print, said};

/// What can be done with payouts.
#[derive(Subcommand)]
pub(crate) enum PayoutCommand {
    /// Make the payouts that are due, one for each teacher and currency. Can be repeated.
    Run {
        /// The payout day in India, such as 2026-12-01; today if absent.
        #[arg(long)]
        date: Option<jiff::civil::Date>,
        /// Write the payouts that were in no such table yet into this new file, for the bank. It holds whole account numbers.
        #[arg(long)]
        csv: Option<PathBuf>,
        /// For a table that was lost: those handed over before as well, with the time.
        #[arg(long, requires = "csv")]
        again: bool,
    },
    /// Say that the bank has paid one, and mail the teacher.
    Paid {
        /// The payout.
        id: PayoutId,
        /// The bank's reference.
        #[arg(long)]
        reference: String,
        /// It was in no table for the bank, and paid by hand.
        #[arg(long)]
        by_hand: bool,
    },
    /// Say that the bank has refused one, and mail the teacher: its classes come into the next run.
    Failed {
        /// The payout.
        id: PayoutId,
        /// What the bank says. The teacher reads it.
        #[arg(long)]
        reason: Option<String>,
    },
    /// Say that one which was paid has come back from the bank, and mail the teacher: its classes come into the next run.
    Returned {
        /// The payout.
        id: PayoutId,
        /// What the bank says. The teacher reads it.
        #[arg(long)]
        reason: String,
    },
}

/// Does it.
pub(crate) async fn run(ctx: &Ctx, command: PayoutCommand) -> Result<()> {
    match command {
        PayoutCommand::Run { date, csv, again } => run_due(ctx, date, csv.as_deref(), again).await,
        PayoutCommand::Paid { id, reference, by_hand } => {
            let way = if by_hand { Way::ByHand } else { Way::BankTable };
            pay_payout(ctx, id, &reference, way).await.map_err(said)?;
            print("Paid. The teacher is told.\n")
        }
        PayoutCommand::Failed { id, reason } => {
            let failed = fail_payout(ctx, id, reason.as_deref()).await.map_err(said)?;
            if let Some(at) = failed.exported_at {
                print(&format!("It was handed to the bank at {at}: make sure that the bank has not paid it.\n"))?;
            }
            print("Failed. The teacher is told; its classes come into the next run.\n")
        }
        PayoutCommand::Returned { id, reason } => {
            return_payout(ctx, id, &reason).await.map_err(said)?;
            print("Failed after all. The teacher is told; its classes come into the next run.\n")
        }
    }
}

async fn run_due(ctx: &Ctx, date: Option<jiff::civil::Date>, csv: Option<&Path>, again: bool) -> Result<()> {
    if let Some(path) = csv.filter(|path| path.exists()) {
        bail!("{} exists already; name a new file", path.display());
    }
    let run = run_payouts(ctx, date).await.map_err(said)?;
    for payout in &run.prepared {
        let amount = format!("{} {}", payout.amount.currency.code(), payout.amount.to_major_text());
        print(&format!("{} {}: {amount} for {} classes\n", payout.id, payout.teacher_name, payout.classes))?;
        if let Some(country) = payout.doubtful_country() {
            print(&format!("  {}. Please check.\n", doubt(payout, country)))?;
        }
    }
    for teacher in &run.without_account {
        print(&format!("{teacher} has earned something, but told no bank account yet\n"))?;
    }
    for teacher in &run.failed {
        print(&format!("{teacher}: the payout could not be made; the log says why, the next run tries again\n"))?;
    }
    print(&format!("{} payouts made.\n", run.prepared.len()))?;
    if let Some(path) = csv {
        let which = if again { BankTable::Again } else { BankTable::New };
        parts::write_private(path, &bank_csv(ctx, which).await.map_err(said)?)
            .with_context(|| format!("cannot write {}; `--again` lists them once more", path.display()))?;
    }
    match run.failed.len() {
        0 => Ok(()),
        count => bail!("{count} payouts could not be made"),
    }
}
