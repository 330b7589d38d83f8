//! `tala credits`.

use anyhow::Result;
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::credit_grants::{CreditGrantRequest, grant_credits};

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum CreditsCommand {
    /// Grant class credits to a student.
    Grant {
        /// The student's email address.
        email: String,
        /// Number of classes.
        #[arg(long)]
        classes: u32,
        /// Validity in days.
        #[arg(long, default_value_t = 60)]
        days: i64,
        /// Reason for the audit log.
        #[arg(long)]
        reason: String,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: CreditsCommand) -> Result<()> {
    let CreditsCommand::Grant { email, classes, days, reason } = command;
    let request = CreditGrantRequest { email, classes, days, reason };
    grant_credits(ctx, &request).await.map_err(rejected)?;
    print(&format!("{classes} credits granted to {}, valid for {days} days.\n", request.email))
}
