//! `tala teacher`.

use anyhow::Result;
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::teacher_approval::{TeacherApproval, approve_teacher};

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum TeacherCommand {
    /// Approve a person as a teacher and print the invite code. The person must have signed in before.
    Approve {
        /// The person's email address.
        email: String,
        /// Google Meet link of the classes.
        #[arg(long)]
        meeting_link: Option<String>,
        /// Dance style; can be repeated.
        #[arg(long = "style")]
        styles: Vec<String>,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: TeacherCommand) -> Result<()> {
    let TeacherCommand::Approve { email, meeting_link, styles } = command;
    let request = TeacherApproval { email, meeting_link, dance_styles: styles };
    let code = approve_teacher(ctx, &request).await.map_err(rejected)?;
    print(&format!("Teacher approved. Invite code: {code}\n"))
}
