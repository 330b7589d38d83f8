//! Meeting links (SPEC §5, docs/integrations.md §5, D37).

use std::fmt;

use super::IdentityError;

/// The host of Google Meet.
const HOST: &str = "meet.google.com";
/// The maximum length of a meeting code.
const MAX_CODE_CHARS: usize = 128;
/// Paths of Google Meet that are not meetings; `/new` creates a different meeting for each visitor.
const RESERVED_PATHS: [&str; 4] = ["new", "landing", "about", "whoops"];

/// The URL of a Google Meet meeting, `https://meet.google.com/abc-defg-hij`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeetingLink(String);

impl MeetingLink {
    /// Parses a link in any case, with or without `https://`. Query and fragment, such as `?authuser=0`, are dropped.
    ///
    /// # Errors
    /// [`IdentityError::MeetingLinkInvalid`] for another host, and for a code with other characters than letters, digits
    /// and hyphens.
    pub fn parse(text: &str) -> Result<Self, IdentityError> {
        let link = text.trim().to_ascii_lowercase();
        let address = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://")).unwrap_or(&link);
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let code = path.strip_prefix(HOST).and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
        let code = code.strip_suffix('/').unwrap_or(code);
        let valid = code.len() <= MAX_CODE_CHARS
            && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && code.bytes().any(|byte| byte != b'-')
            && !RESERVED_PATHS.contains(&code);
        if valid { Ok(Self(format!("https://{HOST}/{code}"))) } else { Err(IdentityError::MeetingLinkInvalid) }
    }

    /// Returns the URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MeetingLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn meeting_link_parses_from_common_spellings() {
        for text in [
            "https://meet.google.com/abc-defg-hij",
            "  https://meet.google.com/abc-defg-hij\n",
            "HTTPS://Meet.Google.com/ABC-defg-HIJ",
            "http://meet.google.com/abc-defg-hij",
            "meet.google.com/abc-defg-hij",
            "https://meet.google.com/abc-defg-hij/",
            "https://meet.google.com/abc-defg-hij?authuser=1",
            "https://meet.google.com/abc-defg-hij?authuser=a@b.test&hs=122",
            "https://meet.google.com/abc-defg-hij?pli=1#x",
        ] {
            assert_eq!(MeetingLink::parse(text).unwrap().as_str(), "https://meet.google.com/abc-defg-hij", "{text:?}");
        }
        assert!(MeetingLink::parse("https://meet.google.com/asha-dance-2026").is_ok(), "a custom name");
        assert!(MeetingLink::parse(&format!("https://meet.google.com/{}", "a".repeat(128))).is_ok());
    }

    #[test]
    fn other_link_is_rejected_with_message_of_spec() {
        for text in [
            "",
            " ",
            "https://meet.google.com",
            "https://meet.google.com/",
            "https://meet.google.com/new",
            "https://meet.google.com/NEW/",
            "https://meet.google.com/new?authuser=0",
            "https://meet.google.com/landing",
            "https://meet.google.com/-",
            "https://meet.google.com/--",
            "https://meet.google.com//abc",
            "https://meet.google.com/lookup/abc",
            "https://meet.google.com/abc_def",
            "https://meet.google.com/abc def",
            "https://meet.google.com/अबक",
            "https://meet.google.com.evil.test/abc-defg-hij",
            "https://evil.test/meet.google.com/abc-defg-hij",
            "https://evil.test?https://meet.google.com/abc",
            "https://user@meet.google.com/abc-defg-hij",
            "https://meet.google.com:444/abc",
            "https://mеet.google.com/abc-defg-hij",
            "https://meet.google.com\\abc",
            "javascript:alert(1)//meet.google.com/abc",
            "https://zoom.us/j/123",
            &format!("https://meet.google.com/{}", "a".repeat(129)),
        ] {
            let error = MeetingLink::parse(text).unwrap_err();
            assert_eq!(
                error.to_string(),
                "Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)",
                "{text:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn meeting_link_always_points_to_google_meet(text in prop_oneof![any::<String>(), "(https://)?meet.google.com/[ -~]{0,20}"]) {
            if let Ok(link) = MeetingLink::parse(&text) {
                let code = link.as_str().strip_prefix("https://meet.google.com/").unwrap();
                prop_assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
                prop_assert!(!code.is_empty() && code != "new");
                prop_assert_eq!(MeetingLink::parse(link.as_str()), Ok(link.clone()));
            }
        }
    }
}
