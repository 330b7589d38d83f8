//! `tala keys reseal`: what is sealed with the previous master key is sealed anew with the one of now.

use std::fmt;

use tala_domain::ids::PersonId;
use tala_store::sealed::{self, Kind, Sealed};
use tala_store::{Transaction, people};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// So many values are sealed anew in one transaction: servers go on between two.
const BATCH: u32 = 50;
/// Nothing new is sealed with the previous key, so the second pass has nothing to do; a limit all the same.
const PASSES: u32 = 10;

/// What has come of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resealed {
    /// How many rows were written.
    pub renewed: u64,
    /// What opens with neither key.
    pub unreadable: Vec<Unreadable>,
}

/// A sealed value that opens with neither key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(Kind, uuid::Uuid);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.0 {
            Kind::Authenticator => "the authenticator of administrator",
            Kind::Account => "the bank account of teacher",
            Kind::PayoutAccount => "the bank account of payout",
        };
        write!(f, "{what} {}", self.1)
    }
}

/// Seals everything anew that is not sealed with the master key of now. Can be ended at any moment and begun again, beside
/// servers that know both keys.
pub async fn reseal(ctx: &Ctx) -> AppResult<Resealed> {
    reseal_in_batches(ctx, BATCH).await
}

/// The same with so many values in one transaction.
pub async fn reseal_in_batches(ctx: &Ctx, batch: u32) -> AppResult<Resealed> {
    let mut renewed = 0;
    for _ in 0..PASSES {
        let mut pass = Resealed::default();
        for kind in Kind::ALL {
            let mut after = None;
            loop {
                let found = sealed::list_sealed(ctx.store.read(), kind, after, batch).await?;
                let Some(last) = found.last() else { break };
                after = Some(last.id);
                renew(ctx, kind, &found, &mut pass).await?;
            }
        }
        renewed += pass.renewed;
        if pass.renewed == 0 {
            return Ok(Resealed { renewed, ..pass });
        }
    }
    Err(AppError::internal("servers go on sealing with the previous master key"))
}

async fn renew(ctx: &Ctx, kind: Kind, found: &[Sealed], pass: &mut Resealed) -> AppResult<()> {
    let mut renewals = Vec::new();
    for old in found {
        match ctx.vault.renew(&old.owner.to_string(), &old.text) {
            Ok(None) => {}
            Ok(Some(new)) => renewals.push((old, new)),
            Err(_) => pass.unreadable.push(Unreadable(kind, old.id)),
        }
    }
    if renewals.is_empty() {
        return Ok(());
    }
    let write = async |tx: Transaction| {
        let mut renewed = 0;
        for (old, new) in &renewals {
            if kind != Kind::Authenticator {
                people::lock(&tx, PersonId(old.owner)).await?;
            }
            renewed += sealed::replace(&tx, kind, old, new).await?;
        }
        Ok::<_, AppError>(renewed)
    };
    pass.renewed += ctx.store.transaction(write).await?;
    Ok(())
}
