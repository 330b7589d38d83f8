//! The texts of pages and emails, in each language.

mod catalogue;
mod english;
mod hindi;

pub(crate) use catalogue::{CodeEmail, Linked, PlainEmail, Texts};
pub(crate) use english::ENGLISH;
pub(crate) use hindi::HINDI;

/// Parameter of an authorization request, and of a page's link to the same page in another language.
pub(crate) const LOCALES_PARAM: &str = "ui_locales";

/// Returns the texts in the first language of a space-separated list (`ui_locales`, OpenID Connect Core §3.1.2.1) that has
/// texts; English if none has.
pub(crate) fn texts_for(locales: &str) -> &'static Texts {
    let first = locales.split_whitespace().find_map(|tag| match tag.split('-').next() {
        Some("hi") => Some(&HINDI),
        Some("en") => Some(&ENGLISH),
        _ => None,
    });
    first.unwrap_or(&ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_known_language_is_used() {
        for (locales, lang) in [
            ("hi en", "hi"),
            ("hi-IN", "hi"),
            ("en hi", "en"),
            ("ta hi", "hi"),
            ("ta", "en"),
            ("", "en"),
            ("hindi", "en"),
        ] {
            assert_eq!(texts_for(locales).lang, lang, "{locales}");
        }
    }

    #[test]
    fn hindi_sentences_end_with_a_danda() {
        for text in
            [HINDI.password_hint, HINDI.sign_up.lead, HINDI.codes.resent, HINDI.errors.stale.1, HINDI.invalid.code]
        {
            assert!(text.ends_with('।'), "{text}");
        }
        assert_eq!((HINDI.errors.rate_limited_text)(45), "खातों की सुरक्षा के लिए कृपया 45 सेकंड रुककर फिर कोशिश करें।");
    }

    #[test]
    fn waiting_time_is_in_words() {
        let wait = ENGLISH.errors.rate_limited_text;
        assert_eq!(wait(0), "To keep accounts safe, please wait 1 second and try again.");
        assert_eq!(wait(45), "To keep accounts safe, please wait 45 seconds and try again.");
        assert_eq!(wait(91), "To keep accounts safe, please wait 2 minutes and try again.");
        assert_eq!(wait(7_300), "To keep accounts safe, please wait 3 hours and try again.");
    }
}
