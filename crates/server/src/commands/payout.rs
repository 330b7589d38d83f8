//! `tala payout`: payouts to teachers (D25).

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Subcommand, ValueEnum};
use jiff::Timestamp;
use serde::Serialize;
use tala_app::context::Ctx;
use tala_app::services::payout_results::{PaymentChannel, fail_payout, pay_payout, reverse_payout};
use tala_app::services::payout_runs::{PayoutExport, country_warning, export_payouts, run_payouts};
use tala_domain::ids::{PayoutId, PersonId, TeacherId};
use tala_domain::payouts::PayoutState;
use tala_server::master_key::write_private_file;
use tala_store::payouts::{self, Payout, PayoutSort};
use tala_store::{SortedPage, people};

use crate::output::{ListFormat, print, rejected};

/// Rows read at a time.
const PAGE_SIZE: u32 = 500;

#[derive(Subcommand)]
pub(crate) enum PayoutCommand {
    /// List payouts, newest first
    List {
        /// Only payouts in this state
        #[arg(long, value_enum)]
        state: Option<State>,
        #[command(flatten)]
        format: ListFormat,
    },
    /// Prepare the payouts that are due, one per teacher and currency. Safe to run again; no money moves yet
    Run {
        /// Payout day in India, such as 2026-12-01 [default: today]
        #[arg(long)]
        date: Option<jiff::civil::Date>,
        /// Also export payouts into this new CSV file for the bank. It contains full account numbers
        #[arg(long)]
        csv: Option<PathBuf>,
        /// Also include payouts exported before, if that file was lost
        #[arg(long, requires = "csv")]
        all: bool,
    },
    /// Mark a payout as paid and email the teacher
    MarkPaid {
        /// Id of the payout, as printed by `tala payout list`
        #[arg(value_parser = parse_id)]
        id: PayoutId,
        /// Bank reference (UTR). Shown on the teacher's statement
        #[arg(long)]
        reference: String,
        /// Confirm that you paid a payout yourself that was never exported
        #[arg(long)]
        manual: bool,
    },
    /// Mark a payout that the bank rejected as failed and email the teacher. The next run includes its classes
    MarkFailed {
        /// Id of the payout, as printed by `tala payout list`
        #[arg(value_parser = parse_id)]
        id: PayoutId,
        /// The bank's reason. Shown to the teacher
        #[arg(long)]
        reason: Option<String>,
    },
    /// Reverse a paid payout that the bank sent back and email the teacher. The next run includes its classes
    Reverse {
        /// Id of the payout, as printed by `tala payout list`
        #[arg(value_parser = parse_id)]
        id: PayoutId,
        /// The bank's reason. Shown to the teacher
        #[arg(long)]
        reason: String,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: PayoutCommand) -> Result<()> {
    match command {
        PayoutCommand::List { state, format } => list(ctx, state, format).await,
        PayoutCommand::Run { date, csv, all } => prepare(ctx, date, csv.as_deref(), all).await,
        PayoutCommand::MarkPaid { id, reference, manual } => {
            let channel = if manual { PaymentChannel::Manual } else { PaymentChannel::Export };
            pay_payout(ctx, id, &reference, channel).await.map_err(rejected)?;
            print("Marked as paid. We'll email the teacher.\n")
        }
        PayoutCommand::MarkFailed { id, reason } => {
            let failed = fail_payout(ctx, id, reason.as_deref()).await.map_err(rejected)?;
            if let Some(at) = failed.exported_at {
                print(&format!("This payout was exported at {at:.0}. Make sure the bank hasn't paid it.\n"))?;
            }
            print("Marked as failed. We'll email the teacher; the next run includes these classes.\n")
        }
        PayoutCommand::Reverse { id, reason } => {
            reverse_payout(ctx, id, &reason).await.map_err(rejected)?;
            print("Reversed. We'll email the teacher; the next run includes these classes.\n")
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
        let noun = if payout.classes == 1 { "class" } else { "classes" };
        print(&format!("{}  {}: {amount} for {} {noun}\n", payout.id, payout.teacher_name, payout.classes))?;
        if let Some(country) = payout.mismatched_country() {
            print(&format!("  warning: {}\n", country_warning(payout, country)))?;
        }
    }
    let people: Vec<PersonId> =
        run.without_account.iter().chain(&run.failed).map(|teacher| PersonId::from(*teacher)).collect();
    let names = people::list_names(ctx.store.read(), &people).await?;
    let name =
        |teacher: &TeacherId| names.get(&PersonId::from(*teacher)).cloned().unwrap_or_else(|| teacher.to_string());
    for teacher in &run.without_account {
        print(&format!("{}: not paid, no bank account on file\n", name(teacher)))?;
    }
    for teacher in &run.failed {
        print(&format!("{}: not prepared, see the log\n", name(teacher)))?;
    }
    let noun = if run.prepared.len() == 1 { "payout" } else { "payouts" };
    print(&format!("{} {noun} prepared\n", run.prepared.len()))?;
    if let Some(path) = csv {
        let selection = if all { PayoutExport::All } else { PayoutExport::New };
        write_private_file(path, &export_payouts(ctx, selection).await.map_err(rejected)?).with_context(|| {
            format!("cannot write {}; the payouts are now marked as exported, so repeat with --all", path.display())
        })?;
    }
    match run.failed.len() {
        0 => Ok(()),
        count => bail!("{count} not prepared; see the log, then run the command again"),
    }
}

/// The state of a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum State {
    /// To be paid
    Prepared,
    /// Paid
    Paid,
    /// Rejected or returned by the bank
    Failed,
}

impl State {
    fn domain_state(self) -> PayoutState {
        match self {
            Self::Prepared => PayoutState::Prepared,
            Self::Paid => PayoutState::Paid,
            Self::Failed => PayoutState::Failed,
        }
    }
}

fn parse_id(text: &str) -> Result<PayoutId, &'static str> {
    text.parse().map_err(|_| "not the id of a payout; `tala payout list` prints them")
}

