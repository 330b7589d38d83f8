//! Invite codes such as `TCH-ABC-1234` (D9).

use std::fmt;

use super::IdentityError;

/// Letters of new codes: none that resemble digits or each other (B/8, I/1/L, O/0/Q, S/5, Z/2), and no vowels, so that no
/// code spells a word.
const LETTERS: &[u8; 16] = b"CDFGHJKMNPRTVWXY";
/// Initials that a new code takes from the teacher's name: [`LETTERS`] and the vowels that do not resemble digits.
const INITIALS: &[u8] = b"ACDEFGHJKMNPRTUVWXY";
/// Digits of new codes: without 0 and 1.
const DIGITS: &[u8; 8] = b"23456789";

/// A teacher's invite code, in upper case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InviteCode(String);

impl InviteCode {
    /// Parses a code; case and surrounding space are ignored (D9).
    ///
    /// Any three letters and four digits are allowed, although new codes use fewer. The caller looks the code up.
    ///
    /// # Errors
    /// [`IdentityError::InviteCodeInvalid`] when the text does not have the format `TCH-ABC-1234`.
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

    /// Creates a code from random bytes. It starts with the teacher's initial if that is allowed, to make it easier to
    /// recognize; everything else is random. The caller retries with other bytes when the code exists.
    pub fn from_random(bytes: [u8; 8], name: &str) -> Self {
        let mut entropy = u64::from_be_bytes(bytes);
        let mut draw = |alphabet: &[u8]| {
            let size = u64::try_from(alphabet.len()).unwrap_or(u64::MAX).max(1);
            let index = usize::try_from(entropy % size).unwrap_or_default();
            entropy /= size;
            char::from(alphabet.get(index).copied().unwrap_or(b'X'))
        };
        let mut code = String::from("TCH-");
        let random_initial = draw(LETTERS);
        code.push(initial(name).unwrap_or(random_initial));
        (0..2).for_each(|_| code.push(draw(LETTERS)));
        code.push('-');
        (0..4).for_each(|_| code.push(draw(DIGITS)));
        Self(code)
    }

    /// Returns the code as it is stored and displayed.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn code_parses_in_any_case_and_with_surrounding_space() {
        for text in ["TCH-ABC-1234", "tch-abc-1234", "  Tch-aBc-1234\r\n", "\u{a0}TCH-ABC-1234\t"] {
            assert_eq!(InviteCode::parse(text).unwrap().as_str(), "TCH-ABC-1234", "{text:?}");
        }
    }

    #[test]
    fn malformed_code_is_rejected() {
        for text in [
            "",
            " ",
            "TCH",
            "TCH-ABC",
            "TCH-ABC-123",
            "TCH-ABC-12345",
            "TCH-AB-1234",
            "TCH-ABC-1234-",
            "TCH-ABC-1234-5",
            "TCH-A1C-1234",
            "TCH-ABC-12E4",
            "TCH ABC 1234",
            "TCHABC1234",
            "STU-ABC-1234",
            "TCH-ÄBC-1234",
            "TCH-ABC-१२३४",
            "TCH-ABC-1234\0",
            "TCH-\u{202e}ABC-1234",
            "' OR 1=1 --",
            &"TCH-ABC-1234".repeat(1000),
        ] {
            assert_eq!(InviteCode::parse(text), Err(IdentityError::InviteCodeInvalid), "{text:?}");
        }
    }

    #[test]
    fn same_bytes_and_name_give_the_same_code() {
        for (bytes, name, code) in [
            ([0; 8], "Asha Rao", "TCH-ACC-2222"),
            ([0; 8], "asha", "TCH-ACC-2222"),
            ([0; 8], "Indira", "TCH-CCC-2222"),
            ([0; 8], "", "TCH-CCC-2222"),
            ([0; 8], "मीरा", "TCH-CCC-2222"),
            ([255; 8], "Meera", "TCH-MYY-9999"),
            ([1, 2, 3, 4, 5, 6, 7, 8], "Meera", "TCH-MCM-2632"),
        ] {
            assert_eq!(InviteCode::from_random(bytes, name).as_str(), code, "{bytes:?}, {name}");
        }
    }

    proptest! {
        #[test]
        fn new_codes_round_trip_and_have_no_ambiguous_characters(bytes in any::<[u8; 8]>(), name in ".*") {
            let code = InviteCode::from_random(bytes, &name);
            prop_assert_eq!(InviteCode::parse(code.as_str()), Ok(code.clone()));
            let random_part = code.as_str().strip_prefix("TCH-").unwrap();
            prop_assert!(!random_part.contains(['B', 'I', 'L', 'O', 'Q', 'S', 'Z', '0', '1']), "{code}");
        }
    }

    #[test]
    fn letters_and_digits_are_uniformly_distributed() {
        let mut seen = std::collections::HashMap::new();
        for seed in 0..20_000u64 {
            let bytes = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_be_bytes();
            let code = InviteCode::from_random(bytes, "");
            for (at, c) in code.as_str().char_indices().skip(4).filter(|(_, c)| *c != '-') {
                *seen.entry((at, c)).or_insert(0u32) += 1;
            }
        }
        assert_eq!(seen.len(), 3 * LETTERS.len() + 4 * DIGITS.len());
        let letters = seen.iter().filter(|((at, _), _)| *at < 7).all(|(_, count)| (1000..1500).contains(count));
        let digits = seen.iter().filter(|((at, _), _)| *at > 7).all(|(_, count)| (2200..2800).contains(count));
        assert!(letters && digits, "{seen:?}");
    }
}
