//! The password policy: length instead of composition rules (NIST SP 800-63B §5.1.1.2, D6).

use super::common_passwords::{WordKind, find_guessable_words, is_common};

/// Minimum length in characters.
pub(crate) const MIN_CHARS: usize = 10;
/// Maximum length in characters.
pub(crate) const MAX_CHARS: usize = 200;

/// A rule that a new password violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// Nothing was typed.
    Empty,
    /// It has only this many characters.
    TooShort(usize),
    /// It has more than [`MAX_CHARS`] characters.
    TooLong,
    /// It is the email address or its local part.
    EmailAddress,
    /// It consists of the person's name or email address.
    PersonalWords,
    /// It consists of words that are easy to guess on this site.
    SiteWords,
    /// Many people use it.
    TooCommon,
}

/// Shorter parts of names and addresses are in many words.
const MIN_PERSONAL_WORD_CHARS: usize = 3;

/// The rule that a new password violates; `None` if the password is allowed.
pub(crate) fn find_violation(password: &str, email: &str, name: &str) -> Option<Violation> {
    let length = password.chars().count();
    match length {
        0 => return Some(Violation::Empty),
        1..MIN_CHARS => return Some(Violation::TooShort(length)),
        _ if length > MAX_CHARS => return Some(Violation::TooLong),
        _ => {}
    }
    let normalized = password.trim().to_lowercase();
    let local = email.split('@').next().unwrap_or_default().to_lowercase();
    if normalized == email.trim().to_lowercase() || normalized == local {
        return Some(Violation::EmailAddress);
    }
    if is_common(&normalized) {
        return Some(Violation::TooCommon);
    }
    let personal = personal_words(&local, &name.to_lowercase());
    find_guessable_words(&normalized, &personal).map(|kind| match kind {
        WordKind::Personal => Violation::PersonalWords,
        WordKind::Site => Violation::SiteWords,
        WordKind::Common => Violation::TooCommon,
    })
}

/// The words of the local part of an address and of a name, longest first.
fn personal_words(local: &str, name: &str) -> Vec<String> {
    let words = [local, name].into_iter().flat_map(|text| text.split(|c: char| !c.is_alphabetic()));
    let long = words.filter(|word| word.chars().count() >= MIN_PERSONAL_WORD_CHARS);
    let mut words: Vec<String> = long.map(str::to_owned).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crypto::common_passwords::COMMON_PASSWORDS;

    #[test]
    fn a_rejected_password_has_its_reason_and_others_are_accepted() {
        for (rejected, violation) in [
            ("", Violation::Empty),
            ("ninechars", Violation::TooShort(9)),
            (&"x".repeat(201), Violation::TooLong),
            ("Password123", Violation::TooCommon),
            ("password2026!", Violation::TooCommon),
            (" qwertyuiop ", Violation::TooCommon),
            ("Tala-Dance-2026", Violation::SiteWords),
            ("dance password", Violation::SiteWords),
            ("Bharatanatyam!", Violation::SiteWords),
            ("meera@example.test", Violation::EmailAddress),
            ("MEERA@example.test", Violation::EmailAddress),
            ("meera12345", Violation::PersonalWords),
            ("Krishnan Meera", Violation::PersonalWords),
            ("dance.meera.1", Violation::PersonalWords),
        ] {
            let found = find_violation(rejected, "meera@example.test", "Meera Krishnan");
            assert_eq!(found, Some(violation), "{rejected:?}");
        }
        let email = "padmasubrahmanyam@b.test";
        assert_eq!(find_violation("padmasubrahmanyam", email, ""), Some(Violation::EmailAddress));
        for accepted in
            ["tenletters", "talathe dancer", "tala demo 2026", "नृत्य सीखना है", "meera likes rain", &"y".repeat(200)]
        {
            assert_eq!(find_violation(accepted, "meera@example.test", "Al Meera"), None, "{accepted:?}");
        }
    }

    #[test]
    fn common_passwords_are_lower_case_and_long_enough_to_matter() {
        assert!(COMMON_PASSWORDS.len() >= 100);
        for password in COMMON_PASSWORDS {
            assert!(password.chars().count() >= MIN_CHARS, "{password} is already rejected by its length");
            assert_eq!(*password, password.to_lowercase());
        }
    }
}
