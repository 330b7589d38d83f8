//! Email addresses, names and phone numbers, safe in mail headers, invitations and CSV files.

use std::fmt;
use std::ops::RangeInclusive;

use super::IdentityError;
use crate::error::text::{is_blank, one_line};

/// The maximum length of an email address, in bytes (RFC 5321).
pub const MAX_EMAIL_BYTES: usize = 254;
/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 200;
/// The maximum length of a phone number, in characters.
pub const MAX_PHONE_CHARS: usize = 32;
/// The number of digits of a phone number: subscriber numbers have at least 7, and E.164 allows 15 with the country code.
const PHONE_DIGITS: RangeInclusive<usize> = 7..=15;

/// An email address in the spelling of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Parses an address: a local part, `@`, and a host name, without white space, control characters or characters that
    /// are special in mail headers. The identity provider verifies that the address exists (D5).
    ///
    /// # Errors
    /// [`IdentityError::EmailRequired`] for blank text, otherwise [`IdentityError::EmailInvalid`].
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(IdentityError::EmailRequired);
        }
        let valid = text.len() <= MAX_EMAIL_BYTES
            && text.split_once('@').is_some_and(|(local, host)| is_local_part(local) && is_host(host));
        if valid { Ok(Self(text.to_owned())) } else { Err(IdentityError::EmailInvalid) }
    }

    /// Returns the address in its original spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form for comparisons: ASCII letters in lower case. Other letters stay as they are, because folding them
    /// can make two mailboxes equal (the Kelvin sign becomes a `k`).
    pub fn normalized(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_local_part(local: &str) -> bool {
    let atom = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    local.len() <= 64 && local.split('.').all(|part| !part.is_empty() && part.chars().all(atom))
}

fn is_host(host: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    host.split('.').all(label)
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a person, on one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonName(String);

impl PersonName {
    /// Parses a name in any script. White space and control characters become single spaces; characters that reorder or
    /// hide text are removed.
    ///
    /// # Errors
    /// [`IdentityError::NameRequired`] when no visible character remains, [`IdentityError::NameTooLong`] above 200
    /// characters.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let name = one_line(text);
        if is_blank(&name) {
            return Err(IdentityError::NameRequired);
        }
        if name.chars().count() > MAX_NAME_CHARS {
            return Err(IdentityError::NameTooLong);
        }
        Ok(Self(name))
    }

    /// Returns the cleaned name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A phone number in the spelling of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Phone {
    /// Parses a phone number; `None` for blank text. Allows 7 to 15 digits of any script, a `+` before the first, and
    /// spaces, dashes, dots and parentheses between them.
    ///
    /// # Errors
    /// [`IdentityError::PhoneInvalid`] for other characters, another number of digits, or above 32 characters.
    pub fn parse(text: &str) -> Result<Option<Self>, IdentityError> {
        let number = one_line(text);
        if number.is_empty() {
            return Ok(None);
        }
        let unsigned = number.strip_prefix('+').unwrap_or(&number);
        let is_valid = number.chars().count() <= MAX_PHONE_CHARS
            && unsigned.chars().all(|c| c.is_numeric() || " -().".contains(c))
            && PHONE_DIGITS.contains(&unsigned.chars().filter(|c| c.is_numeric()).count());
        if is_valid { Ok(Some(Self(number))) } else { Err(IdentityError::PhoneInvalid) }
    }

    /// Parses a phone number like [`Self::parse`], but also accepts the `stored` one, which may be older than the rules.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_change(text: &str, stored: Option<&str>) -> Result<Option<Self>, IdentityError> {
        match stored.filter(|stored| *stored == text.trim()) {
            Some(stored) => Ok(Some(Self(stored.to_owned()))),
            None => Self::parse(text),
        }
    }

    /// Returns the number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn name_parses_in_any_script() {
        for (text, name) in [
            ("Asha Rao", "Asha Rao"),
            ("  Asha \t Rao ", "Asha Rao"),
            ("O'Brien-Smith, Jr.", "O'Brien-Smith, Jr."),
            ("मीरा", "मीरा"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("محمد", "محمد"),
            ("👩\u{200d}🎤", "👩\u{200d}🎤"),
            ("李小龙", "李小龙"),
            ("x", "x"),
        ] {
            assert_eq!(PersonName::parse(text).unwrap().as_str(), name, "{text:?}");
        }
    }

    #[test]
    fn line_breaks_and_control_characters_become_spaces() {
        for text in
            ["Asha\r\nBcc: x@y.z", "Asha\0Bcc: x@y.z", "Asha\u{2028}\u{85}Bcc:\u{b}x@y.z", "Asha\nBcc:\u{1b}x@y.z"]
        {
            assert_eq!(PersonName::parse(text).unwrap().as_str(), "Asha Bcc: x@y.z", "{text:?}");
        }
    }

    #[test]
    fn characters_that_reorder_or_hide_text_are_removed() {
        assert_eq!(PersonName::parse("Asha\u{202e}oaR\u{2066}\u{200f}").unwrap().as_str(), "AshaoaR");
        assert_eq!(PersonName::parse("\u{feff}As\u{200b}ha").unwrap().as_str(), "Asha");
    }

    #[test]
    fn name_is_rejected_when_invisible_or_too_long() {
        for text in ["", "   ", "\r\n", "\0", "\u{202e}", "\u{200d}", "\u{200c} \u{fe0f}"] {
            assert_eq!(PersonName::parse(text), Err(IdentityError::NameRequired), "{text:?}");
        }
        assert_eq!(PersonName::parse(&"é".repeat(200)).unwrap().as_str().chars().count(), 200);
        assert_eq!(PersonName::parse(&"é".repeat(201)), Err(IdentityError::NameTooLong));
        assert_eq!(PersonName::parse(&"x".repeat(10_000)), Err(IdentityError::NameTooLong));
    }

    #[test]
    fn email_is_trimmed_and_normalized_to_lower_case() {
        for (text, normalized) in [
            (" Asha.Rao+dance@Example.TEST ", "asha.rao+dance@example.test"),
            ("o'brien@sub.example.co.in", "o'brien@sub.example.co.in"),
            ("asha@localhost", "asha@localhost"),
            ("मीरा@उदाहरण.भारत", "मीरा@उदाहरण.भारत"),
        ] {
            let email = Email::parse(text).unwrap();
            assert_eq!((email.as_str(), email.normalized().as_str()), (text.trim(), normalized));
        }
        let (kelvin, plain) = (Email::parse("\u{212a}@x.test").unwrap(), Email::parse("k@x.test").unwrap());
        assert_ne!(kelvin.normalized(), plain.normalized(), "a different mailbox that looks the same");
    }

    #[test]
    fn malformed_email_is_rejected() {
        for text in [
            "asha",
            "@example.test",
            "asha@",
            "asha@@example.test",
            "a@b@example.test",
            "asha @example.test",
            "asha@exam ple.test",
            "asha@example..test",
            "asha@.test",
            "asha@-x.test",
            ".asha@example.test",
            "a..b@example.test",
            "asha@example.test,b@example.test",
            "Asha <asha@example.test>",
            "\"a b\"@example.test",
            "asha@example.test\r\nBcc: x@y.z",
            "asha\0@example.test",
            "asha\u{202e}@example.test",
            "asha@[127.0.0.1]",
            &format!("{}@example.test", "a".repeat(65)),
            &format!("a@{}.test", "b".repeat(10_000)),
        ] {
            assert_eq!(Email::parse(text), Err(IdentityError::EmailInvalid), "{text:?}");
        }
        assert_eq!(Email::parse(" \n"), Err(IdentityError::EmailRequired));
        let longest = format!("a@{}.t", "b".repeat(250));
        assert_eq!(longest.len(), 254);
        assert!(Email::parse(&longest).is_ok());
        assert_eq!(Email::parse(&format!("{longest}x")), Err(IdentityError::EmailInvalid));
    }

    #[test]
    fn phone_parses_to_none_when_blank_and_is_rejected_when_malformed() {
        for text in ["", "  ", "\r\n\0"] {
            assert_eq!(Phone::parse(text), Ok(None));
        }
        for (text, number) in [
            (" +91 98765-43210 ", "+91 98765-43210"),
            ("(212) 555.0100", "(212) 555.0100"),
            ("९८७६५ ४३२१०", "९८७६५ ४३२१०"),
            ("\u{202a}+91 98765 43210\u{202c}", "+91 98765 43210"),
            ("1234567", "1234567"),
            ("+123 4567890 12345", "+123 4567890 12345"),
        ] {
            assert_eq!(Phone::parse(text).unwrap().unwrap().as_str(), number);
        }
        for text in [
            "12",
            "123456",
            "1234567890123456",
            "call me",
            "+-()",
            "98765+43210",
            "++9198765432",
            "(212) 555.0100 ext 4",
            "1234567<script>",
            "1234567\u{1f44d}",
            &format!("1234567{}", " -".repeat(13)),
        ] {
            assert_eq!(Phone::parse(text), Err(IdentityError::PhoneInvalid), "{text:?}");
        }
    }

    #[test]
    fn stored_phone_is_accepted_unchanged_even_if_it_breaks_the_rules() {
        let parse = |text| Phone::parse_change(text, Some("12")).map(|phone| phone.map(|phone| phone.to_string()));
        assert_eq!(parse(" 12 "), Ok(Some("12".to_owned())));
        assert_eq!(parse("123"), Err(IdentityError::PhoneInvalid));
        assert_eq!(parse(""), Ok(None));
        assert_eq!(Phone::parse_change("12", None), Err(IdentityError::PhoneInvalid));
    }

    #[test]
    fn errors_have_a_code_and_a_message_for_a_field() {
        use crate::error::ErrorCode;
        assert_eq!(IdentityError::NameTooLong.code(), ErrorCode::InvalidFields);
        assert_eq!(IdentityError::InviteCodeInvalid.code(), ErrorCode::InvalidInviteCode);
        let errors = IdentityError::EmailInvalid.for_field("email").0;
        assert_eq!((errors[0].field.as_str(), errors[0].message.as_str()), ("email", "Please enter a valid email!"));
        assert_eq!(IdentityError::InviteCodeInvalid.to_string(), ErrorCode::InvalidInviteCode.message());
    }

    proptest! {
        #[test]
        fn name_is_one_clean_line_and_parsing_is_idempotent(text in prop_oneof![".{0,250}", any::<String>()]) {
            if let Ok(name) = PersonName::parse(&text) {
                let cleaned = name.as_str();
                prop_assert!(!cleaned.chars().any(char::is_control));
                prop_assert!(cleaned == cleaned.trim() && !cleaned.contains("  ") && !cleaned.is_empty());
                prop_assert!(cleaned.chars().count() <= MAX_NAME_CHARS);
                prop_assert_eq!(PersonName::parse(cleaned), Ok(name.clone()));
            }
        }

        #[test]
        fn email_is_safe_in_a_mail_header(text in "[ -~\\r\\n\\u{202e}é]{0,12}@[ -~\\r\\n]{1,12}") {
            if let Ok(email) = Email::parse(&text) {
                let unsafe_in_header = |c: char| c.is_control() || c.is_whitespace() || "<>,;:\"()[]\\".contains(c);
                prop_assert!(!email.as_str().chars().any(unsafe_in_header));
                prop_assert_eq!(Email::parse(&email.normalized()).unwrap().normalized(), email.normalized());
            }
        }
    }
}
