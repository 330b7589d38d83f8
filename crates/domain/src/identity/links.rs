//! Links on a teacher's profile: videos and an Instagram handle.

use std::fmt;

use super::IdentityError;
use crate::error::text::is_hidden;

/// The maximum length of a link, in characters.
pub const MAX_LINK_CHARS: usize = 300;
const MAX_INSTAGRAM_CHARS: usize = 30;

/// The URL of a video, safe as the target of a hyperlink.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VideoLink(String);

impl VideoLink {
    /// Parses an `https://` URL; `None` for blank text. `https://` is added to text without a scheme.
    ///
    /// # Errors
    /// [`IdentityError::LinkInvalid`] for another scheme, for a URL with user information, and above 300 characters.
    pub fn parse(text: &str) -> Result<Option<Self>, IdentityError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let link = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let rest = link.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("https://")).and_then(|_| link.get(8..));
        let valid = rest.is_some_and(|rest| link.chars().count() <= MAX_LINK_CHARS && is_host_and_path(rest));
        if valid { Ok(Some(Self(link))) } else { Err(IdentityError::LinkInvalid) }
    }

    /// Returns the URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for VideoLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether the text is a host name with a dot, an optional port, and a path without characters that could end the link in
/// HTML or plain text.
fn is_host_and_path(rest: &str) -> bool {
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
    };
    let allowed = |c: char| !c.is_control() && !c.is_whitespace() && !is_hidden(c) && !"\"'<>\\`{}|^".contains(c);
    host.contains('.')
        && host.split('.').all(label)
        && !port.is_empty()
        && port.len() <= 5
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && path.chars().all(allowed)
}

/// An Instagram handle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InstagramHandle(String);

impl InstagramHandle {
    /// Parses a handle with or without `@`, or the URL of a profile; `None` for blank text.
    ///
    /// # Errors
    /// [`IdentityError::InstagramInvalid`] for a character that is not allowed and above 30 characters.
    pub fn parse(text: &str) -> Result<Option<Self>, IdentityError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let lower = text.to_ascii_lowercase();
        let path = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://")).unwrap_or(&lower);
        let path = path.strip_prefix("www.").unwrap_or(path);
        let handle = path.strip_prefix("instagram.com/").unwrap_or(path);
        let handle = handle.split(['?', '#']).next().unwrap_or_default();
        let handle = handle.strip_suffix('/').unwrap_or(handle);
        let handle = handle.strip_prefix('@').unwrap_or(handle);
        let valid = (1..=MAX_INSTAGRAM_CHARS).contains(&handle.len())
            && handle.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_')
            && handle != "instagram.com";
        if valid { Ok(Some(Self(handle.to_owned()))) } else { Err(IdentityError::InstagramInvalid) }
    }

    /// Returns the handle without `@`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InstagramHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn video_link_keeps_its_spelling() {
        for text in [
            "https://youtu.be/dQw4w9WgXcQ",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s",
            "https://vimeo.com/76979871#t=1m",
            "https://example.co.in:8443/मीरा/(1).mp4",
            "HTTPS://Example.test",
        ] {
            assert_eq!(VideoLink::parse(text).unwrap().unwrap().as_str(), text);
        }
        assert_eq!(VideoLink::parse(" youtu.be/x ").unwrap().unwrap().as_str(), "https://youtu.be/x");
        for blank in ["", "  ", "\n"] {
            assert_eq!(VideoLink::parse(blank), Ok(None));
        }
    }

    #[test]
    fn unsafe_or_malformed_link_is_rejected() {
        for text in [
            "javascript:alert(1)",
            "javascript://example.test/%0aalert(1)",
            "https://example.test/a\u{202e}gpj.exe",
            "https://example.test/a\u{feff}b",
            "http://example.test",
            "ftp://example.test/x",
            "data:text/html,x",
            "//example.test",
            "https://",
            "https:///x",
            "https://localhost/x",
            "https://example.test:/x",
            "https://example.test:port/x",
            "https://user@example.test/x",
            "https://youtube.com@evil.test/x",
            "https://-x.test/",
            "https://exa mple.test",
            "https://example.test/a b",
            "https://example.test/\"onclick=",
            "https://example.test/<script>",
            "https://example.test\\@evil.test",
            "https://example.test/\u{0}",
            "my dance video",
            &format!("https://example.test/{}", "x".repeat(300)),
        ] {
            assert_eq!(VideoLink::parse(text), Err(IdentityError::LinkInvalid), "{text:?}");
        }
        let longest = format!("https://example.test/{}", "x".repeat(279));
        assert_eq!(longest.len(), 300);
        assert!(VideoLink::parse(&longest).is_ok());
    }

    #[test]
    fn handle_parses_from_name_and_profile_url() {
        for text in [
            "asha.dance_1",
            "@asha.dance_1",
            " @Asha.Dance_1 ",
            "https://www.instagram.com/asha.dance_1/",
            "http://instagram.com/asha.dance_1?igsh=abc",
            "instagram.com/@asha.dance_1",
        ] {
            assert_eq!(InstagramHandle::parse(text).unwrap().unwrap().as_str(), "asha.dance_1", "{text}");
        }
        assert_eq!(InstagramHandle::parse(" "), Ok(None));
        for text in [
            "@",
            "asha rao",
            "instagram.com",
            "instagram.com/",
            "instagram.com/p/abc",
            "https://evil.test/asha",
            "आशा",
            &"x".repeat(31),
        ] {
            assert_eq!(InstagramHandle::parse(text), Err(IdentityError::InstagramInvalid), "{text}");
        }
    }

    proptest! {
        #[test]
        fn video_link_is_safe_in_html_and_text(text in prop_oneof![any::<String>(), "https://[ -~]{0,30}", "[a-z]{1,4}\\.[ -~]{0,30}"]) {
            if let Ok(Some(link)) = VideoLink::parse(&text) {
                let unsafe_in_link = |c: char| c.is_control() || c.is_whitespace() || "\"'<>\\".contains(c);
                prop_assert!(link.as_str().to_ascii_lowercase().starts_with("https://"));
                prop_assert!(!link.as_str().chars().any(unsafe_in_link));
                prop_assert_eq!(VideoLink::parse(link.as_str()), Ok(Some(link.clone())));
            }
        }
    }
}
