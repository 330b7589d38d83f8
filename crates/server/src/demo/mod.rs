//! The demo: a small, believable school in an empty database.

mod look;
mod people;
mod seed;

use anyhow::{Result, bail};
use tala_store::{audit, people as stored_people};

use crate::config::Config;
use crate::parts::{self, Parts};

pub use people::{PASSWORD, SignInLine, sign_ins};

const MARK: &str = "demo_seeded";
const FOREIGN: &str = "this database holds data that the demo did not make; the demo runs only on a database of its own \
                       (set data.folder or database.url to a fresh one)";

/// The parts of a demo. Another's database is refused before anything in it is changed.
pub async fn build(config: &Config) -> Result<Parts> {
    look::refuse_foreign(config).await?;
    let parts = parts::build(config, true).await?;
    prepare(&parts).await?;
    Ok(parts)
}

/// Fills an empty database, leaves a database that this demo has filled before as it is, and refuses any other.
async fn prepare(parts: &Parts) -> Result<()> {
    let conn = parts.ctx.store.read();
    if audit::has_action(conn, MARK).await? {
        return Ok(());
    }
    if !stored_people::is_empty(conn).await? {
        bail!(FOREIGN);
    }
    let Some(issuer) = &parts.issuer else {
        bail!("the demo signs people in with the built-in issuer; leave sign_in.issuer empty");
    };
    seed::fill(&parts.ctx, issuer, MARK).await
}
