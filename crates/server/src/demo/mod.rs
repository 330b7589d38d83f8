//! The demo: a small, believable school in an empty database.

mod people;
mod seed;

use anyhow::{Result, bail};
use tala_store::{audit, people as stored_people};

use crate::parts::Parts;

pub use people::{PASSWORD, SignInLine, sign_ins};

const MARK: &str = "demo_seeded";

/// Fills an empty database, leaves a database that this demo has filled before as it is, and refuses any other.
pub async fn prepare(parts: &Parts) -> Result<()> {
    let conn = parts.ctx.store.read();
    if audit::has_action(conn, MARK).await? {
        return Ok(());
    }
    if !stored_people::is_empty(conn).await? {
        bail!(
            "this database holds data that the demo did not make; the demo runs only on a database of its own \
             (set data.folder or database.url to a fresh one)"
        );
    }
    let Some(issuer) = &parts.issuer else {
        bail!("the demo signs people in with the built-in issuer; leave sign_in.issuer empty");
    };
    seed::fill(&parts.ctx, issuer, MARK).await
}
