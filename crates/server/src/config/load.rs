//! Loads and validates the configuration. Errors name the key.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};
use url::Url;

use super::Config;

/// The default configuration, with comments.
pub const DEFAULTS: &str = include_str!("default.toml");

const PREFIX: &str = "TALA__";

/// An invalid configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file cannot be read.
    #[error("cannot read {path}: {reason}")]
    File {
        /// Path of the file.
        path: String,
        /// The system's message.
        reason: String,
    },
    /// Invalid TOML, an unknown key, or a value of the wrong type.
    #[error("{0}")]
    Invalid(String),
    /// A value that is out of range or has the wrong form.
    #[error("{key}: {reason}")]
    InvalidValue {
        /// The key, such as `server.listen`.
        key: &'static str,
        /// What is expected.
        reason: String,
    },
}

/// Merges the defaults, the file and the environment, in this order, and validates the result.
///
/// # Errors
/// [`ConfigError`], which never contains a configured value, because it may be a secret.
pub fn load(file: Option<&Path>, environment: &BTreeMap<String, String>) -> Result<Config, ConfigError> {
    let mut merged: Table = DEFAULTS.parse().map_err(|error| invalid(&error))?;
    if let Some(path) = file {
        let text = read(path)?;
        let overrides: Table = text.parse().map_err(|error| invalid_toml(path, &text, &error))?;
        check_keys(path, &text, &merged, &overrides)?;
        merge(&mut merged, overrides);
    }
    for (name, value) in environment.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        apply_variable(&mut merged, name, value)?;
    }
    let config: Config = merged.try_into().map_err(|error| invalid(&error))?;
    check(&config)?;
    Ok(config)
}

/// Removes the value from a type error, because it may be a secret.
fn invalid(error: &toml::de::Error) -> ConfigError {
    let text = error.to_string();
    let value = text.find("invalid type: ").or_else(|| text.find("invalid value: ")).zip(text.find(", expected "));
    let without_value =
        value.and_then(|(start, end)| Some(format!("{}invalid value{}", text.get(..start)?, text.get(end..)?)));
    ConfigError::Invalid(without_value.unwrap_or(text))
}

/// Names the line of a syntax error without quoting it, as the parser's own message would.
fn invalid_toml(path: &Path, text: &str, error: &toml::de::Error) -> ConfigError {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    ConfigError::Invalid(format!("{}, line {line}: {}", path.display(), error.message()))
}

/// Rejects unknown keys and values of the wrong type, with file, line and a suggestion.
fn check_keys(path: &Path, text: &str, known: &Table, overrides: &Table) -> Result<(), ConfigError> {
    let fail = |section: &str, key: &str, reason: &str| {
        let line = line_of(text, section, key).map(|line| format!(", line {line}")).unwrap_or_default();
        Err(ConfigError::Invalid(format!("{}{line}: {reason}", path.display())))
    };
    for (section, value) in overrides {
        let Some(Value::Table(defaults)) = known.get(section) else {
            let reason = format!("[{section}] is not a section{}", suggestion(section, known.keys()));
            return fail("", section, &reason);
        };
        let Value::Table(values) = value else {
            return fail("", section, &format!("{section} must be a section: [{section}]"));
        };
        for (key, value) in values {
            let Some(default) = defaults.get(key) else {
                let reason = format!("{section}.{key} is not a setting{}", suggestion(key, defaults.keys()));
                return fail(section, key, &reason);
            };
            if default.type_str() != value.type_str() {
                return fail(section, key, &format!("{section}.{key} must be {}", with_article(default.type_str())));
            }
        }
    }
    Ok(())
}

fn with_article(kind: &str) -> String {
    match kind {
        "integer" | "array" => format!("an {kind}"),
        "boolean" => "true or false".to_owned(),
        _ => format!("a {kind}"),
    }
}

/// Returns the line of a key, or of a section if `section` is empty.
fn line_of(text: &str, section: &str, key: &str) -> Option<usize> {
    let mut current = String::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            current = name.trim_matches(['[', ' ']).to_owned();
            if section.is_empty() && current == key {
                return Some(number + 1);
            }
            continue;
        }
        let Some((name, _)) = line.split_once('=') else { continue };
        let full = if current.is_empty() { name.trim().to_owned() } else { format!("{current}.{}", name.trim()) };
        if full == format!("{section}.{key}") || (section.is_empty() && full == key) {
            return Some(number + 1);
        }
    }
    None
}

/// Returns "; did you mean …?" if one of the names is similar.
fn suggestion<'a>(name: &str, names: impl Iterator<Item = &'a String>) -> String {
    let closest = names.map(|other| (edit_distance(name, other), other)).min();
    match closest {
        Some((distance, other)) if distance <= 2 => format!("; did you mean {other}?"),
        _ => "; `tala config default` lists all settings".to_owned(),
    }
}

