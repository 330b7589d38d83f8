//! Recognizes a wrong master key at the start, instead of when the first value cannot be decrypted.

use tala_gateways::vault::{Vault, VaultError};
use tala_store::encrypted_columns::{self, EncryptedColumn};
use tala_store::{Store, StoreError, Transaction, master_key_checks};

/// What the stored value is encrypted for, and its plaintext.
const CONTEXT: &str = "master key check";
const PLAINTEXT: &str = "tala";

/// The master key could not be checked, or is wrong.
#[derive(Debug, thiserror::Error)]
pub enum MasterKeyError {
    /// The database was encrypted with another key.
    #[error(
        "the master key is not the one that this database was encrypted with. Set secrets.master_key (or master.key in the \
         data directory) to the original key; while you change the key, set the old one as secrets.previous_master_key. \
         If the original key is lost, docs/keys.md says what to do"
    )]
    WrongKey,
    /// The check value could not be encrypted.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl tala_store::Retryable for MasterKeyError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

/// Whether the database contains a value that is encrypted with a master key.
///
/// # Errors
/// Those of the database.
pub async fn is_key_in_use(store: &Store) -> Result<bool, MasterKeyError> {
    Ok(find_sample(store).await?.is_some())
}

/// Checks that the vault decrypts what the database contains. The first call stores the value that later ones check.
///
/// # Errors
/// [`MasterKeyError::WrongKey`] if it does not.
pub async fn verify_master_key(store: &Store, vault: &Vault) -> Result<(), MasterKeyError> {
    if let Some(sample) = find_sample(store).await?
        && !sample.is_readable(vault)
    {
        return Err(MasterKeyError::WrongKey);
    }
    // Checked again, because another server may have stored it since.
    if let Some(value) = master_key_checks::find(store.read()).await? {
        let stored = Sample { context: CONTEXT.to_owned(), value };
        return if stored.is_readable(vault) { Ok(()) } else { Err(MasterKeyError::WrongKey) };
    }
    let value = vault.encrypt(CONTEXT, PLAINTEXT)?;
    let insert = async |tx: Transaction| Ok::<_, MasterKeyError>(master_key_checks::insert(&tx, &value).await?);
    if store.transaction(insert).await? {
        return Ok(());
    }
    // Another server has just stored a value, perhaps with another key.
    match find_sample(store).await? {
        Some(sample) if !sample.is_readable(vault) => Err(MasterKeyError::WrongKey),
        _ => Ok(()),
    }
}

/// Encrypts the check value with the current key, after it was changed.
///
/// # Errors
/// [`MasterKeyError::WrongKey`] if neither key decrypts the stored value.
pub async fn reencrypt_check(store: &Store, vault: &Vault) -> Result<(), MasterKeyError> {
    let Some(stored) = master_key_checks::find(store.read()).await? else { return Ok(()) };
    match vault.reencrypt(CONTEXT, &stored) {
        Ok(None) => Ok(()),
        Ok(Some(value)) => replace(store, &value).await,
        Err(_) => Err(MasterKeyError::WrongKey),
    }
}

/// Accepts the vault's key from now on, because the original one is lost.
///
/// # Errors
/// Those of the database.
pub async fn accept_new_key(store: &Store, vault: &Vault) -> Result<(), MasterKeyError> {
    replace(store, &vault.encrypt(CONTEXT, PLAINTEXT)?).await
}

async fn replace(store: &Store, value: &str) -> Result<(), MasterKeyError> {
    let write = async |tx: Transaction| {
        if !master_key_checks::insert(&tx, value).await? {
            master_key_checks::replace(&tx, value).await?;
        }
        Ok::<_, MasterKeyError>(())
    };
    store.transaction(write).await
}

/// An encrypted value and what it is encrypted for.
struct Sample {
    context: String,
    value: String,
}

impl Sample {
    fn is_readable(&self, vault: &Vault) -> bool {
        vault.decrypt(&self.context, &self.value).is_ok()
    }
}

/// Returns the check value or, in a database from before there was one, the first encrypted value.
async fn find_sample(store: &Store) -> Result<Option<Sample>, StoreError> {
    if let Some(value) = master_key_checks::find(store.read()).await? {
        return Ok(Some(Sample { context: CONTEXT.to_owned(), value }));
    }
    for column in [EncryptedColumn::Authenticator, EncryptedColumn::Account] {
        let found = encrypted_columns::list_values(store.read(), column, None, 1).await?;
        if let Some(first) = found.into_iter().next() {
            return Ok(Some(Sample { context: first.owner.to_string(), value: first.text }));
        }
    }
    Ok(None)
}
