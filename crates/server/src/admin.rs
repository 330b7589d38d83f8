//! `tala admin …`: the accounts of those who run the place (D7).

use std::io::{BufRead as _, IsTerminal as _};

use anyhow::Result;
use clap::Subcommand;
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::context::Ctx;
use tala_app::services::admin_accounts::{AddAdmin, MadeAdmin, add_admin, disable_admin, list_admins, reset_admin};

use crate::{print, said};

/// What can be done with accounts.
#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// Make an account.
    Add {
        /// What they sign in with: 2 to 40 letters, digits, dots, - and _.
        name: String,
        /// owner, support or finance.
        #[arg(long)]
        role: String,
        /// Ask for the code of an authenticator app at each sign-in.
        #[arg(long)]
        totp: bool,
    },
    /// List all accounts.
    List,
    /// Close an account and sign it out everywhere.
    Disable {
        /// The account.
        name: String,
    },
    /// Give an account a new password, open it, and sign it out everywhere.
    Reset {
        /// The account.
        name: String,
        /// With a new authenticator; without this there is none any more.
        #[arg(long)]
        totp: bool,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: AdminCommand) -> Result<()> {
    match command {
        AdminCommand::Add { name, role, totp } => {
            let request = AddAdmin { name, role, password: piped_password()?, totp };
            hand_over("Made.", &add_admin(ctx, &request).await.map_err(said)?)
        }
        AdminCommand::List => list(ctx).await,
        AdminCommand::Disable { name } => {
            let closed = disable_admin(ctx, &name).await.map_err(said)?;
            print(if closed { "Closed.\n" } else { "It was closed before.\n" })
        }
        AdminCommand::Reset { name, totp } => {
            let made = reset_admin(ctx, &name, piped_password()?.as_ref(), totp).await;
            hand_over("Reset.", &made.map_err(said)?)
        }
    }
}

async fn list(ctx: &Ctx) -> Result<()> {
    for admin in list_admins(ctx).await.map_err(said)? {
        let totp = if admin.totp_sealed.is_some() { "authenticator" } else { "password only" };
        let closed = admin.disabled_at.map(|at| format!(", closed {at}")).unwrap_or_default();
        print(&format!("{:<20} {:<8} {totp}{closed}\n", admin.name, admin.role.as_str()))?;
    }
    Ok(())
}

/// The first line that is piped in. At a terminal nobody is asked: a password is made.
fn piped_password() -> Result<Option<SecretString>> {
    let input = std::io::stdin();
    if input.is_terminal() {
        return Ok(None);
    }
    let mut line = String::new();
    input.lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']);
    Ok((!password.is_empty()).then(|| SecretString::from(password)))
}

fn hand_over(done: &str, made: &MadeAdmin) -> Result<()> {
    print(&format!("{done} {} can sign in (POST /api/admin/login).\n", made.name))?;
    if let Some(password) = &made.password {
        print(&format!("Password (shown once): {}\n", password.expose_secret()))?;
    }
    if let Some(enrolment) = &made.enrolment {
        print(&format!("For the authenticator app (shown once): {}\n", enrolment.expose_secret()))?;
    }
    Ok(())
}
