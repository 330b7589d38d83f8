//! Invite codes such as `TCH-ABC-1234` (D9).

use std::fmt;

use super::IdentityError;

/// Letters of new codes: no look-alikes of digits or of each other (B/8, I/1/L, O/0/Q, S/5, Z/2), no vowels, so that
/// no code spells a word.
const LETTERS: &[u8; 16] = b"CDFGHJKMNPRTVWXY";
/// Initials that a new code may take over from the teacher's name: the letters, and the vowels that look like nothing
/// else.
const INITIALS: &[u8] = b"ACDEFGHJKMNPRTUVWXY";
/// Digits of new codes: without 0 and 1.
const DIGITS: &[u8; 8] = b"23456789";

/// A teacher's invite code, in upper case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InviteCode(String);

impl InviteCode {
    /// Reads a code; case and surrounding space do not matter (D9).
    ///
    /// Any three letters and four digits are read, though new codes use fewer: whether a code exists is the
    /// database's to say.
    ///
    /// # Errors
    /// [`IdentityError::InviteCodeInvalid`] when it does not have the form `TCH-ABC-1234`.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let code = text.trim().to_ascii_uppercase();
        let mut parts = code.split('-');
        let all = |part: Option<&str>, length: usize, allowed: fn(&u8) -> bool| {
            part.is_some_and(|part| part.len() == length && part.as_bytes().iter().all(allowed))
        };
        let valid = parts.next() == Some("TCH")
            && all(parts.next(), 3, u8::is_ascii_uppercase)
            && all(parts.next(), 4, u8::is_ascii_digit)
            && parts.next().is_none();
        if valid { Ok(Self(code)) } else { Err(IdentityError::InviteCodeInvalid) }
    }

    /// A new code out of random bytes. It starts with the teacher's initial where that is a letter of ours, to be
    /// easier to recognise; everything else is random. The caller tries again when the code exists already.
    pub fn from_random(bytes: [u8; 8], name: &str) -> Self {
        let mut left = u64::from_be_bytes(bytes);
        let mut draw = |alphabet: &[u8]| {
            let size = u64::try_from(alphabet.len()).unwrap_or(u64::MAX).max(1);
            let at = usize::try_from(left % size).unwrap_or_default();
            left /= size;
            char::from(alphabet.get(at).copied().unwrap_or(b'X'))
        };
        let mut code = String::from("TCH-");
        let random_initial = draw(LETTERS);
        code.push(initial(name).unwrap_or(random_initial));
        (0..2).for_each(|_| code.push(draw(LETTERS)));
        code.push('-');
        (0..4).for_each(|_| code.push(draw(DIGITS)));
        Self(code)
    }

    /// The code as it is stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn initial(name: &str) -> Option<char> {
    let first = name.trim().chars().next()?.to_ascii_uppercase();
    INITIALS.iter().map(|letter| char::from(*letter)).find(|letter| *letter == first)
}

impl fmt::Display for InviteCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
