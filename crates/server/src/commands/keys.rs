//! `tala keys`: changing the master key.

use anyhow::{Context as _, Result, ensure};
use clap::Subcommand;
use tala_app::services::master_key_check::reencrypt_check;
use tala_app::services::reencryption::reencrypt;
use tala_issuer::ReencryptedKeys;
use tala_server::config::Config;
use tala_server::{master_key, wiring};

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Re-encrypt all values that still use the previous master key, while servers run. Safe to interrupt and repeat. Lists
    /// values that neither key decrypts, and then fails
    #[command(name = "re-encrypt")]
    Reencrypt,
    /// Accept a new master key after the original was lost. Values encrypted with the lost key stay unreadable; docs/keys.md
    /// lists what to replace
    ReplaceLost {
        /// Confirm that the original key cannot be found
        #[arg(long, required = true)]
        confirm: bool,
    },
}

pub(crate) async fn run(config: &Config, command: KeysCommand) -> Result<()> {
    match command {
        KeysCommand::Reencrypt => reencrypt_all(config).await,
        KeysCommand::ReplaceLost { .. } => {
            wiring::accept_new_master_key(config).await?;
            print("New master key accepted. Replace the unreadable values next: see docs/keys.md, A lost master key.\n")
        }
    }
}

async fn reencrypt_all(config: &Config) -> Result<()> {
    let services = wiring::build_for_command(config).await?;
    let values = reencrypt(&services.ctx)
        .await
        .map_err(rejected)
        .context("cannot re-encrypt account numbers and authenticators; run the command again")?;
    let mut unreadable: Vec<String> = values.unreadable.iter().map(|value| format!("  {value}")).collect();
    let keys = match &services.issuer {
        Some(issuer) => issuer.reencrypt_signing_keys().await,
        None => Ok(ReencryptedKeys::default()),
    };
    let summary = format!("Re-encrypted: {} account numbers and authenticators", values.reencrypted);
    match &keys {
        Ok(keys) => {
            print(&format!("{summary}, {} signing keys\n", keys.reencrypted))?;
            unreadable.extend(keys.unreadable.iter().map(|kid| format!("  signing key {kid}")));
        }
        Err(_) => print(&format!("{summary}\n"))?,
    }
    if !unreadable.is_empty() {
        print(&format!("Not readable with either master key:\n{}\n", unreadable.join("\n")))?;
    }
    reencrypt_check(&services.ctx.store, &services.ctx.vault).await?;
    let keys = keys.context("cannot re-encrypt signing keys; run the command again")?;
    ensure!(
        unreadable.is_empty(),
        "{} values cannot be decrypted with either master key: set secrets.previous_master_key to the key they were \
         encrypted with",
        unreadable.len()
    );
    let next_step = match (master_key::find_previous(config)?, values.reencrypted + keys.reencrypted) {
        (None, _) => return Ok(()),
        (Some(_), 0) => "Nothing was left to re-encrypt. If all servers use the new key,",
        (Some(_), _) => "When all servers use the new key, run this command again; if it re-encrypts nothing,",
    };
    print(&format!("{next_step} {REMOVE_PREVIOUS_KEY}.\n"))
}

const REMOVE_PREVIOUS_KEY: &str =
    "clear secrets.previous_master_key or delete previous-master.key in the data directory, and restart all servers";

/// Returns the line that `tala config check` adds while a previous master key is set.
pub(crate) fn previous_key_reminder(config: &Config) -> Result<Option<String>> {
    let has_previous = master_key::find_previous(config)?.is_some();
    Ok(has_previous.then(|| "\n# A previous master key is set; see docs/keys.md.\n".to_owned()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tala_server::config;

    use super::*;

    #[test]
    fn previous_key_is_reported_while_it_is_set() {
        let dir = tempfile::tempdir().unwrap();
        let reminder_with = |key: &str| {
            let variables = [("DATA__DIR", dir.path().to_str().unwrap()), ("SECRETS__PREVIOUS_MASTER_KEY", key)];
            let environment: BTreeMap<_, _> =
                variables.iter().map(|(name, value)| (format!("TALA__{name}"), (*value).to_owned())).collect();
            previous_key_reminder(&config::load(None, &environment).unwrap()).unwrap()
        };
        assert_eq!(reminder_with(""), None);
        let text = reminder_with(&"k".repeat(32)).unwrap();
        assert!(text.contains("A previous master key is set") && !text.contains("kkkk"), "{text}");
        let shown: toml::Table = text.parse().unwrap();
        assert!(shown.is_empty(), "the output is valid TOML");
        std::fs::write(dir.path().join("previous-master.key"), "k".repeat(64)).unwrap();
        assert_eq!(reminder_with(""), Some(text), "the key in its file");
    }

    #[test]
    fn same_current_and_previous_key_is_rejected() {
        let key = "k".repeat(64);
        for (variable, files) in [
            (None, ["master.key", "previous-master.key"].as_slice()),
            (Some("MASTER_KEY"), ["previous-master.key"].as_slice()),
            (Some("PREVIOUS_MASTER_KEY"), ["master.key"].as_slice()),
        ] {
            let dir = tempfile::tempdir().unwrap();
            for file in files {
                std::fs::write(dir.path().join(file), format!("{key}\n")).unwrap();
            }
            let mut environment =
                BTreeMap::from([("TALA__DATA__DIR".to_owned(), dir.path().to_str().unwrap().to_owned())]);
            if let Some(name) = variable {
                environment.insert(format!("TALA__SECRETS__{name}"), key.clone());
            }
            let config = config::load(None, &environment).unwrap();
            let error = wiring::check(&config, false).unwrap_err().to_string();
            assert!(error.contains("is the same as the master key") && !error.contains(&key), "{variable:?}: {error}");
            for file in files {
                std::fs::write(dir.path().join(file), "another key".repeat(6)).unwrap();
            }
            assert_eq!(wiring::check(&config, false).is_ok(), variable.is_some(), "{variable:?}");
        }
    }
}
