//! `tala ledger`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::ledger_check::{COMPARED_DAYS, LedgerReport, RECHECK_DELAY, check_ledger_with_recheck};

use crate::output::print;

/// Exit code if our own records are consistent, but the provider's could not be read.
const NOT_COMPARED: u8 = 2;

#[derive(Subcommand)]
pub(crate) enum LedgerCommand {
    /// Check the ledger against all records and the payment provider. Exits with 1 if there are findings, and with 2 if the
    /// provider did not answer. Differences from the provider are checked again after a minute
    Check {
        /// How many days of the provider's payments to compare
        #[arg(long, default_value_t = COMPARED_DAYS)]
        days: i64,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: LedgerCommand) -> Result<ExitCode> {
    let LedgerCommand::Check { days } = command;
    let report = check_ledger_with_recheck(ctx, days, async { tokio::time::sleep(RECHECK_DELAY).await }).await?;
    if let Some(reason) = &report.not_compared {
        print(&format!("Not compared with the payment provider: {reason}\n"))?;
    }
    let code = print_result(&report)?;
    let is_comparison_missing = report.findings.is_empty() && report.not_compared.is_some() && ctx.payments.is_some();
    Ok(if is_comparison_missing { ExitCode::from(NOT_COMPARED) } else { code })
}

/// Prints the findings and a summary. Returns the exit code.
pub(crate) fn print_result(report: &LedgerReport) -> Result<ExitCode> {
    for finding in &report.findings {
        let subject = finding.subject.map(|subject| subject.to_string()).unwrap_or_default();
        print(&format!(
            "{}: {} {subject}: {} instead of {} {}\n",
            finding.rule, finding.meaning, finding.stored, finding.ledger, finding.commodity
        ))?;
    }
    if report.findings.is_empty() {
        print("Ledger check: balanced\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let count = report.findings.len();
    let noun = if count == 1 { "finding" } else { "findings" };
    print(&format!("Ledger check: {count} {noun}; docs/runbook.md explains them\n"))?;
    Ok(ExitCode::FAILURE)
}
