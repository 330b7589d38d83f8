//! Putting the settings together and refusing what cannot work, with the name of the setting.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};
use url::Url;

use super::Config;

/// The commented defaults.
pub const DEFAULTS: &str = include_str!("default.toml");

const PREFIX: &str = "TALA__";

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {path}: {reason}")]
    File {
        /// Which file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The text is not TOML, or a setting is unknown or of the wrong kind.
    #[error("{0}")]
    Invalid(String),
    /// A value that cannot work.
    #[error("{setting}: {reason}")]
    Setting {
        /// Which.
        setting: &'static str,
        /// Why not.
        reason: String,
    },
}

/// Defaults, then the file, then the environment.
pub fn load(file: Option<&Path>, environment: &BTreeMap<String, String>) -> Result<Config, ConfigError> {
    let mut settings: Table = DEFAULTS.parse().map_err(|error| invalid(&error))?;
    if let Some(path) = file {
        let text = read(path)?;
        let own: Table = text.parse().map_err(|error| unreadable(path, &text, &error))?;
        merge(&mut settings, own);
    }
    for (name, value) in environment.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        apply_variable(&mut settings, name, value)?;
    }
    let config: Config = settings.try_into().map_err(|error| invalid(&error))?;
    check(&config)?;
    Ok(config)
}

/// What is wrong, without the value: it may be a secret, and this goes to the journal.
fn invalid(error: &toml::de::Error) -> ConfigError {
    let text = error.to_string();
    let value = text.find("invalid type: ").or_else(|| text.find("invalid value: ")).zip(text.find(", expected "));
    let told =
        value.and_then(|(start, end)| Some(format!("{}not what belongs here{}", text.get(..start)?, text.get(end..)?)));
    ConfigError::Invalid(told.unwrap_or(text))
}

/// A file that is no TOML: where and why. The parser itself would show the whole line.
fn unreadable(path: &Path, text: &str, error: &toml::de::Error) -> ConfigError {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    ConfigError::Invalid(format!("{}, line {line}: {}", path.display(), error.message()))
}

fn read(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path)
        .map_err(|error| ConfigError::File { path: path.display().to_string(), reason: error.to_string() })
}

fn merge(base: &mut Table, own: Table) {
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(inner)) => merge(below, inner),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// `TALA__MAIL__SMTP_URL=…`, or `TALA__MAIL__SMTP_URL_FILE=path`. The kind of the default decides how text is read.
fn apply_variable(settings: &mut Table, name: &str, value: &str) -> Result<(), ConfigError> {
    let path = name.trim_start_matches(PREFIX).to_ascii_lowercase();
    let unknown = || ConfigError::Invalid(format!("{name} is not a setting"));
    let (section, key) = path.split_once("__").ok_or_else(unknown)?;
    let table = settings.get_mut(section).and_then(Value::as_table_mut).ok_or_else(unknown)?;
    let (key, text) = match (table.contains_key(key), key.strip_suffix("_file")) {
        (true, _) => (key, value.to_owned()),
        (false, Some(key)) => (key, read(Path::new(value))?.trim_end_matches(['\r', '\n']).to_owned()),
        (false, None) => return Err(unknown()),
    };
    let place = table.get_mut(key).ok_or_else(unknown)?;
    *place = match place {
        Value::String(_) => Value::String(text),
        Value::Boolean(_) => {
            Value::Boolean(text.parse().map_err(|_| ConfigError::Invalid(format!("{name}: true or false")))?)
        }
        Value::Integer(_) => {
            Value::Integer(text.parse().map_err(|_| ConfigError::Invalid(format!("{name}: a whole number")))?)
        }
        _ => return Err(ConfigError::Invalid(format!("{name}: set this in a file"))),
    };
    Ok(())
}

