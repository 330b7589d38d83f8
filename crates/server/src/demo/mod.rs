//! The demo: a small, believable school in an empty database.

pub(crate) mod marker;
mod people;
mod preflight;
mod seed;

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use secrecy::SecretString;
use tala_app::services::admin_accounts::{AddAdmin, add_admin, list_admins};
use tala_store::{audit, people as stored_people};

use crate::config::{Config, Testimonial};
use crate::parts::{self, Parts};

use marker::{DEMO_SEEDED, FOREIGN};
pub use people::{ADMIN, PASSWORD, SignInLine, sign_ins};

/// What the demo does otherwise than the settings say: a folder of its own, and words on the front page that nobody has
/// said, marked as such, so that the page can be seen whole.
pub fn adjust(config: &mut Config) {
    if config.database.url.is_empty() && config.data.folder == *"data" {
        config.data.folder = PathBuf::from("data/demo");
    }
    if config.product.testimonial.quote.is_empty() {
        let [quote, name, about] = [
            "My guru lives eight thousand miles away, and every Sunday at seven she is in my living room.",
            "Example of the demo",
            "made up; put in what a student of yours has said",
        ]
        .map(str::to_owned);
        config.product.testimonial = Testimonial { quote, name, about };
    }
}

/// The parts of a demo. Another's database is refused before anything in it is changed.
pub async fn build(config: &Config) -> Result<Parts> {
    preflight::refuse_foreign(config).await?;
    let parts = parts::build(config, true).await?;
    prepare(&parts).await?;
    open_back_office(&parts).await?;
    Ok(parts)
}

/// Fills an empty database, leaves a database that this demo has filled before as it is, and refuses any other.
async fn prepare(parts: &Parts) -> Result<()> {
    let conn = parts.ctx.store.read();
    if audit::has_action(conn, DEMO_SEEDED).await? {
        return Ok(());
    }
    if !stored_people::is_empty(conn).await? {
        bail!(FOREIGN);
    }
    let Some(issuer) = &parts.issuer else {
        bail!("the demo signs people in with the built-in issuer; leave sign_in.issuer empty");
    };
    seed::fill(&parts.ctx, issuer, DEMO_SEEDED).await
}

/// One administrator who may do everything, unless the demo has one from before.
async fn open_back_office(parts: &Parts) -> Result<()> {
    let (name, password) = ADMIN;
    if !list_admins(&parts.ctx).await.map_err(|error| anyhow!("{error}"))?.is_empty() {
        return Ok(());
    }
    let password = Some(SecretString::from(password));
    let request = AddAdmin { name: name.to_owned(), role: "owner".to_owned(), password, totp: false };
    add_admin(&parts.ctx, &request).await.map_err(|error| anyhow!("{error}"))?;
    Ok(())
}
