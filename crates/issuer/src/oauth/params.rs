//! Request parameters. OAuth forbids repeated ones, so they are found before anything else is read.

use url::form_urlencoded;

/// Longest value of any parameter; enough for a long state and an ID token as hint.
const MAX_VALUE_BYTES: usize = 8_192;

/// Parameters of a query or a form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

impl Params {
    pub(crate) fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// The value, if it was sent and is not empty (RFC 6749 §3.1 treats empty as not sent).
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// The value as typed into a form, empty if it was not sent.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The first parameter that is repeated or far too long.
    pub(crate) fn fault(&self) -> Option<&str> {
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
    fn repeated_parameters_are_found_and_empty_ones_count_as_absent() {
        let params = Params::parse(b"a=1&b=%20x+y&c=");
        assert_eq!(params.get("b"), Some(" x y"));
        assert_eq!(params.get("c"), None);
        assert_eq!(params.fault(), None);
        assert_eq!(Params::parse(b"a=1&b=2&a=1").fault(), Some("a"));
        assert_eq!(Params::parse(format!("a={}", "x".repeat(9_000)).as_bytes()).fault(), Some("a"));
    }
}
