//! Validation of account details: email address and name.

const MAX_EMAIL_BYTES: usize = 254;
const MAX_LOCAL_BYTES: usize = 64;
const MAX_NAME_CHARS: usize = 100;

/// A valid email address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EmailAddress {
    /// As typed, without surrounding white space.
    pub(crate) as_typed: String,
    /// Lower case, for comparisons and as a database key.
    pub(crate) normalized: String,
}

impl EmailAddress {
    /// Parses an address. Rejects characters that could inject email headers, and domains without a dot.
    pub(crate) fn parse(input: &str) -> Option<Self> {
        let text = input.trim();
        let (local, domain) = text.rsplit_once('@')?;
        let is_domain_valid = domain.contains('.')
            && domain.split('.').all(|label| {
                !label.is_empty()
                    && !label.starts_with('-')
                    && !label.ends_with('-')
                    && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            });
        let forbidden = |c: char| c.is_whitespace() || c.is_control() || "\"(),:;<>@[\\]".contains(c);
        let is_local_valid = !local.is_empty() && local.len() <= MAX_LOCAL_BYTES && !local.contains(forbidden);
        (text.len() <= MAX_EMAIL_BYTES && is_domain_valid && is_local_valid)
            .then(|| Self { as_typed: text.to_owned(), normalized: text.to_lowercase() })
    }
}

/// Parses a name of 1 to 100 characters. Replaces runs of white space and control characters by one space.
pub(crate) fn parse_name(input: &str) -> Option<String> {
    let words: Vec<&str> =
        input.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let name = words.join(" ");
    (1..=MAX_NAME_CHARS).contains(&name.chars().count()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_address_keeps_typed_form_and_normalizes_case() {
        let email = EmailAddress::parse("  Meera.Iyer+dance@Example.Test ").unwrap();
        assert_eq!(
            (email.as_typed.as_str(), email.normalized.as_str()),
            ("Meera.Iyer+dance@Example.Test", "meera.iyer+dance@example.test")
        );
    }

    #[test]
    fn invalid_email_addresses_are_rejected() {
        let long = format!("{}@example.test", "a".repeat(65));
        for invalid in [
            "",
            "meera",
            "@example.test",
            "meera@",
            "meera@localhost",
            "a b@example.test",
            "a@b@example.test",
            "a@example..test",
            "a@-x.test",
            "a\r\nBcc: x@example.test",
            "<a@example.test>",
            &long,
        ] {
            assert_eq!(EmailAddress::parse(invalid), None, "{invalid:?}");
        }
    }

    #[test]
    fn white_space_in_names_is_collapsed() {
        assert_eq!(parse_name(" Padma\r\n  Subrahmanyam "), Some("Padma Subrahmanyam".to_owned()));
        assert_eq!(parse_name(" \t "), None);
        assert_eq!(parse_name(&"x".repeat(101)), None);
    }
}
