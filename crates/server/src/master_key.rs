//! The master key, from which the keys for encrypted values are derived, and its predecessor during a key change.

use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::context::Entropy as _;
use tala_app::services::master_key_check::{is_key_in_use, verify_master_key};
use tala_gateways::vault::Vault;
use tala_store::Store;

use crate::config::{Config, Secret};
use crate::system::SystemEntropy;

/// Returns the configured key, or the one in the data directory. The first call without either generates it.
///
/// # Errors
/// If the key file can be neither read nor created.
pub(crate) fn load_or_create(config: &Config) -> Result<SecretString> {
    if let Some(key) = find(config)? {
        return Ok(key);
    }
    let path = path(config);
    let mut bytes = [0; 32];
    SystemEntropy.fill(&mut bytes);
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    write_private_file(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    read(&path)
}

/// Returns the previous key, from the configuration or from its file in the data directory. It is set only during a key
/// change.
///
/// # Errors
/// If the file cannot be read, or if the previous key equals the current one.
pub fn find_previous(config: &Config) -> Result<Option<SecretString>> {
    let previous = configured_or_in_file(&config.secrets.previous_master_key, &previous_path(config))?;
    if let (Some(previous), Some(key)) = (&previous, find(config)?) {
        reject_same_key(&key, previous)?;
    }
    Ok(previous)
}

fn find(config: &Config) -> Result<Option<SecretString>> {
    configured_or_in_file(&config.secrets.master_key, &path(config))
}

fn configured_or_in_file(configured: &Secret, file: &Path) -> Result<Option<SecretString>> {
    if configured.is_empty() {
        return file.exists().then(|| read(file)).transpose();
    }
    Ok(Some(SecretString::from(configured.0.clone())))
}

/// Rejects a previous key that equals the current one: nothing would be re-encrypted, and the old key would stay in use
/// unnoticed.
pub(crate) fn reject_same_key(key: &SecretString, previous: &SecretString) -> Result<()> {
    ensure!(
        key.expose_secret() != previous.expose_secret(),
        "the previous master key (secrets.previous_master_key, or previous-master.key in the data directory) is the same \
         as the master key (secrets.master_key, or master.key there): set the new key as the master key, or remove the \
         previous one"
    );
    Ok(())
}

/// Returns the vault with the keys of the configuration, after checking that they decrypt what the database contains. A key
/// is generated only if no value was encrypted before, or if the previous key is at hand.
///
/// # Errors
/// If the key is missing or is not the one that the database was encrypted with.
pub(crate) async fn open_vault(config: &Config, store: &Store) -> Result<Vault> {
    ensure!(
        find(config)?.is_some() || find_previous(config)?.is_some() || !is_key_in_use(store).await?,
        "the master key is missing: {} does not exist and secrets.master_key is empty, but this database was encrypted \
         with a key. Put the original key back; if it is lost, docs/keys.md says what to do",
        path(config).display()
    );
    let vault = vault(config)?;
    verify_master_key(store, &vault).await?;
    Ok(vault)
}

/// Returns the vault with the keys of the configuration, unchecked.
///
/// # Errors
/// If a key file can be neither read nor created.
pub fn vault(config: &Config) -> Result<Vault> {
    let vault = Vault::new(&load_or_create(config)?)?;
    Ok(match find_previous(config)? {
        Some(previous) => vault.with_previous_key(&previous)?,
        None => vault,
    })
}

/// The file of the generated key.
pub(crate) fn path(config: &Config) -> PathBuf {
    config.data.dir.join("master.key")
}

/// The file of the previous key, if that was a generated one.
pub(crate) fn previous_path(config: &Config) -> PathBuf {
    config.data.dir.join("previous-master.key")
}

/// Reads a key file.
pub(crate) fn read(path: &Path) -> Result<SecretString> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(SecretString::from(text.trim().to_owned()))
}

/// Creates a file that only its owner can read, and flushes it.
///
/// # Errors
/// If the file exists, or cannot be written.
pub fn write_private_file(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
