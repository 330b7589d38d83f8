//! Request parameters. OAuth forbids repeated parameters (RFC 6749 §3.1).

use url::form_urlencoded;

/// Maximum length of a value. Allows a long `state` and an ID token as `id_token_hint`.
const MAX_VALUE_BYTES: usize = 8_192;

/// Parameters of a query string or form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

impl Params {
    pub(crate) fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// The value of a parameter. An empty value counts as missing (RFC 6749 §3.1).
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// The value of a form field; empty if missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The name of the first parameter that is repeated or too long.
    pub(crate) fn find_invalid(&self) -> Option<&str> {
        self.0.iter().enumerate().find_map(|(at, (key, value))| {
            let repeated = self.0.iter().take(at).any(|(earlier, _)| earlier == key);
            (repeated || value.len() > MAX_VALUE_BYTES).then_some(key.as_str())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_parameters_are_invalid_and_empty_ones_count_as_missing() {
        let params = Params::parse(b"a=1&b=%20x+y&c=");
        assert_eq!(params.get("b"), Some(" x y"));
        assert_eq!(params.get("c"), None);
        assert_eq!(params.find_invalid(), None);
        assert_eq!(Params::parse(b"a=1&b=2&a=1").find_invalid(), Some("a"));
        assert_eq!(Params::parse(format!("a={}", "x".repeat(9_000)).as_bytes()).find_invalid(), Some("a"));
    }
}
