//! The demo: a small dance school in a separate database.

mod people;
mod preflight;
mod seed;

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use secrecy::SecretString;
use tala_app::services::admin_accounts::{NewAdmin, add_admin, list_admins};
use tala_domain::audit_actions::AuditAction;
use tala_store::{audit, people as stored_people};

use crate::config::Config;
use crate::wiring::{self, Services};

pub use people::{ADMIN, PASSWORD, SignInLine, sign_ins};

/// Adapts the configuration to the demo: a separate data directory, and a quiet log.
pub fn adapt_config(config: &mut Config) {
    if config.database.url.is_empty() && config.data.dir == *"data" {
        config.data.dir = PathBuf::from("data/demo");
    }
    if config.log.filter == "info" {
        // The terminal shows the demo's addresses; requests and migrations would scroll them away.
        config.log.filter = "warn,tala_server::serve=info".to_owned();
    }
}

/// Builds the services of a demo and seeds its database.
///
/// # Errors
/// As [`wiring::build`], and if the database contains people that the demo did not create. Such a database is not changed.
pub async fn build(config: &Config) -> Result<Services> {
    preflight::reject_other_database(config).await?;
    let services = wiring::build(config, true).await?;
    seed_once(&services).await?;
    ensure_administrator(&services).await?;
    Ok(services)
}

/// Seeds an empty database. Does nothing if the demo has seeded it before.
async fn seed_once(services: &Services) -> Result<()> {
    let conn = services.ctx.store.read();
    if audit::has_action(conn, AuditAction::DemoSeeded).await? {
        return Ok(());
    }
    if !stored_people::is_empty(conn).await? {
        bail!(preflight::NOT_A_DEMO_DATABASE);
    }
    let Some(issuer) = &services.issuer else {
        bail!("the demo requires the built-in issuer: leave oidc.issuer empty");
    };
    seed::seed(&services.ctx, issuer).await
}

/// Adds an administrator with the role `owner`, unless there is an administrator.
async fn ensure_administrator(services: &Services) -> Result<()> {
    let (name, password) = ADMIN;
    if !list_admins(&services.ctx).await.map_err(|error| anyhow!("{error}"))?.is_empty() {
        return Ok(());
    }
    let password = Some(SecretString::from(password));
    let request =
        NewAdmin { name: name.to_owned(), role: "owner".to_owned(), password, totp: false, notify_staff: false };
    add_admin(&services.ctx, &request).await.map_err(|error| anyhow!("{error}"))?;
    Ok(())
}
