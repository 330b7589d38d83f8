//! `tala credits`.

use anyhow::Result;
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::credit_grants::{CreditGrantRequest, grant_credits};

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum CreditsCommand {
    /// Give a student free class credits
    Grant {
        /// Email address or id of the student; learners of a guardian have only an id
        student: String,
        /// Number of credits
        #[arg(long)]
        classes: u32,
        /// Days until the credits expire
        #[arg(long, default_value_t = 60)]
        days: i64,
        /// Why; saved in the audit log
        #[arg(long)]
        reason: String,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: CreditsCommand) -> Result<()> {
    let CreditsCommand::Grant { student, classes, days, reason } = command;
    let request = CreditGrantRequest { student, classes, days, reason };
    grant_credits(ctx, &request).await.map_err(rejected)?;
    let noun = if classes == 1 { "credit" } else { "credits" };
    print(&format!("Granted {classes} {noun} to {}, valid for {days} days.\n", request.student))
}
