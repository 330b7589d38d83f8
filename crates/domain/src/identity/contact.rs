//! E-mail addresses, names and phone numbers, as they may stand in mail headers, invitations and tables.

use std::fmt;

use super::IdentityError;

/// The longest e-mail address, in bytes (RFC 5321).
pub const MAX_EMAIL_BYTES: usize = 254;
/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 200;
/// The longest phone number, in characters.
pub const MAX_PHONE_CHARS: usize = 32;

/// An e-mail address, as its owner writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Reads an address: something, `@`, a host name; no blanks, control characters or signs with a meaning in mail
    /// headers. Whether it works is for the identity provider to verify (D5).
    ///
    /// # Errors
    /// [`IdentityError::EmailRequired`] when blank, [`IdentityError::EmailInvalid`] when it is no address.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(IdentityError::EmailRequired);
        }
        let valid = text.len() <= MAX_EMAIL_BYTES
            && text.split_once('@').is_some_and(|(local, host)| is_local_part(local) && is_host(host));
        if valid { Ok(Self(text.to_owned())) } else { Err(IdentityError::EmailInvalid) }
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form to compare by: ASCII letters in lower case. Others stay, since folding them can make two mailboxes
    /// one (the Kelvin sign becomes a `k`).
    pub fn key(&self) -> String {
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

/// A person's name on one line: safe in a mail header, an invitation and a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PersonName(String);

impl PersonName {
    /// Reads a name in any script. Blanks, line breaks and control characters become single spaces; invisible
    /// characters that reorder or hide text are removed.
    ///
    /// # Errors
    /// [`IdentityError::NameRequired`] when nothing visible is left, [`IdentityError::NameTooLong`] over 200 characters.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let name = one_line(text);
        if name.chars().all(is_joiner) {
            return Err(IdentityError::NameRequired);
        }
        if name.chars().count() > MAX_NAME_CHARS {
            return Err(IdentityError::NameTooLong);
        }
        Ok(Self(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What to greet somebody with: the part before the first blank.
    pub fn first(&self) -> &str {
        self.0.split(' ').next().unwrap_or(&self.0)
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A phone number as its owner writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Phone {
    /// Reads a phone number; blank means none. Digits of any script, and the signs that people put between them.
    ///
    /// # Errors
    /// [`IdentityError::PhoneInvalid`].
    pub fn parse(text: &str) -> Result<Option<Self>, IdentityError> {
        let number = one_line(text);
        if number.is_empty() {
            return Ok(None);
        }
        let allowed = |c: char| c.is_numeric() || c.is_ascii_alphabetic() || " +-().,/#*".contains(c);
        let valid = number.chars().count() <= MAX_PHONE_CHARS
            && number.chars().all(allowed)
            && number.chars().any(char::is_numeric);
        if valid { Ok(Some(Self(number))) } else { Err(IdentityError::PhoneInvalid) }
    }

    /// The number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Text on one line, with single spaces and without characters that reorder or hide it.
fn one_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .filter(|c| !is_hidden(*c))
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .collect();
    spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Direction marks and overrides, zero-width blanks, the byte-order mark, the soft hyphen.
const fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{00AD}' | '\u{FEFF}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}')
}

/// Characters that shape their neighbours (Indic scripts and emoji need them) but show nothing by themselves.
const fn is_joiner(c: char) -> bool {
    matches!(c, ' ' | '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E007F}')
}
