//! `tala admin`: administrator accounts (D7).

use std::io::{BufRead as _, IsTerminal as _};

use anyhow::Result;
use clap::Subcommand;
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::context::Ctx;
use tala_app::services::admin_accounts::{
    AdminCredentials, NewAdmin, add_admin, disable_admin, list_admins, reset_admin,
};

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// Add an administrator.
    Add {
        /// User name: 2 to 40 letters, digits, dots, - and _.
        name: String,
        /// Role: owner, support or finance.
        #[arg(long)]
        role: String,
        /// Require a code of an authenticator app at each sign-in.
        #[arg(long)]
        totp: bool,
    },
    /// List all administrators.
    List,
    /// Disable an administrator and end all sessions.
    Disable {
        /// User name.
        name: String,
    },
    /// Set a new password, enable the account and end all sessions.
    Reset {
        /// User name.
        name: String,
        /// Set up a new authenticator. Without this option the account has none afterwards.
        #[arg(long)]
        totp: bool,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: AdminCommand) -> Result<()> {
    match command {
        AdminCommand::Add { name, role, totp } => {
            let request = NewAdmin { name, role, password: read_password()?, totp };
            let credentials = add_admin(ctx, &request).await.map_err(rejected)?;
            print_credentials(ctx, "added", &credentials)
        }
        AdminCommand::List => list(ctx).await,
        AdminCommand::Disable { name } => {
            let is_changed = disable_admin(ctx, &name).await.map_err(rejected)?;
            let adverb = if is_changed { "" } else { "already " };
            print(&format!("Administrator {name} {adverb}disabled.\n"))
        }
        AdminCommand::Reset { name, totp } => {
            let credentials = reset_admin(ctx, &name, read_password()?.as_ref(), totp).await.map_err(rejected)?;
            print_credentials(ctx, "reset", &credentials)
        }
    }
}

async fn list(ctx: &Ctx) -> Result<()> {
    for admin in list_admins(ctx).await.map_err(rejected)? {
        let totp = if admin.totp_encrypted.is_some() { "authenticator" } else { "password only" };
        let disabled = admin.disabled_at.map(|at| format!(", disabled {at}")).unwrap_or_default();
        print(&format!("{:<20} {:<8} {totp}{disabled}\n", admin.name, admin.role.as_str()))?;
    }
    Ok(())
}

/// Reads the first line of standard input. At a terminal, and for an empty line, a password is generated instead.
fn read_password() -> Result<Option<SecretString>> {
    let input = std::io::stdin();
    if input.is_terminal() {
        return Ok(None);
    }
    let mut line = String::new();
    input.lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']);
    Ok((!password.is_empty()).then(|| SecretString::from(password)))
}

fn print_credentials(ctx: &Ctx, done: &str, credentials: &AdminCredentials) -> Result<()> {
    let url = &ctx.settings.public_url;
    print(&format!("Administrator {} {done}. Sign in at {url}/admin-login\n", credentials.name))?;
    if let Some(password) = &credentials.password {
        print(&format!("Password (shown once): {}\n", password.expose_secret()))?;
    }
    if let Some(enrolment) = &credentials.enrolment {
        print(&format!("Authenticator app (shown once): {}\n", enrolment.expose_secret()))?;
    }
    Ok(())
}