/// The number of inserted, deleted and replaced characters that turn `one` into `other`.
fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut next = vec![at + 1];
        for (&here, window) in other.iter().zip(row.windows(2)) {
            let [diagonal, above] = [window.first(), window.last()].map(|cell| cell.copied().unwrap_or(usize::MAX));
            let left = next.last().copied().unwrap_or(usize::MAX);
            next.push((diagonal + usize::from(here != letter)).min(above.min(left) + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or(usize::MAX)
}

fn read(path: &Path) -> Result<String, ConfigError> {
    std::fs::read_to_string(path)
        .map_err(|error| ConfigError::File { path: path.display().to_string(), reason: error.to_string() })
}

fn merge(base: &mut Table, overrides: Table) {
    for (key, value) in overrides {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(overrides)) => merge(base, overrides),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// Applies `TALA__MAIL__SMTP_URL=value` or `TALA__MAIL__SMTP_URL_FILE=path`. The text is parsed to the type of the default.
fn apply_variable(merged: &mut Table, name: &str, value: &str) -> Result<(), ConfigError> {
    let path = name.trim_start_matches(PREFIX).to_ascii_lowercase();
    let not_a_setting = |hint: &str| ConfigError::Invalid(format!("{name} is not a setting{hint}"));
    let unknown = || not_a_setting("; `tala config default` lists all settings");
    let (section, key) = path.split_once("__").ok_or_else(unknown)?;
    let Some(Value::Table(table)) = merged.get_mut(section) else { return Err(unknown()) };
    let (key, text) = match (table.contains_key(key), key.strip_suffix("_file")) {
        (true, _) => (key, value.to_owned()),
        (false, Some(key)) => (key, read(Path::new(value))?.trim_end_matches(['\r', '\n']).to_owned()),
        (false, None) => {
            let variable =
                |key: &String| format!("{PREFIX}{}__{}", section.to_ascii_uppercase(), key.to_ascii_uppercase());
            let variables: Vec<String> = table.keys().map(variable).collect();
            return Err(not_a_setting(&suggestion(name, variables.iter())));
        }
    };
    let current = table.get_mut(key).ok_or_else(unknown)?;
    *current = match current {
        Value::String(_) => Value::String(text),
        Value::Boolean(_) => {
            Value::Boolean(text.parse().map_err(|_| ConfigError::Invalid(format!("{name}: must be true or false")))?)
        }
        Value::Integer(_) => {
            Value::Integer(text.parse().map_err(|_| ConfigError::Invalid(format!("{name}: must be an integer")))?)
        }
        _ => return Err(ConfigError::Invalid(format!("{name}: can only be set in a file"))),
    };
    Ok(())
}

fn check(config: &Config) -> Result<(), ConfigError> {
    let invalid = |key, reason: &str| Err(ConfigError::InvalidValue { key, reason: reason.to_owned() });
    if config.server.listen.parse::<std::net::SocketAddr>().is_err() {
        return invalid("server.listen", "must be an address and port, such as 127.0.0.1:4180");
    }
    let public_url = Url::parse(&config.server.public_url);
    let is_base_url =
        public_url.is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/");
    if !is_base_url || config.server.public_url.ends_with('/') {
        return invalid("server.public_url", "must be http(s)://host, without a path or trailing slash");
    }
    let database = config.database.url.0.as_str();
    if !(database.is_empty() || database.starts_with("sqlite:") || database.starts_with("postgres")) {
        return invalid("database.url", "must be a sqlite: or postgres: URL, or empty");
    }
    let replica = config.database.replica_url.0.as_str();
    if !(replica.is_empty() || (replica.starts_with("postgres") && database.starts_with("postgres"))) {
        return invalid(
            "database.replica_url",
            "must be empty, or a postgres: URL together with a postgres: database.url",
        );
    }
    if !(2..=1000).contains(&config.database.max_connections) {
        return invalid("database.max_connections", "must be between 2 and 1000");
    }
    let (key, previous) = (&config.secrets.master_key, &config.secrets.previous_master_key);
    for (name, key) in [("secrets.master_key", key), ("secrets.previous_master_key", previous)] {
        if !key.is_empty() && key.0.chars().count() < 32 {
            return invalid(name, "must have at least 32 characters");
        }
    }
    if !key.is_empty() && key.0 == previous.0 {
        return invalid("secrets.previous_master_key", "must differ from secrets.master_key");
    }
    if config.oidc.audience.is_empty() && config.oidc.client_id.is_empty() {
        return invalid("oidc.audience", "must be set unless oidc.client_id is set");
    }
    if !config.mail.from.contains('@') {
        return invalid("mail.from", "must be an email address");
    }
    if !matches!(config.log.format.as_str(), "text" | "json") {
        return invalid("log.format", "must be text or json");
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
    fn defaults_are_a_valid_configuration() {
        let config = with(&[]).unwrap();
        assert_eq!(config.product.name, "Tala");
        assert_eq!(config.server.listen, "127.0.0.1:4180");
    }

    #[test]
    fn environment_overrides_defaults_and_keeps_their_types() {
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
    fn secret_from_file_is_never_shown() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        std::fs::write(&path, "0123456789abcdef0123456789abcdef\n").unwrap();
        let config = with(&[("TALA__SECRETS__MASTER_KEY_FILE", path.to_str().unwrap())]).unwrap();
        assert_eq!(config.secrets.master_key.0.len(), 32);
        assert!(!format!("{config:?}").contains("0123456789"));
        assert!(!toml::to_string(&config).unwrap().contains("0123456789"));
    }

    #[test]
    fn invalid_values_are_rejected_by_key() {
        for (name, value, expected) in [
            ("TALA__SERVER__LISTEN", "localhost", "server.listen"),
            ("TALA__SERVER__PUBLIC_URL", "https://x.example/", "server.public_url"),
            ("TALA__DATABASE__URL", "mysql://x", "database.url"),
            ("TALA__DATABASE__MAX_CONNECTIONS", "many", "MAX_CONNECTIONS"),
            ("TALA__SECRETS__MASTER_KEY", "short", "secrets.master_key"),
            ("TALA__SECRETS__PREVIOUS_MASTER_KEY", "short", "secrets.previous_master_key"),
            ("TALA__LOG__FORMAT", "xml", "log.format"),
            ("TALA__MAIL__SMPT_URL", "smtp://x", "is not a setting; did you mean TALA__MAIL__SMTP_URL?"),
            ("TALA__MAIL__ZZZ", "x", "TALA__MAIL__ZZZ is not a setting; `tala config default` lists all settings"),
            ("TALA__NOWHERE__X", "1", "is not a setting"),
        ] {
            let error = with(&[(name, value)]).unwrap_err().to_string();
            assert!(error.contains(expected), "{name}: {error}");
        }
    }

    #[test]
    fn previous_master_key_must_differ() {
        let key = "k".repeat(32);
        let load_with = |previous: &str| {
            with(&[("TALA__SECRETS__MASTER_KEY", key.as_str()), ("TALA__SECRETS__PREVIOUS_MASTER_KEY", previous)])
        };
        assert!(load_with(&key).unwrap_err().to_string().starts_with("secrets.previous_master_key"));
        load_with(&"p".repeat(32)).unwrap();
    }

    #[test]
    fn errors_do_not_quote_secrets() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tala.toml");
        for (text, expected) in [
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
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn packaged_configuration_is_valid() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/tala.toml");
        let config = load(Some(Path::new(path)), &BTreeMap::new()).unwrap();
        assert_eq!(config.data.dir, Path::new("/var/lib/tala"));
        assert_eq!(config.server.listen, "127.0.0.1:4180");
    }

    #[test]
    fn unknown_key_in_file_is_rejected() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tala.toml");
        std::fs::write(&path, "[server]\nlisten_on = \"x\"\n").unwrap();
        assert!(load(Some(&path), &BTreeMap::new()).unwrap_err().to_string().contains("listen_on"));
        for (text, expected) in [
            ("# x\n[server]\nlisen = \"x\"\n", "line 3: server.lisen is not a setting; did you mean listen?"),
            ("server.lisen = \"x\"\n", "line 1: server.lisen is not a setting; did you mean listen?"),
            ("\n[sever]\nlisten = \"x\"\n", "line 2: [sever] is not a section; did you mean server?"),
            ("[server]\nrequests_per_second = \"many\"\n", "line 2: server.requests_per_second must be an integer"),
            ("[server]\ntrust_proxy = 1\n", "line 2: server.trust_proxy must be true or false"),
            ("server = 1\n", "line 1: server must be a section: [server]"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = load(Some(&path), &BTreeMap::new()).unwrap_err().to_string();
            assert_eq!(error, format!("{}, {expected}", path.display()), "{text}");
        }
        std::fs::write(&path, "[server]\nlisten = \"127.0.0.1:9\"\n").unwrap();
        assert_eq!(load(Some(&path), &BTreeMap::new()).unwrap().server.listen, "127.0.0.1:9");
    }
}
