//! `tala keys …`: changing the master key.

use anyhow::{Context as _, Result, ensure};
use clap::Subcommand;
use tala_app::services::reencryption::reseal;
use tala_issuer::Resealed;
use tala_server::config::Config;
use tala_server::parts::{self, previous_master_key};

use crate::{print, said};

/// What can be done with keys.
#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Seal everything anew that is sealed with the previous master key, while servers go on. It can be ended and begun
    /// again at any moment. Fails, and names what opens with neither key, when there is such a thing.
    Reseal,
}

pub(crate) async fn run(config: &Config, KeysCommand::Reseal: KeysCommand) -> Result<()> {
    let parts = parts::build(config, false).await?;
    let ours =
        reseal(&parts.ctx).await.map_err(said).context("account numbers and authenticators: the work broke off")?;
    let renewed = format!("Sealed anew: {} account numbers and authenticators", ours.renewed);
    let mut unreadable: Vec<String> = ours.unreadable.iter().map(|what| format!("  {what}")).collect();
    let sign_in = match &parts.issuer {
        Some(issuer) => issuer.reseal().await,
        None => Ok(Resealed::default()),
    };
    match &sign_in {
        Ok(keys) => {
            print(&format!("{renewed}, {} sign-in keys.\n", keys.renewed))?;
            unreadable.extend(keys.unreadable.iter().map(|kid| format!("  the sign-in key {kid}")));
        }
        Err(_) => print(&format!("{renewed}.\n"))?,
    }
    if !unreadable.is_empty() {
        print(&format!("These open with neither master key:\n{}\n", unreadable.join("\n")))?;
    }
    let sign_in = sign_in.context("sign-in keys: the work broke off")?;
    ensure!(unreadable.is_empty(), "{} values open with neither master key", unreadable.len());
    let how = match (previous_master_key(config)?, ours.renewed + sign_in.renewed) {
        (None, _) => return Ok(()),
        (Some(_), 0) => "If every server runs with the new key, the previous one is needed no more:",
        (Some(_), _) => "Once every server runs with the new key, run this again; when it says 0,",
    };
    print(&format!("{how} {HOW_TO_DROP}.\n"))
}

const HOW_TO_DROP: &str =
    "empty secrets.previous_master_key, or delete previous-master.key in the data folder, and restart all servers";

/// What `tala config check` adds while there is a second key: whether it is the old or the new one, only people know.
pub(crate) fn reminder(config: &Config) -> Result<Option<String>> {
    let there = previous_master_key(config)?.is_some();
    Ok(there.then(|| "\n# A second master key is set; see docs/operations.md, The master key.\n".to_owned()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tala_server::config;

    use super::*;

    #[test]
    fn a_second_key_is_told_as_long_as_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let told = |key: &str| {
            let settings = [("DATA__FOLDER", folder.path().to_str().unwrap()), ("SECRETS__PREVIOUS_MASTER_KEY", key)];
            let environment: BTreeMap<_, _> =
                settings.iter().map(|(name, value)| (format!("TALA__{name}"), (*value).to_owned())).collect();
            reminder(&config::load(None, &environment).unwrap()).unwrap()
        };
        assert_eq!(told(""), None);
        let text = told(&"k".repeat(32)).unwrap();
        assert!(text.contains("A second master key is set") && !text.contains("kkkk"), "{text}");
        let shown: toml::Table = text.parse().unwrap();
        assert!(shown.is_empty(), "what is shown stays TOML");
        std::fs::write(folder.path().join("previous-master.key"), "k".repeat(64)).unwrap();
        assert_eq!(told(""), Some(text), "in its file as well");
    }

    #[test]
    fn one_key_in_both_places_is_refused_wherever_they_are() {
        let key = "k".repeat(64);
        for (set, files) in [
            (None, ["master.key", "previous-master.key"].as_slice()),
            (Some("MASTER_KEY"), ["previous-master.key"].as_slice()),
            (Some("PREVIOUS_MASTER_KEY"), ["master.key"].as_slice()),
        ] {
            let folder = tempfile::tempdir().unwrap();
            for file in files {
                std::fs::write(folder.path().join(file), format!("{key}\n")).unwrap();
            }
            let mut environment =
                BTreeMap::from([("TALA__DATA__FOLDER".to_owned(), folder.path().to_str().unwrap().to_owned())]);
            if let Some(name) = set {
                environment.insert(format!("TALA__SECRETS__{name}"), key.clone());
            }
            let config = config::load(None, &environment).unwrap();
            let refusal = parts::check(&config, false).unwrap_err().to_string();
            assert!(refusal.contains("is the same as the master key") && !refusal.contains(&key), "{set:?}: {refusal}");
            for file in files {
                std::fs::write(folder.path().join(file), "another key".repeat(6)).unwrap();
            }
            assert_eq!(parts::check(&config, false).is_ok(), set.is_some(), "{set:?}");
        }
    }
}
