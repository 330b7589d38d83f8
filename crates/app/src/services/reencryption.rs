//! Re-encrypting stored values with the current master key, after the operator has changed it.

use std::fmt;

use tala_domain::ids::PersonId;
use tala_store::encrypted_columns::{self, EncryptedColumn, EncryptedValue};
use tala_store::{Transaction, people};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// Values re-encrypted in one transaction. Small, so that locks are held briefly while servers run.
const BATCH_SIZE: u32 = 50;
/// The second pass normally finds nothing, because servers encrypt with the current key only.
const MAX_PASSES: u32 = 10;

/// The result of a re-encryption.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReencryptedValues {
    /// The number of re-encrypted values.
    pub reencrypted: u64,
    /// The values that neither key decrypts.
    pub unreadable: Vec<Unreadable>,
}

/// An encrypted value that neither key decrypts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(EncryptedColumn, uuid::Uuid);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.0 {
            EncryptedColumn::Authenticator => "the authenticator of administrator",
            EncryptedColumn::Account => "the bank account of teacher",
            EncryptedColumn::PayoutAccount => "the bank account of payout",
        };
        write!(f, "{what} {}", self.1)
    }
}

/// Re-encrypts every value that is not encrypted with the current master key. Can be interrupted and repeated, and run while
/// servers that know both keys are running.
///
/// # Errors
/// Those of the database, or an internal error if servers still encrypt with the previous key.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn reencrypt(ctx: &Ctx) -> AppResult<ReencryptedValues> {
    reencrypt_in_batches(ctx, BATCH_SIZE).await
}

/// [`reencrypt`] with `batch_size` values in one transaction.
///
/// # Errors
/// Those of [`reencrypt`].
#[tracing::instrument(level = "debug", skip_all)]
pub async fn reencrypt_in_batches(ctx: &Ctx, batch_size: u32) -> AppResult<ReencryptedValues> {
    let mut reencrypted = 0;
    for _ in 0..MAX_PASSES {
        let mut pass = ReencryptedValues::default();
        for kind in EncryptedColumn::ALL {
            let mut after = None;
            loop {
                let found = encrypted_columns::list_values(ctx.store.read(), kind, after, batch_size).await?;
                let Some(last) = found.last() else { break };
                after = Some(last.id);
                reencrypt_batch(ctx, kind, &found, &mut pass).await?;
            }
        }
        reencrypted += pass.reencrypted;
        if pass.reencrypted == 0 {
            return Ok(ReencryptedValues { reencrypted, ..pass });
        }
    }
    Err(AppError::internal("servers still encrypt with the previous master key"))
}

async fn reencrypt_batch(
    ctx: &Ctx,
    kind: EncryptedColumn,
    found: &[EncryptedValue],
    pass: &mut ReencryptedValues,
) -> AppResult<()> {
    let mut replacements = Vec::new();
    for old in found {
        match ctx.vault.reencrypt(&old.owner.to_string(), &old.text) {
            Ok(None) => {}
            Ok(Some(new)) => replacements.push((old, new)),
            Err(_) => pass.unreadable.push(Unreadable(kind, old.id)),
        }
    }
    if replacements.is_empty() {
        return Ok(());
    }
    let write = async |tx: Transaction| {
        let mut reencrypted = 0;
        for (old, new) in &replacements {
            if kind != EncryptedColumn::Authenticator {
                people::lock_for_update(&tx, PersonId(old.owner)).await?;
            }
            reencrypted += encrypted_columns::replace_value(&tx, kind, old, new).await?;
        }
        Ok::<_, AppError>(reencrypted)
    };
    pass.reencrypted += ctx.store.transaction(write).await?;
    Ok(())
}
