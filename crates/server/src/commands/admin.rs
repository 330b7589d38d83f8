//! `tala admin`: administrator accounts (D7).

use std::io::{BufRead as _, IsTerminal as _};

use anyhow::Result;
use clap::{Subcommand, ValueEnum};
use jiff::Timestamp;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use tala_app::context::Ctx;
use tala_app::services::admin_accounts::{
    AdminCredentials, NewAdmin, TotpReset, add_admin, disable_admin, list_admins, reset_admin,
};
use tala_domain::admin::AdminRole;
use tala_store::admins::Admin;

use crate::output::{ListFormat, print, rejected};

#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// Add an administrator
    Add {
        /// User name: 2 to 40 letters, digits, dots, - and _
        name: String,
        /// What the administrator may change
        #[arg(long, value_enum)]
        role: Role,
        /// Require a code from an authenticator app at each sign-in
        #[arg(long)]
        totp: bool,
    },
    /// List administrators
    List(ListFormat),
    /// Disable an administrator and sign them out. The last owner cannot be disabled
    Disable {
        /// User name
        name: String,
    },
    /// Set a new password, enable the account and sign it out everywhere. Two-factor sign-in stays as it is
    Reset {
        /// User name
        name: String,
        /// Set up a new authenticator
        #[arg(long, conflicts_with = "no_totp")]
        totp: bool,
        /// Turn two-factor sign-in off
        #[arg(long)]
        no_totp: bool,
    },
}

/// The role of an administrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Role {
    /// Everything
    Owner,
    /// People, classes, credits, messages, applications, coupons
    Support,
    /// Orders, refunds, payouts, the ledger
    Finance,
}

impl Role {
    fn domain_role(self) -> AdminRole {
        match self {
            Self::Owner => AdminRole::Owner,
            Self::Support => AdminRole::Support,
            Self::Finance => AdminRole::Finance,
        }
    }
}

pub(crate) async fn run(ctx: &Ctx, command: AdminCommand) -> Result<()> {
    match command {
        AdminCommand::Add { name, role, totp } => {
            let role = role.domain_role().as_str().to_owned();
            let request = NewAdmin { name, role, password: read_password()?, totp, notify_staff: true };
            let credentials = add_admin(ctx, &request).await.map_err(rejected)?;
            let url = &ctx.settings.public_url;
            print(&format!("Created {}. Sign in at {url}/admin-login\n", credentials.name))?;
            print_secrets(&credentials)
        }
        AdminCommand::List(format) => list(ctx, format).await,
        AdminCommand::Disable { name } => {
            let is_changed = disable_admin(ctx, &name).await.map_err(rejected)?;
            print(&match is_changed {
                true => format!("Disabled {name} and signed it out.\n"),
                false => format!("{name} was already disabled.\n"),
            })
        }
        AdminCommand::Reset { name, totp, no_totp } => {
            let totp = match (totp, no_totp) {
                (true, _) => TotpReset::New,
                (false, true) => TotpReset::Remove,
                (false, false) => TotpReset::Keep,
            };
            let credentials = reset_admin(ctx, &name, read_password()?.as_ref(), totp).await.map_err(rejected)?;
            print(&format!("Reset the password of {} and signed it out everywhere.\n", credentials.name))?;
            if totp == TotpReset::Remove {
                print("Two-factor sign-in is off.\n")?;
            }
            print_secrets(&credentials)
        }
    }
}

/// An administrator in a list.
#[derive(Serialize)]
struct AdminRow {
    name: String,
    role: &'static str,
    two_factor: bool,
    /// False until a new administrator has used the activation link.
    activated: bool,
    disabled_at: Option<Timestamp>,
}

impl From<Admin> for AdminRow {
    fn from(admin: Admin) -> Self {
        let (role, two_factor) = (admin.role.as_str(), admin.totp_encrypted.is_some());
        let activated = admin.activation.is_none();
        Self { name: admin.name, role, two_factor, activated, disabled_at: admin.disabled_at }
    }
}

async fn list(ctx: &Ctx, format: ListFormat) -> Result<()> {
    let rows: Vec<AdminRow> = list_admins(ctx).await.map_err(rejected)?.into_iter().map(AdminRow::from).collect();
    format.print(&rows, ["NAME", "ROLE", "TWO-FACTOR", "STATUS"], |admin| {
        let status = match admin.disabled_at {
            Some(at) => format!("disabled {at:.0}"),
            None if admin.activated => "active".to_owned(),
            None => "not activated".to_owned(),
        };
        let two_factor = if admin.two_factor { "on" } else { "off" };
        [admin.name.clone(), admin.role.to_owned(), two_factor.to_owned(), status]
    })
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

fn print_secrets(credentials: &AdminCredentials) -> Result<()> {
    if let Some(password) = &credentials.password {
        print(&format!("Password (shown once): {}\n", password.expose_secret()))?;
    }
    if let Some(setup_link) = &credentials.setup_link {
        print(&format!("Authenticator link (shown once): {}\n", setup_link.expose_secret()))?;
    }
    Ok(())
}