fn check(config: &Config) -> Result<(), ConfigError> {
    let refuse = |setting, reason: &str| Err(ConfigError::Setting { setting, reason: reason.to_owned() });
    if config.server.listen.parse::<std::net::SocketAddr>().is_err() {
        return refuse("server.listen", "an address and port, such as 127.0.0.1:4180");
    }
    let public = Url::parse(&config.server.public_url);
    let usable =
        public.is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/");
    if !usable || config.server.public_url.ends_with('/') {
        return refuse("server.public_url", "http(s)://host, without a path or trailing slash");
    }
    let database = config.database.url.0.as_str();
    if !(database.is_empty() || database.starts_with("sqlite:") || database.starts_with("postgres")) {
        return refuse("database.url", "a sqlite: or postgres: URL, or empty");
    }
    let replica = config.database.replica_url.0.as_str();
    if !(replica.is_empty() || (replica.starts_with("postgres") && database.starts_with("postgres"))) {
        return refuse("database.replica_url", "empty, or a postgres: URL beside a postgres: database.url");
    }
    if !(2..=1000).contains(&config.database.max_connections) {
        return refuse("database.max_connections", "2 to 1000");
    }
    let (key, previous) = (&config.secrets.master_key, &config.secrets.previous_master_key);
    for (setting, key) in [("secrets.master_key", key), ("secrets.previous_master_key", previous)] {
        if !key.is_empty() && key.0.chars().count() < 32 {
            return refuse(setting, "at least 32 characters");
        }
    }
    if !key.is_empty() && key.0 == previous.0 {
        return refuse("secrets.previous_master_key", "the key before, not the same one");
    }
    if config.sign_in.audience.is_empty() && config.sign_in.client_id.is_empty() {
        return refuse("sign_in.audience", "without an audience, client_id must be set");
    }
    if !config.mail.from.contains('@') {
        return refuse("mail.from", "an e-mail address");
    }
    if !matches!(config.log.format.as_str(), "text" | "json") {
        return refuse("log.format", "text or json");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        load(None, &pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect())
    }

    #[test]
    fn the_defaults_alone_are_a_working_configuration() {
        let config = with(&[]).unwrap();
        assert_eq!(config.product.name, "Tala");
        assert_eq!(config.server.listen, "127.0.0.1:4180");
    }

    #[test]
    fn the_environment_wins_and_keeps_the_kind_of_the_default() {
        let config = with(&[
            ("TALA__SERVER__TRUST_PROXY", "true"),
            ("TALA__DATABASE__MAX_CONNECTIONS", "4"),
            ("TALA__PRODUCT__NAME", "Nritya"),
            ("UNRELATED", "x"),
        ])
        .unwrap();
        assert!(config.server.trust_proxy);
        assert_eq!(config.database.max_connections, 4);
        assert_eq!(config.product.name, "Nritya");
    }

    #[test]
    fn a_secret_can_come_from_a_file_and_is_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "0123456789abcdef0123456789abcdef\n").unwrap();
        let config = with(&[("TALA__SECRETS__MASTER_KEY_FILE", path.to_str().unwrap())]).unwrap();
        assert_eq!(config.secrets.master_key.0.len(), 32);
        assert!(!format!("{config:?}").contains("0123456789"));
        assert!(!toml::to_string(&config).unwrap().contains("0123456789"));
    }

    #[test]
    fn what_cannot_work_is_refused_by_name() {
        for (name, value, said) in [
            ("TALA__SERVER__LISTEN", "localhost", "server.listen"),
            ("TALA__SERVER__PUBLIC_URL", "https://x.example/", "server.public_url"),
            ("TALA__DATABASE__URL", "mysql://x", "database.url"),
            ("TALA__DATABASE__MAX_CONNECTIONS", "many", "MAX_CONNECTIONS"),
            ("TALA__SECRETS__MASTER_KEY", "short", "secrets.master_key"),
            ("TALA__SECRETS__PREVIOUS_MASTER_KEY", "short", "secrets.previous_master_key"),
            ("TALA__LOG__FORMAT", "xml", "log.format"),
            ("TALA__MAIL__SMPT_URL", "smtp://x", "is not a setting"),
            ("TALA__NOWHERE__X", "1", "is not a setting"),
        ] {
            let error = with(&[(name, value)]).unwrap_err().to_string();
            assert!(error.contains(said), "{name}: {error}");
        }
    }

    #[test]
    fn the_key_before_is_another_one() {
        let key = "k".repeat(32);
        let both = |previous: &str| {
            with(&[("TALA__SECRETS__MASTER_KEY", key.as_str()), ("TALA__SECRETS__PREVIOUS_MASTER_KEY", previous)])
        };
        assert!(both(&key).unwrap_err().to_string().starts_with("secrets.previous_master_key"));
        both(&"p".repeat(32)).unwrap();
    }

    #[test]
    fn a_fault_is_told_without_the_secret_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tala.toml");
        for (text, said) in [
            ("[payments]\nkey_secret = hunter2hunter2\n", "line 2"),
            ("[payments]\nkey_secret = \"hunter2hunter2\n", "line 2"),
            ("[payments]\nkey_secret = \"hunter2hunter2\" junk\n", "line 2"),
            ("[payments]\nkey_secret = [\"hunter2hunter2\"]\n", "key_secret"),
            ("[payments]\nkey_secret = 7777777777\n", "key_secret"),
            ("payments = \"hunter2hunter2\"\n", "payments"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = load(Some(&path), &BTreeMap::new()).unwrap_err().to_string();
            assert!(!error.contains("hunter2") && !error.contains("7777777"), "{error}");
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn the_settings_that_the_package_brings_are_good() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/tala.toml");
        let config = load(Some(Path::new(path)), &BTreeMap::new()).unwrap();
        assert_eq!(config.data.folder, Path::new("/var/lib/tala"));
        assert_eq!(config.server.listen, "127.0.0.1:4180");
    }

    #[test]
    fn an_unknown_setting_in_a_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tala.toml");
        std::fs::write(&path, "[server]\nlisten_on = \"x\"\n").unwrap();
        assert!(load(Some(&path), &BTreeMap::new()).unwrap_err().to_string().contains("listen_on"));
        std::fs::write(&path, "[server]\nlisten = \"127.0.0.1:9\"\n").unwrap();
        assert_eq!(load(Some(&path), &BTreeMap::new()).unwrap().server.listen, "127.0.0.1:9");
    }
}
