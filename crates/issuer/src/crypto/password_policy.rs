//! The password policy: length instead of composition rules (NIST SP 800-63B §5.1.1.2, D6).

use super::common_passwords::{is_common, is_site_specific};

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
    /// It is common, or easy to guess on this site.
    Guessable,
}

/// The rule that a new password violates; `None` if the password is allowed.
pub(crate) fn find_violation(password: &str, email: &str) -> Option<Violation> {
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
    (is_site_specific(&normalized) || is_common(&normalized)).then_some(Violation::Guessable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crypto::common_passwords::COMMON_PASSWORDS;

    #[test]
    fn short_common_and_guessable_passwords_are_rejected_and_others_accepted() {
        for rejected in [
            "",
            "ninechars",
            "Password123",
            " qwertyuiop ",
            "Tala-Dance-2026",
            "Bharatanatyam!",
            "meera@example.test",
            "MEERA@example.test",
        ] {
            assert!(find_violation(rejected, "meera@example.test").is_some(), "{rejected:?}");
        }
        assert!(find_violation(&"x".repeat(201), "a@b.test").is_some());
        assert!(find_violation("padmasubrahmanyam", "padmasubrahmanyam@b.test").is_some());
        for accepted in
            ["tenletters", "talathe dancer", "tala demo 2026", "नृत्य सीखना है", "aaaa bbbb cccc", &"y".repeat(200)]
        {
            assert_eq!(find_violation(accepted, "meera@example.test"), None, "{accepted:?}");
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