/// A payout in a list.
#[derive(Serialize)]
struct PayoutRow {
    id: String,
    teacher: String,
    currency: &'static str,
    amount: String,
    classes: u32,
    state: &'static str,
    reference: Option<String>,
    failure: Option<String>,
    created_at: Timestamp,
    exported_at: Option<Timestamp>,
    paid_at: Option<Timestamp>,
}

impl From<Payout> for PayoutRow {
    fn from(payout: Payout) -> Self {
        Self {
            id: payout.id.to_string(),
            teacher: payout.teacher_name,
            currency: payout.amount.currency.code(),
            amount: payout.amount.to_major_text(),
            classes: payout.classes,
            state: payout.state.as_str(),
            reference: payout.reference,
            failure: payout.failure,
            created_at: payout.created_at,
            exported_at: payout.exported_at,
            paid_at: payout.paid_at,
        }
    }
}

async fn list(ctx: &Ctx, state: Option<State>, format: ListFormat) -> Result<()> {
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let request = SortedPage { after, ..SortedPage::first(PayoutSort::Created, PAGE_SIZE) };
        let page = payouts::list_page(ctx.store.read(), state.map(State::domain_state), &request).await?;
        after = page.last().map(|payout| PayoutSort::Created.position(payout));
        rows.extend(page.into_iter().map(PayoutRow::from));
        if after.is_none() {
            break;
        }
    }
    format.print(&rows, ["ID", "TEACHER", "AMOUNT", "CLASSES", "STATE"], |payout| {
        let state = match payout.exported_at {
            Some(_) if payout.state == "prepared" => "exported".to_owned(),
            _ => payout.state.to_owned(),
        };
        let amount = format!("{} {}", payout.currency, payout.amount);
        [payout.id.clone(), payout.teacher.clone(), amount, payout.classes.to_string(), state]
    })
}
